import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Ended, start, temporary } from "../../packages/conformance/src/testing/process.js";
import { serve } from "../blackbox/process.js";

const PASSWORD = "a password for the kit";

/** The service as a process of its own, over the simulator. */
async function served(settings: { readonly [name: string]: string } = {}) {
  const dir = scratch();
  const file = join(temporary(), "password");
  writeFileSync(file, `${PASSWORD}\n`, { mode: 0o600 });
  const service = await serve(join(dir, "data"), {
    env: { PILOTHOUSE_PASSWORD_FILE: file, PILOTHOUSE_HTTP_JSONRPC: "true", ...settings },
  });
  onTestFinished(async () => void (await service.kill("SIGTERM")));
  return { service, file };
}

const failed = (report: ReturnType<Ended["report"]>) =>
  report.checks.filter(({ outcome }) => outcome === "fail").map(({ id, reason }) => `${id}: ${reason}`);

describe("The conformance kit and the service on the simulator", () => {
  it("agree over https in everything, restarts and passwords included", async () => {
    const { service, file } = await served();
    const allow = ["restart", "shutdown", "update", "password-change"].map((what) => `--allow-${what}`);
    const { code, report, stderr } = await start([service.https, "--password-file", file, ...allow]).ended;
    expect(failed(report())).toEqual([]);
    const skipped = report()
      .checks.filter(({ outcome }) => outcome !== "pass")
      .map(({ id }) => id);
    expect(skipped).toEqual([
      ...["auth.token.expired", "auth.token.removed"],
      // It has no tunnel, and one address book.
      ...["tunnels.get", ...["private", "local", "published"].map((book) => `addressbook.list.${book}`)],
    ]);
    expect([code, stderr, report().leftovers]).toEqual([0, "", []]);
  });

  it("agree over http at the other endpoint, with the names of the field, about tokens that expire", async () => {
    const { service, file } = await served({ PILOTHOUSE_AUTH_TOKEN_LIFETIME: "3s" });
    const ONLY = "auth.token.expired,auth.token.removed,info.version,info.two";
    // The address of the console's port without its path: the kit finds the interface.
    const options = ["--password-file", file, "--names", "i2p", "--token-lifetime", "3", "--only", ONLY];
    const { code, report } = await start([new URL("/", service.http).href, ...options]).ended;
    expect(failed(report())).toEqual([]);
    expect(report().checks.find(({ id }) => id === "auth.token.expired")?.outcome).toBe("pass");
    expect(report().target.names).toBe("i2p");
    expect(code).toBe(0);
  });
});
