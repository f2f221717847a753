import { ClientError, memoryLink } from "@pilothouse/client/browser";
import { describe, expect, it } from "vitest";
import { Cell } from "./cell.js";
import { Session } from "./session.js";
import { Updates } from "./updates.js";

async function failing(error: ClientError) {
  const reconnects = new Cell(0);
  const link = memoryLink(() => Promise.reject(error));
  const updates = new Updates(new Session(link, "token", () => {}), reconnects);
  await updates.install();
  return { updates, reconnects };
}

describe("an update that failed", () => {
  it.each(["network", "timeout"] as const)("is forgotten when the service is back (%s)", async (kind) => {
    const { updates, reconnects } = await failing(new ClientError(kind, "no answer"));
    expect(updates.state.value).toMatchObject({ failed: { action: "Update", error: { kind } } });
    reconnects.set(1);
    expect(updates.state.value).toEqual({});
  });

  it("stays if the service refused it", async () => {
    const { updates, reconnects } = await failing(new ClientError("protocol", "not an answer"));
    reconnects.set(1);
    expect(updates.state.value).toMatchObject({ failed: { error: { kind: "protocol" } } });
  });
});
