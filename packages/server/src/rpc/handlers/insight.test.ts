import { expect, it } from "vitest";
import type { Call } from "../call.js";
import { insightHandlers } from "./insight.js";

const CALL = {} as Call;

it("health and traffic are as of now: traffic counts what the router has just said", async () => {
  let sampled = false;
  const handlers = insightHandlers({
    health: { look: async () => ({ verdict: "ok" }) },
    sampler: {
      current: async () => {
        sampled = true;
      },
    },
    traffic: { view: () => ({ sampled }) },
    budget: { view: () => null },
  } as never);
  expect(await handlers["pilothouse.health"]({}, CALL)).toEqual({ verdict: "ok" });
  expect(await handlers["pilothouse.traffic"]({}, CALL)).toEqual({ sampled: true, budget: null });
});
