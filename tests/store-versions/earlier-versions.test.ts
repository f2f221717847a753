import { X509Certificate } from "node:crypto";
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { run } from "../blackbox/process.js";
import { startService } from "../support/service.js";

const FIXTURE = resolve(import.meta.dirname, "data-0.1.0");
const PASSWORD = "a throw-away password";
const TOKEN = "L5Ykm_pYoObYZ8iLf2VHlyZCz94uHk4de4bI7p2CPPs";
/** Shortly after it was written: its session and its history are not too old then. */
const WRITTEN = Date.UTC(2026, 10, 15, 14, 45);

/** A copy of the data that the test may change, as private as the service had it. */
function copied(): string {
  const dataDir = join(scratch(), "data");
  cpSync(FIXTURE, dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  return dataDir;
}

describe("a data directory that version 0.1.0 has written", () => {
  it("opens with its password, session, settings, audit, history and certificate", async () => {
    const dataDir = copied();
    const served = await startService({}, { dataDir, clock: { now: () => WRITTEN } });
    const ask = async (method: string, params: object = {}) => {
      const { result, error } = await served.call(method, { Token: TOKEN, ...params });
      expect(error).toBeUndefined();
      return result ?? {};
    };
    try {
      expect(served.service.passwordIsFactory).toBe(false);
      expect((await served.call("Authenticate", { API: 1, Password: PASSWORD })).result).toMatchObject({
        API: 1,
        Token: expect.any(String),
      });
      expect((await served.call("Authenticate", { API: 1, Password: "itoopie" })).error).toBeDefined();
      expect(
        await ask("NetworkSetting", { "svc.router.net.bw.in": null, "svc.router.net.bw.share": null }),
      ).toMatchObject({ "svc.router.net.bw.in": "2048", "svc.router.net.bw.share": "70" });
      expect(await ask("AdvancedSettings", { get: "fixture.note" })).toMatchObject({
        get: { "fixture.note": "written-by-0.1.0" },
      });
      const { entries } = await ask("pilothouse.audit");
      expect(entries).toEqual(
        expect.arrayContaining(
          ["password change", "login", "NetworkSetting", "AdvancedSettings"].map((action) =>
            expect.objectContaining({ action, outcome: "ok", at: expect.any(Number) }),
          ),
        ),
      );
      const { series } = await ask("pilothouse.history", { from: WRITTEN - 300_000, to: WRITTEN });
      const up = (series as { stat: string; values: (number | null)[] }[]).find(
        ({ stat }) => stat === "router.up",
      );
      expect(up?.values.filter((value) => value !== null && value > 0).length).toBeGreaterThan(1);
      const { fingerprint256 } = new X509Certificate(readFileSync(join(FIXTURE, "certificate.pem")));
      expect(served.service.fingerprint).toBe(fingerprint256);
    } finally {
      await served.stop();
    }
  });
});

describe("a store that a newer version has written", () => {
  it("is refused in one sentence, and stays as it is", async () => {
    const dataDir = copied();
    const file = join(dataDir, "pilothouse.db");
    const newer = readFileSync(file);
    // SQLite keeps the schema's number, user_version, at byte 60 of the header.
    newer.writeUInt32BE(1_000, 60);
    writeFileSync(file, newer);
    const serve = ["serve", "--https-port", "0", "--http-port", "0"];
    for (const command of [serve, ["passwd", "--local"]]) {
      const { code, stderr } = await run([...command, "--data-dir", dataDir], {
        input: "another password\n",
      });
      expect(code).toBe(1);
      const complaints = stderr.trim().split("\n");
      expect(complaints.at(-1)).toMatch(
        /^pilothouse: .*pilothouse\.db was written by a newer version of Pilothouse \(schema 1000, .*\); start that version$/,
      );
      expect(complaints).toHaveLength(1);
    }
    expect(readFileSync(file).equals(newer)).toBe(true);
  });
});
