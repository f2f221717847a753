import { createServer } from "node:net";
import { type Check, holderOf, holdsLock, ok, portsOf } from "@pilothouse/system";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import { examine } from "./checks.js";
import { checkClock } from "./machine/clock.js";
import { checkNode } from "./machine/node.js";
import { checkCertificate } from "./service/certificate.js";

describe("Node's version", () => {
  it.each([
    ["18.20.4", "problem"],
    ["20.11.1", "problem"],
    ["20.12.0", "warning"],
    ["20.20.1", "warning"],
    ["20.20.2", "ok"],
    ["21.7.3", "warning"],
    ["22.22.1", "warning"],
    ["22.23.0", "ok"],
    ["24.14.1", "ok"],
    ["25.8.1", "warning"],
    ["26.0.0", "ok"],
  ])("%s is %s", (version, level) => {
    expect(checkNode(version)).toMatchObject({ level });
  });
});

describe("the clock", () => {
  const built = Date.parse("2026-11-15T00:00:00Z");
  it.each([
    ["2020-01-01T00:00:00Z", "yes", "problem"],
    ["2026-11-14T12:00:00Z", "yes", "ok"],
    ["2027-01-01T00:00:00Z", "no", "warning"],
    ["2027-01-01T00:00:00Z", "", "ok"],
  ])("at %s, synchronised %j, is %s", (now, synchronised, level) => {
    expect(checkClock(Date.parse(now), built, synchronised)).toMatchObject({ level });
  });
});

describe("a certificate", async () => {
  const now = Date.parse("2026-06-15T00:00:00Z");
  const pair = await generate([{ name: "commonName", value: "x" }], {
    keyType: "ec",
    notBeforeDate: new Date("2026-06-01T00:00:00Z"),
    notAfterDate: new Date("2026-12-01T00:00:00Z"),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const other = await generate([{ name: "commonName", value: "y" }], { keyType: "ec" });
  const cert = Buffer.from(pair.cert);
  const key = Buffer.from(pair.private);
  const expected = { now, files: "these", remedy: "renew it", wanted: ["127.0.0.1"] };
  const levels = (given: Partial<typeof expected>, withKey = key) =>
    checkCertificate(cert, withKey, { ...expected, ...given }).map(({ level, saw }) => `${level}: ${saw}`);

  it("is good with its key, its name and its time", () => {
    expect(levels({})).toEqual([expect.stringMatching(/^ok: valid until 2026-12-01, SHA-256 /)]);
  });

  it.each([
    [
      { now: Date.parse("2026-05-01T00:00:00Z") },
      /^problem: .*valid only from 2026-06-01.*clock says 2026-05-01/,
    ],
    [{ now: Date.parse("2026-11-20T00:00:00Z") }, /^warning: .*expires in 11 days/],
    [{ now: Date.parse("2026-12-01T00:00:00Z") }, /^problem: .*expired on 2026-12-01/],
  ])("is judged by the time: %o", (given, wanted) => {
    expect(levels(given)[0]).toMatch(wanted);
  });

  it("must be for the names under which the service is reached", () => {
    expect(levels({ wanted: ["127.0.0.1", "router.lan", "10.0.0.1"] })[1]).toMatch(
      /^warning: .*not for router\.lan, 10\.0\.0\.1/,
    );
  });

  it("must have its own key, and be one", () => {
    expect(levels({}, Buffer.from(other.private))).toEqual(["problem: these do not belong to each other"]);
    expect(levels({}, Buffer.from("no key"))[0]).toMatch(/^problem: these cannot be used/);
  });
});

describe("what Linux says about processes", () => {
  it("is who listens on a port", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    );
    expect(portsOf(process.pid)).toContain(port);
    expect(holderOf(port)).toMatchObject({ pid: process.pid });
    await new Promise((resolve) => server.close(resolve));
    expect(portsOf(process.pid)).not.toContain(port);
    expect(holderOf(port)).toBeUndefined();
  });

  it("is that a file without a lock is not locked", () => {
    expect(holdsLock(process.pid, import.meta.filename)).toBe(false);
  });
});

describe("an examination", () => {
  it("continues after a check that fails, and reports it", async () => {
    const checks: Check<string>[] = [
      {
        name: "broken",
        look: () => {
          throw new Error("no such luck");
        },
      },
      { name: "idle", look: () => [] },
      { name: "fine", look: async (word) => [ok(word)] },
    ];
    expect(await examine(checks, "seen")).toEqual([
      expect.objectContaining({
        check: "broken",
        level: "problem",
        saw: expect.stringContaining("no such luck"),
      }),
      { check: "fine", level: "ok", saw: "seen" },
    ]);
  });
});
