import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startService, type TestService } from "../service.js";

const examples = resolve(import.meta.dirname, "../../../examples");

describe("the examples", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** Not synchronously: the service runs in this very process. */
  const run = (name: string, args: readonly string[] = [], env = {}) =>
    new Promise<{ code: number | null; out: string; err: string }>((done) => {
      const child = spawn(process.execPath, [resolve(examples, name), ...args], {
        env: {
          PATH: process.env["PATH"],
          PILOTHOUSE_URL: service.url,
          PILOTHOUSE_PASSWORD: PASSWORD,
          PILOTHOUSE_FINGERPRINT: service.fingerprint,
          ...env,
        },
      });
      let out = "";
      let err = "";
      child.stdout.on("data", (text) => {
        out += text;
      });
      child.stderr.on("data", (text) => {
        err += text;
      });
      child.on("close", (code) => done({ code, out, err }));
    });

  it("read-info prints what the router reports", async () => {
    const { code, out, err } = await run("read-info.mjs");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^net\.status: \d+ \([A-Z_]+\)$/m);
    const unknown = await run("read-info.mjs", [], { PILOTHOUSE_FINGERPRINT: undefined });
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain(service.fingerprint);
  });

  it("change-settings changes settings", async () => {
    const { code, out } = await run("change-settings.mjs", ["bw.in=321"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual(expect.arrayContaining(["saved", "bw.in=321"]));
  });

  it("rates prints means", async () => {
    const { code, out } = await run("rates.mjs");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^bw\.sendRate: [\d.]+\nbw\.recvRate: [\d.]+\ntunnel\.participatingTunnels: [\d.]+\n$/,
    );
  });
});
