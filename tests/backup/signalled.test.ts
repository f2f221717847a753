import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { ENDS_WITHIN_MS, type Served, serve } from "../blackbox/process.js";
import { type Fields, rpc, tokenFor } from "../blackbox/wire.js";
import { choosePassword } from "../support/chosen-password.js";

const PASSWORD = "a password for tests";
const PASSPHRASE = "five grey herons";
const SHARE = "svc.router.net.bw.share";

/** Sends the process a signal when it has given a file this name: no other moment of a restart is so well known. */
function signalled(signal: NodeJS.Signals, name: string): { readonly NODE_OPTIONS: string } {
  const preload = join(scratch(), "preload.cjs");
  writeFileSync(
    preload,
    `const fs = require("node:fs");
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (to.endsWith(${JSON.stringify(name)})) process.kill(process.pid, ${JSON.stringify(signal)});
    };
    require("node:module").syncBuiltinESMExports();`,
  );
  return { NODE_OPTIONS: `--require=${preload}` };
}

async function session({ https }: Served) {
  const Token = await tokenFor(https, PASSWORD);
  return async (method: string, params: Fields = {}): Promise<Fields> =>
    ((await rpc(https, method, { Token, ...params })).result as Fields | undefined) ?? {};
}
type Ask = Awaited<ReturnType<typeof session>>;

/** Makes a backup with 41 in it, changes that to 42, and orders the backup restored. */
async function ordered(ask: Ask): Promise<void> {
  await ask("NetworkSetting", { [SHARE]: "41" });
  const made = await ask("pilothouse.backup", { password: PASSWORD, passphrase: PASSPHRASE });
  const { part } = await ask("pilothouse.backupPart", { file: made["file"] });
  await ask("NetworkSetting", { [SHARE]: "42" });
  const { file } = await ask("pilothouse.restoreUpload", { password: PASSWORD, bytes: made["bytes"] });
  await ask("pilothouse.restorePart", { file, from: 0, part });
  await ask("pilothouse.restoreCheck", { file, passphrase: PASSPHRASE });
  expect(await ask("pilothouse.restore", { file, password: PASSWORD })).toEqual({ restoring: true });
}

/** What a service has come to: its setting, and what is on record. */
async function outcome(ask: Ask) {
  const { events } = await ask("pilothouse.events", { kinds: ["restore.done", "restore.failed"] });
  const share = (await ask("NetworkSetting", { [SHARE]: null }))[SHARE];
  return [share, ...(events as readonly { kind: string }[]).map(({ kind }) => kind)];
}
const NEW = ["41", "restore.done"];
const OLD = ["42", "restore.failed"];

const rests = (dir: string) => readdirSync(dir).filter((name) => /^\.?restor|\.pid$/.test(name));
const asides = (dir: string) => readdirSync(dir).filter((name) => name.includes(".before-restore-"));

describe("A service that is signalled while it restarts to restore a backup", () => {
  it.each([
    // The signal is heard of at the next wait, which is before the backup is tried or after it.
    ["SIGTERM", "/.restoring", [NEW, OLD]],
    ["SIGINT", "/.restoring/tried", [NEW, OLD]],
    ["SIGTERM", "/.restoring/accepted", [NEW]],
  ] as const)("%s, after %s: ends in time, and the next start is right", async (signal, name, allowed) => {
    const dataDir = scratch();
    await choosePassword(dataDir, PASSWORD);
    const served = await serve(dataDir, { env: signalled(signal, name) });
    await ordered(await session(served));
    const began = performance.now();
    expect(await served.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('"msg":"stopped"') });
    expect(performance.now() - began).toBeLessThan(ENDS_WITHIN_MS);
    expect(existsSync(join(dataDir, "pilothouse.pid"))).toBe(false);

    const next = await serve(dataDir);
    const found = await outcome(await session(next));
    expect(allowed).toContainEqual(found);
    expect((await next.kill("SIGTERM")).code).toBe(0);
    expect([rests(dataDir), asides(dataDir).length]).toEqual([[], found[0] === "41" ? 1 : 0]);
  });

  it("SIGHUP: reads its settings again once it is ready with the backup", async () => {
    const dataDir = scratch();
    await choosePassword(dataDir, PASSWORD);
    const served = await serve(dataDir, { env: signalled("SIGHUP", "/.restoring/tried") });
    await ordered(await session(served));
    await served.logged("settings and certificate reloaded");
    expect(served.logLines.map(({ msg }) => msg).filter((msg) => msg === "ready")).toHaveLength(2);
    expect(await outcome(await session(served))).toEqual(NEW);
    expect((await served.kill("SIGTERM")).code).toBe(0);
    expect([rests(dataDir), asides(dataDir).length]).toEqual([[], 1]);
  });
});
