import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "./report.js";
import { ReportOrder, readReport, writeReport } from "./report-mark.js";

const report = { phase: "running" } as Report;
const key = randomBytes(32);

describe("Reports", () => {
  it("are read with the key of their node only, and when no byte was changed", () => {
    const numbered = { run: "r", number: 1, knows: "k", report };
    const bytes = writeReport(key, numbered);
    expect(readReport(key, bytes)).toEqual(numbered);
    expect(readReport(randomBytes(32), bytes)).toBeUndefined();
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(readReport(key, changed)).toBeUndefined();
    }
    expect(readReport(key, bytes.subarray(0, 15))).toBeUndefined();
  });

  it("count once and in their order; a run that another followed does not come back", () => {
    const order = new ReportOrder();
    const isNew = (run: string, number: number, node = "one") =>
      order.isNew(node, { run, number, knows: "", report });
    expect([isNew("a", 1), isNew("a", 1), isNew("a", 3), isNew("a", 2)]).toEqual([true, false, true, false]);
    expect([isNew("b", 1), isNew("a", 4), isNew("b", 2)]).toEqual([true, false, true]);
    expect(isNew("a", 1, "other")).toBe(true);
  });
});
