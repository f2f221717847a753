import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "./report.js";
import { ReportReader, readReport, writeReport } from "./report-mark.js";

const report: Report = {
  ...{
    at: 1,
    service: "1",
    router: "i2pd",
    simulated: false,
    version: "2.58.0",
    phase: "running",
    netStatus: 0,
  },
  ...{
    inbound: 1,
    outbound: 2.5,
    participating: 3,
    uptime: 4,
    starts: 1,
    crashing: false,
    restartNeeded: false,
  },
  ...{ settings: "a", applied: null, drifted: false, allow: "all" },
};
const ABOUT = { instance: "a", heard: {}, at: 1, knows: "k" };
const key = randomBytes(32);

describe("Reports", () => {
  it("are read with the key of their node only, and when no byte was changed", () => {
    const numbered = { ...ABOUT, number: 1, generation: 1_800_000_000_000, report };
    const bytes = writeReport(key, numbered);
    expect(readReport(key, bytes)).toEqual(numbered);
    const asked = { ...numbered, report: { ...report, name: "attic", signing: "U1" } };
    expect(readReport(key, writeReport(key, asked))).toEqual(asked);
    expect(readReport(randomBytes(32), bytes)).toBeUndefined();
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(readReport(key, changed)).toBeUndefined();
    }
    expect(readReport(key, bytes.subarray(0, 15))).toBeUndefined();
  });

  it("are refused unread when they are too large, and unparsed when they are nested too deep", () => {
    const marked = (body: string) => {
      const bytes = Buffer.from(body);
      const mark = createHmac("sha256", key).update("report 1\n").update(bytes).digest().subarray(0, 16);
      return Buffer.concat([mark, bytes]);
    };
    expect(readReport(key, marked(`{"report":${"[".repeat(480_000)}`))).toBeUndefined();
    expect(() => readReport(key, marked(`{"report":${"[".repeat(500)}`))).toThrow(
      "nested deeper than 64 levels",
    );
    for (const body of ["", "null", "[]", "{}", '"x"', "{", `{"number":1e400}`])
      expect(() => readReport(key, marked(body))).toThrow();
  });

  it.each([
    { inbound: 1e308 },
    { inbound: -5 },
    { outbound: Number.POSITIVE_INFINITY },
    { uptime: "many" },
    { netStatus: {} },
    { version: ["x"] },
    { phase: undefined },
  ])("count only with values that can be: %j", (wrong) => {
    const bytes = writeReport(key, { ...ABOUT, number: 1, report: { ...report, ...wrong } as Report });
    expect(() => readReport(key, bytes)).toThrow("wants");
  });

  it("have short texts without control characters", () => {
    const version = `\u001b[2J\u202e${"9".repeat(2_000)}`;
    const bytes = writeReport(key, { ...ABOUT, number: 1, report: { ...report, version } });
    expect(readReport(key, bytes)?.report?.version).toBe(`[2J${"9".repeat(125)}`);
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
