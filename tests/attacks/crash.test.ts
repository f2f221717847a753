import { execFileSync, spawn } from "node:child_process";
import { openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, serve } from "../blackbox/process.js";
import { atTheEnd, temporaryDirectory } from "../blackbox/scratch.js";
import { FACTORY, logIn, PASSWORD, rpc, tokenFor, trust } from "../blackbox/wire.js";
import { LONG } from "./long.js";
import { random } from "./random.js";
import { Writers } from "./writers.js";

const BIN = fileURLToPath(new URL("../../packages/cli/bin/pilothouse.js", import.meta.url));

/** A service whose first password was given to it. */
async function served(dataDir: string) {
  const file = join(temporaryDirectory(), "password");
  writeFileSync(file, PASSWORD);
  return serve(dataDir, { env: { PILOTHOUSE_PASSWORD_FILE: file } });
}

describe.concurrent("Killed in the middle of writing, again and again, the service", () => {
  const rounds = LONG ? 200 : 10;
  it(
    "keeps every write that it answered, none of them by half, and starts each time",
    async () => {
      const dataDir = temporaryDirectory();
      const writers = new Writers(PASSWORD);
      const chance = random(1);
      for (let round = 0; round < rounds; round++) {
        const service = await served(dataDir);
        if (round === 0) await writers.begin(service.https);
        expect([round, await writers.missing(service.https)]).toEqual([round, []]);
        writers.start(service.https);
        await sleep(30 + chance() * 400);
        await service.kill("SIGKILL");
        await writers.stop();
      }
      const last = await served(dataDir);
      expect(await writers.missing(last.https)).toEqual([]);
      expect(writers.trouble).toEqual([]);
      expect(writers.network.answered).toBeGreaterThan(rounds);
      expect((await logIn(last.https, FACTORY)).code).toBe(-32001);
    },
    rounds * 6_000,
  );
});

describe.concurrent("Told to end under load, the service", () => {
  it("ends within five seconds and keeps every write that it answered", async () => {
    const dataDir = temporaryDirectory();
    const writers = new Writers(PASSWORD);
    const service = await served(dataDir);
    await writers.begin(service.https);
    writers.start(service.https);
    await sleep(700);
    const began = Date.now();
    const { code } = await service.kill("SIGTERM");
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(code).toBe(0);
    await writers.stop();
    const again = await served(dataDir);
    expect(await writers.missing(again.https)).toEqual([]);
    expect(writers.network.answered).toBeGreaterThan(1);
    expect(writers.trouble).toEqual([]);
  });
});

/** A small file system of its own; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const place = temporaryDirectory();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", place], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  atTheEnd(() => execFileSync("umount", ["-l", place], { stdio: "ignore" }));
  return place;
}

/** The service with its standard error in a file, as service managers keep it. */
async function servedWithLog(log: string) {
  const dataDir = temporaryDirectory();
  const args = ["serve", "--data-dir", dataDir, "--https-port", "0", "--http-port", "0"];
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env["PATH"], HOME: dataDir },
    stdio: ["ignore", "ignore", openSync(log, "a")],
  });
  atTheEnd(() => child.kill("SIGKILL"));
  for (;;) {
    const ready = readFileSync(log, "utf8")
      .split("\n")
      .find((line) => line.endsWith('"msg":"ready"}'));
    if (ready !== undefined) {
      const { https, fingerprint } = JSON.parse(ready) as { https: string; fingerprint: string };
      trust(https, fingerprint);
      return { child, https };
    }
    await sleep(20);
  }
}

describe.concurrent("On a full disk", () => {
  it("what was answered is there, failures are clean, and there is a way on when there is room", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this user may not mount a small file system");
    const service = await served(disk);
    const { https } = service;
    const Token = await tokenFor(https, PASSWORD);
    const set = (value: string) => rpc(https, "AdvancedSettings", { Token, set: { "attack.full": value } });
    const get = async (url: string) => {
      const { result } = await rpc(url, "AdvancedSettings", { Token, get: "attack.full" });
      return (result["get"] as { "attack.full": string })["attack.full"];
    };
    expect((await set("before")).code).toBeUndefined();
    const ballast = join(disk, "ballast");
    // What is left after the last whole block goes too.
    for (const size of [65_536, 4_096, 1]) fill(ballast, size);

    // 60 KiB more than the file has room for.
    const failed = await set("x".repeat(60_000));
    expect(failed.code).toBe(-32603);
    const incident = /^Internal error: incident ([0-9a-f-]{36})$/.exec(failed.message)?.[1];
    expect(service.stderr).toContain(`"incident":"${incident}"`);
    expect(await get(https)).toBe("before");
    const change = await rpc(https, "ServiceControl", { Token, "svccontrol.password": "too late" });
    expect([undefined, -32603]).toContain(change.code);
    const password = change.code === undefined ? "too late" : PASSWORD;

    rmSync(ballast);
    expect((await logIn(https, password)).code).toBeUndefined();
    const after = { Token: await tokenFor(https, password), set: { "attack.full": "after" } };
    expect((await rpc(https, "AdvancedSettings", after)).code).toBeUndefined();
    await service.kill("SIGKILL");
    const again = await served(disk);
    const { result } = await rpc(again.https, "AdvancedSettings", {
      ...after,
      set: { x: "y" },
      get: "attack.full",
    });
    expect(result["get"]).toEqual({ "attack.full": "after" });
  });

  it("the service goes on when its log cannot be written", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this user may not mount a small file system");
    const log = join(disk, "log");
    const { child, https } = await servedWithLog(log);
    for (const size of [65_536, 4_096, 1]) fill(join(disk, "ballast"), size);
    fill(log, 1);
    for (let n = 0; n < 5; n++) expect((await logIn(https, "wrong")).code).toBe(-32001);
    expect((await logIn(https, FACTORY)).code).toBeUndefined();
    expect(child.exitCode).toBeNull();
  });

  function fill(file: string, size: number): void {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) writeFileSync(file, block, { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
});

describe.concurrent("A store that was damaged", () => {
  it.each([
    ["at its head", (file: string) => overwrite(file, 0, 100)],
    ["in a later page", (file: string) => overwrite(file, 4_096, 8_192)],
    [
      "by being cut in half",
      (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096),
    ],
    ["by being emptied", (file: string) => truncateSync(file, 0)],
  ])("%s is told in one line, left as it is, and never replaced in silence", async (_how, damage) => {
    const dataDir = temporaryDirectory();
    await (await served(dataDir)).kill("SIGTERM");
    const file = join(dataDir, "pilothouse.db");
    damage(file);
    const damaged = readFileSync(file);
    const { code, stderr, stdout } = await run([
      ...["serve", "--data-dir", dataDir],
      ...["--https-port", "0", "--http-port", "0"],
    ]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^pilothouse: .*pilothouse\.db is damaged .*put back a copy.*or move it away.*\n$/,
    );
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  function overwrite(file: string, from: number, to: number): void {
    const content = readFileSync(file);
    content.fill(0x5a, from, to);
    writeFileSync(file, content);
  }
});
