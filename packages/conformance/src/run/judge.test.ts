import { expect, it, onTestFinished, vi } from "vitest";
import { judged } from "../testing/judging.js";
import { Session } from "./session.js";

it("An unfinished request keeps a server busy for as long as another waits, also when that is sent late", async () => {
  const exchange = Session.prototype.exchange;
  const late = vi.spyOn(Session.prototype, "exchange").mockImplementation(async function (
    this: Session,
    ...given
  ) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return exchange.apply(this, given);
  });
  onTestFinished(() => late.mockRestore());
  const { results } = await judged({ behaviour: { oneAtATime: true } }, ["security.waiting"], {
    limits: { timeout: 1_000, maxReply: 1_048_576 },
  });
  expect(results.find(({ id }) => id === "security.waiting")).toMatchObject({ outcome: "fail" });
});
