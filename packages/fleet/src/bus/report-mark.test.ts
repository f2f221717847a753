import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "./report.js";
import { ReportReader, readReport, writeReport } from "./report-mark.js";

const report = { phase: "running" } as Report;
const key = randomBytes(32);

describe("Reports", () => {
  it("are read with the key of their node only, and when no byte was changed", () => {
    const numbered = { run: 1, number: 1, knows: "k", report };
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

  it("count once and in their order; an earlier run does not come back, also after a restart of the hub", () => {
    const reader = new ReportReader(() => key);
    const read = (run: number, number: number, node = "one") => {
      const numbered = { run, number, knows: "", report };
      const got = reader.read(node, writeReport(key, numbered));
      if (typeof got === "object") expect(got).toEqual(numbered);
      return typeof got === "string" ? got : "news";
    };
    expect([read(4, 1), read(4, 1), read(4, 3), read(4, 2)]).toEqual([
      "news",
      "repeated",
      "news",
      "repeated",
    ]);
    // This hub has never seen run 3: the bus has kept its reports.
    expect([read(3, 1), read(3, 9), read(4, 4)]).toEqual(["repeated", "repeated", "news"]);
    expect([read(7, 1), read(4, 5), read(7, 2)]).toEqual(["news", "repeated", "news"]);
    expect(read(4, 1, "other")).toBe("news");
    reader.forget("one");
    // As after a restart: an old report counts until the next real one.
    expect([read(3, 1), read(7, 3), read(3, 2)]).toEqual(["news", "news", "repeated"]);
  });

  it("are checked with a key that is made once for each node that reports, and never kept for another", () => {
    let made = 0;
    const reader = new ReportReader((node) => {
      made++;
      return Buffer.from(node.padEnd(32));
    });
    const of = (node: string, number: number) =>
      writeReport(Buffer.from(node.padEnd(32)), { run: 1, number, knows: "", report });
    for (let number = 1; number <= 5; number++)
      expect(reader.read("one", of("one", number))).toMatchObject({ number });
    expect(made).toBe(1);
    // Forged reports leave nothing in the cache, with any number of them.
    for (let number = 1; number <= 5; number++) expect(reader.read("two", of("one", number))).toBe("forged");
    expect(made).toBe(6);
    expect(reader.read("one", of("two", 9))).toBe("forged");
    expect(reader.read("two", of("two", 1))).toMatchObject({ number: 1 });
  });
});
