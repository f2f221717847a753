import type { Updated } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import { withOutcome } from "./outcome.js";

function play() {
  const recorded: unknown[] = [];
  const events = { add: async (...event: unknown[]) => void recorded.push(event) };
  const ends = new AbortController();
  const update = (work: () => Promise<Updated>) => withOutcome(events, ends.signal, work);
  return { recorded, ends, update };
}

describe("the end of an update", () => {
  it("is reported when it is installed and when it failed, but not when there was no update or the outcome is unknown", async () => {
    const { recorded, update } = play();
    const outcomes: readonly Updated[] = [
      { outcome: "installed", status: "fine", version: "2.11.0" },
      { outcome: "installed", status: "fine" },
      { outcome: "failed", status: "no space" },
      { outcome: "none", status: "No update" },
      { outcome: "unknown", status: "Mise à jour" },
    ];
    for (const one of outcomes) expect(await update(async () => one)).toBe(one);
    expect(recorded).toEqual([
      ["update.ready", { status: "fine", version: "2.11.0" }],
      ["update.ready", { status: "fine" }],
      ["update.failed", { status: "no space" }],
    ]);
  });

  it("is a failure when the driver rejects, unless it was broken off", async () => {
    const { recorded, ends, update } = play();
    await expect(update(() => Promise.reject(new Error("the router does not answer")))).rejects.toThrow();
    expect(recorded).toEqual([["update.failed", { status: "the router does not answer" }]]);
    ends.abort();
    await expect(update(() => Promise.reject(new Error("shutting down")))).rejects.toThrow();
    expect(recorded).toHaveLength(1);
  });
});
