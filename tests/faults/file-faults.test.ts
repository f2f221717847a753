import { beforeAll, describe, expect, it } from "vitest";
import { compiler, makeShim, NO_COMPILER, shimmed } from "./shimmed.js";

interface Outcome {
  readonly calls: number;
  readonly faults: readonly {
    readonly mode: string;
    readonly from: number;
    readonly error?: string;
    readonly found: string;
    readonly left: number;
  }[];
  readonly cuts: readonly { readonly answered: boolean; readonly found: string }[];
}

describe("A file that is replaced while the disk fails", () => {
  beforeAll(makeShim);

  it("is the old one after an error, or the error says that it is the new one", async ({ skip }) => {
    if (compiler === undefined) return skip(NO_COMPILER);
    const { faults } = await shimmed<Outcome>("file-worker.mjs", { name: "file" });
    // Made, written, synced, renamed, its directory synced: five calls, twice.
    expect(faults.length).toBeGreaterThanOrEqual(10);
    const wrong = faults.filter(
      ({ error, found, left }) =>
        left > 0 || found !== (error === undefined || error === "NotSynced" ? "new" : "old"),
    );
    expect(wrong).toEqual([]);
    expect(new Set(faults.map(({ error }) => error))).toEqual(new Set(["Error", "NotSynced"]));
  });

  it.for(["file", "certificate"])(
    "is whole after a power cut, and the new one when that was answered: %s",
    async (name, { skip }) => {
      if (compiler === undefined) return skip(NO_COMPILER);
      const { calls, cuts } = await shimmed<Outcome>("file-worker.mjs", { name });
      expect(calls).toBeGreaterThanOrEqual(5);
      expect(cuts.filter(({ found }) => found !== "old" && found !== "new")).toEqual([]);
      expect(cuts.filter(({ answered, found }) => answered && found !== "new")).toEqual([]);
      expect(new Set(cuts.map(({ found }) => found))).toEqual(new Set(["old", "new"]));
    },
  );
});
