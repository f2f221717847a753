import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { start, temporary } from "../../packages/conformance/src/testing/process.js";

const BIN = resolve(import.meta.dirname, "../../packages/cli/bin/pilothouse.js");

describe("The conformance kit and our own command line", () => {
  it("agree about what is sent, and about servers that answer in their own ways", async () => {
    const dialects = "standard,strings,forgotten,comma,empty-login,http-500";
    const command = [process.execPath, BIN, "--no-input", "--url", "{url}", "info"];
    const options = ["--client", "--timeout", "100", "--dialect", dialects, "--"];
    const { code, report } = await start([...options, ...command], { HOME: join(temporary(), "home") }).ended;
    const others = report().checks.filter(({ outcome }) => outcome !== "pass");
    expect(others.map(({ id, outcome, reason }) => `${id}: ${outcome}: ${reason}`)).toEqual([
      "client.send.settings: skipped: the client sent no such request",
      "client.send.rate: skipped: the client sent no such request",
    ]);
    expect(code).toBe(0);
  });
});
