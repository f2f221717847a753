import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "./report.js";
import { ReportReader, readReport, writeReport } from "./report-mark.js";

const report = { phase: "running" } as Report;
const ABOUT = { instance: "a", heard: {}, at: 1, knows: "k" };
const key = randomBytes(32);

describe("Reports", () => {
  it("are read with the key of their node only, and when no byte was changed", () => {
    const numbered = { ...ABOUT, number: 1, report };
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

  it("are checked with a key that is made once for each node that reports, and never kept for another", () => {
    let made = 0;
    const reader = new ReportReader((node) => {
      made++;
      return Buffer.from(node.padEnd(32));
    });
    const of = (node: string, number: number) =>
      writeReport(Buffer.from(node.padEnd(32)), { ...ABOUT, number, report });
    for (let number = 1; number <= 5; number++)
      expect(reader.read("one", of("one", number))).toMatchObject({ number });
    expect(made).toBe(1);
    // Forged reports leave nothing in the cache, with any number of them.
    for (let number = 1; number <= 5; number++) expect(reader.read("two", of("one", number))).toBeUndefined();
    expect(made).toBe(6);
    expect(reader.read("one", of("two", 9))).toBeUndefined();
    expect(reader.read("two", of("two", 1))).toMatchObject({ number: 1 });
  });
});
