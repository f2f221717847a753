import { ClientError, memoryLink } from "@pilothouse/client/browser";
import { describe, expect, it } from "vitest";
import { Cell } from "./cell.js";
import { Session } from "./session.js";
import { Updates } from "./updates.js";

const STATUS = {
  ...{ simulated: true, router: "simulator", phase: "running", sampled: 1, next: null, until: null },
  ...{ retryAt: null, crash: null, starts: 1, note: null, restartNeeded: false, version: "0", time: 1 },
  ...{ updates: "feed", factory: false },
};

async function failing(error: ClientError) {
  const reconnects = new Cell(0);
  const link = memoryLink(() => Promise.reject(error));
  const updates = new Updates(new Session(link, "token", () => {}), reconnects);
  await updates.install();
  return { updates, reconnects };
}

describe("a search for an update", () => {
  it("that gave no answer shows why, from the status", async () => {
    const why = { text: "The update feed cannot be read.", code: "feed.unreadable", values: { why: "gone" } };
    const updateUnknown: { current: object | null } = { current: why };
    const link = memoryLink(async (text) => {
      const { id, method } = JSON.parse(text);
      const result =
        method === "RouterManager"
          ? { FindUpdates: false }
          : { ...STATUS, updateTexts: [why], updateUnknown: updateUnknown.current };
      return JSON.stringify({ jsonrpc: "2.0", id, result });
    });
    const updates = new Updates(new Session(link, "token", () => {}), new Cell(0));
    await updates.find();
    expect(updates.state.value).toMatchObject({ found: why.text, said: [why] });
    updateUnknown.current = null;
    await updates.find();
    expect(updates.state.value.found).toBe(false);
  });
});

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
