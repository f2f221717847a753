import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../cli/run.js";
import type { Document } from "../report/document.js";
import { CLIENT, CLIENT_FAULTS } from "./clients.js";
import { start, temporary } from "./process.js";

/** Judges the small client with a fault, in this process. */
async function judge(fault: string, ...options: readonly string[]) {
  const dir = temporary();
  const [file, json] = [join(dir, "client.mjs"), join(dir, "report.json")];
  writeFileSync(file, CLIENT);
  const argv = ["--client", "--json", json, ...options, "--", process.execPath, file, fault];
  const streams = { out: () => {}, err: () => {}, colour: false };
  const code = await run(argv, {}, streams, new AbortController().signal);
  return { code, report: JSON.parse(readFileSync(json, "utf8")) as Document };
}

describe("The kit as a server that judges clients", () => {
  it("has nothing against a client that does everything right, in any dialect", async () => {
    const { code, report } = await judge("", "--timeout", "100");
    const problems = report.checks.filter(({ outcome }) => outcome !== "pass");
    expect(problems).toEqual([]);
    expect([code, report.summary.pass]).toEqual([0, 31]);
  });

  it.each(CLIENT_FAULTS)("finds the fault “%s” while it speaks “%s”: %s", async (fault, dialect, check) => {
    const patience = fault === "hangs" ? "3" : "100";
    const { code, report } = await judge(fault, "--timeout", patience, "--dialect", dialect);
    expect(report.checks.find(({ id }) => id === check)).toMatchObject({ outcome: "fail" });
    expect(code).toBe(1);
  });

  it("plays over https for clients of that endpoint", async () => {
    const file = join(temporary(), "client.mjs");
    writeFileSync(file, CLIENT);
    const command = ["--client", "--tls", "--dialect", "standard", "--", process.execPath, file];
    const { report } = await start(command, { NODE_TLS_REJECT_UNAUTHORIZED: "0" }).ended;
    expect(report().checks.find(({ id }) => id === "client.take.standard")?.outcome).toBe("pass");
  });

  it("plays until it is interrupted when there is no command, and judges what was sent", async () => {
    const { child, ended } = start(["--client"]);
    let said = "";
    child.stderr?.on("data", (text) => {
      said += text;
    });
    await expect.poll(() => said).toMatch(/at (http:\S+) with the password ".+"/);
    const [, url = "", password = ""] = /at (\S+) with the password "(.+)";/.exec(said) ?? [];
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: "1",
      method: "Authenticate",
      params: { API: 1, Password: password },
    });
    const reply = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    expect(await reply.json()).toMatchObject({ id: "1", result: { API: 1 } });
    child.kill("SIGINT");
    const { code, report } = await ended;
    const outcome = (id: string) => report().checks.find((one) => one.id === id)?.outcome;
    expect([outcome("client.send.api"), outcome("client.take.standard")]).toEqual(["pass", "skipped"]);
    expect(code).toBe(0);
  });

  it("says so when the command cannot be started", async () => {
    const { code, report } = await start(["--client", "--dialect", "standard", "--", "/nowhere/client"])
      .ended;
    expect(report().checks.find(({ id }) => id === "client.take.standard")?.reason).toContain(
      "could not be started",
    );
    expect(code).toBe(1);
  });
});
