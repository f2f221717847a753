import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Store } from "../store/store.js";
import { Tokens } from "./tokens.js";

const DAY = 24 * 3_600_000;

describe("the sweep of old tokens", () => {
  afterEach(() => void vi.useRealTimers());

  it("may fail, as on a full disk, without ending the process, and is made up for by the next", async () => {
    const store = Store.open(mkdtempSync(join(tmpdir(), "pilothouse-tokens-")));
    const clock = { time: 0, now: () => clock.time };
    const tokens = new Tokens(store, clock, () => 1);
    await tokens.issue("127.0.0.1", false, () => true);
    clock.time = 2 * DAY;
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    vi.useFakeTimers({ toFake: ["setInterval"] });
    tokens.start();
    const write = vi.spyOn(store, "write").mockRejectedValueOnce(new Error("database or disk is full"));
    vi.advanceTimersByTime(10 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", unhandled);
    expect(write).toHaveBeenCalledOnce();
    expect(unhandled).not.toHaveBeenCalled();
    expect(tokens.size).toBe(1);

    vi.advanceTimersByTime(10 * 60_000);
    await expect.poll(() => tokens.size).toBe(0);
    tokens.stop();
    await store.close();
  });
});
