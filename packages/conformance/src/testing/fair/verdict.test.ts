import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Method } from "../../reference/behaviour.js";
import { METHODS } from "../../reference/methods.js";
import type { Document } from "../../report/document.js";
import { command, served } from "../command.js";
import { temporary } from "../process.js";

/** A server that leaves some logins without an answer, by their number. */
function deaf(hears: (count: number) => boolean) {
  let count = 0;
  const Authenticate: Method = (params, state) =>
    hears(++count) ? METHODS.Authenticate(params, state) : new Promise(() => {});
  return served({ methods: { ...METHODS, Authenticate } });
}

async function judge(url: string, ...argv: readonly string[]) {
  const file = join(temporary(), "report.json");
  const ended = await command(url, "--json", file, ...argv);
  const report = () => JSON.parse(readFileSync(file, "utf8")) as Document;
  return { ...ended, report, isReported: existsSync(file) };
}

describe("A login", () => {
  it("that takes too long at first is tried again, and the server is judged as usual", async () => {
    const { url } = await deaf((count) => count > 1);
    const { code, report } = await judge(url, "--only", "service.echo", "--timeout", "3");
    expect([code, report().summary.fail, report().summary.skipped]).toEqual([0, 0, 0]);
  });

  it("that is never answered ends the run without a report, and with a code of its own", async () => {
    const { url } = await deaf(() => false);
    const { code, out, err, isReported } = await judge(url, "--timeout", "0.1");
    expect([code, out, isReported]).toEqual([3, "", false]);
    expect(err).toBe(
      "No verdict, and no report: the server does not answer a login: there was no reply after 600 ms\n",
    );
  });

  it("that is not answered in the middle of a run ends it in the same way", async () => {
    const { url } = await deaf((count) => count === 1);
    const { code, out, err, isReported } = await judge(
      ...([url, "--only", "actions.reseed,service.echo", "--allow-restart", "--timeout", "1"] as const),
    );
    expect([code, out, isReported]).toEqual([3, "", false]);
    expect(err).toContain(
      "No verdict, and no report: the login after actions.reseed gives no token: there was",
    );
  });

  it("with a wrong password says nothing about the server", async () => {
    const { url } = await served();
    const { code, err, isReported } = await judge(url, "--password", "not the one");
    expect([code, isReported]).toEqual([3, false]);
    expect(err).toMatch(/^No verdict, and no report: the server refuses the password: error .*-32001/);
  });

  it("that gives no token for any other reason is told as it is", async () => {
    const { url } = await served({ methods: { ...METHODS, Authenticate: () => ({ API: 1 }) } });
    const { code, err, isReported } = await judge(url);
    expect([code, isReported]).toEqual([3, false]);
    expect(err).toContain("the login gives no token: HTTP 200 without a Token");
  });
});

describe("A run", () => {
  it("that takes longer than --max-time ends with the same code, and its report says so", async () => {
    const slow: Method = (params) => (params["Echo"] === "" ? new Promise(() => {}) : METHODS.Echo(params));
    const { url } = await served({ methods: { ...METHODS, Echo: slow } });
    const { code, report } = await judge(url, "--only", "service.echo", "--max-time", "5", "--timeout", "60");
    expect(code).toBe(3);
    expect(report()).toMatchObject({
      interrupted: true,
      remarks: ["The run is not complete: the run took longer than 5 s (--max-time)."],
    });
  });
});
