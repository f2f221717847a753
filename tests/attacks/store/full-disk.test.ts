import { spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, vi } from "vitest";
import { replaceFile } from "../../../packages/system/src/files/replace-file.js";
import { FACTORY, type Fields, logIn, PASSWORD, rpc, tokenFor, trust } from "../../blackbox/wire.js";
import { served } from "../served.js";
import { append, fillUp, smallDisk } from "./small-disk.js";

const BIN = fileURLToPath(new URL("../../../packages/cli/bin/pilothouse.js", import.meta.url));
const NO_DISK = "this user may not mount a small file system";

/** The service with its standard error in a file, as service managers keep it. */
async function servedWithLog(log: string) {
  const dataDir = scratch();
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

const LARGE = "x".repeat(60_000);
const SECOND = "another password";

describe.concurrent("On a full disk", () => {
  it("a first start fails and leaves nothing that would stop the next", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip(NO_DISK);
    const ballast = fillUp(disk);
    await expect(served(disk)).rejects.toThrow();
    rmSync(ballast);
    writeFileSync(join(disk, "what the operator put there"), "");
    await served(disk);
  });

  it("what was answered is there, failures are clean, and there is a way on when there is room", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip(NO_DISK);
    const service = await served(disk);
    const { https } = service;
    let Token = await tokenFor(https, PASSWORD);
    const call = (url: string, method: string, params: Fields) => rpc(url, method, { Token, ...params });
    const network = (url: string, value: string | null) =>
      call(url, "NetworkSetting", { "svc.router.net.bw.in": value, "svc.router.net.bw.out": value });
    const advanced = (url: string, text: string) =>
      call(url, "AdvancedSettings", { set: { "attack.full": text } });
    const seen = async (url: string) => [
      (await call(url, "AdvancedSettings", { get: "attack.full" })).result["get"],
      (await network(url, null)).result["svc.router.net.bw.in"],
      (await network(url, null)).result["svc.router.net.bw.out"],
    ];
    expect((await advanced(https, "before")).code).toBeUndefined();
    expect((await network(https, "100")).code).toBeUndefined();
    const before = [{ "attack.full": "before" }, "100", "100"];
    const ballast = fillUp(disk);

    // More than the file has room for; what follows is small, and may find room within it or not.
    const failed = await advanced(https, LARGE);
    expect(failed.code).toBe(-32603);
    expect(failed.message).toMatch(/^Internal error: the disk of the service is full/);
    await vi.waitFor(() => expect(service.stderr).toContain("the disk of the service is full"), 120_000);
    expect(await seen(https)).toEqual(before);
    const written = await network(https, "200");
    expect([undefined, -32603]).toContain(written.code);
    const bandwidth = written.code === undefined ? "200" : "100";
    expect(await seen(https)).toEqual([before[0], bandwidth, bandwidth]);
    const change = await call(https, "ServiceControl", { "svccontrol.password": SECOND });
    expect([undefined, -32603]).toContain(change.code);
    const password = change.code === undefined ? SECOND : PASSWORD;
    const other = change.code === undefined ? PASSWORD : SECOND;

    await service.kill("SIGKILL");
    const full = await served(disk).catch(() => undefined);
    await full?.kill("SIGKILL");
    rmSync(ballast);
    const again = await served(disk);
    expect((await logIn(again.https, other)).code).toBe(-32001);
    expect((await logIn(again.https, FACTORY)).code).toBe(-32001);
    Token = await tokenFor(again.https, password);
    expect(await seen(again.https)).toEqual([before[0], bandwidth, bandwidth]);
    expect((await advanced(again.https, LARGE)).code).toBeUndefined();
    expect((await network(again.https, "300")).code).toBeUndefined();
    expect(await seen(again.https)).toEqual([{ "attack.full": LARGE }, "300", "300"]);
  });

  it("the service keeps running, and writes again when there is room", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip(NO_DISK);
    const { https } = await served(disk);
    const Token = await tokenFor(https, PASSWORD);
    const set = (text: string) => rpc(https, "AdvancedSettings", { Token, set: { "attack.full": text } });
    const ballast = fillUp(disk);
    expect((await set(LARGE)).code).toBe(-32603);
    const { result } = await rpc(https, "RouterInfo", { Token, "svc.router.uptime": "" });
    expect(result["svc.router.uptime"]).toBeTypeOf("number");
    rmSync(ballast);
    expect((await set(LARGE)).code).toBeUndefined();
    expect((await logIn(https, PASSWORD)).code).toBeUndefined();
  });

  it("the service keeps running when its log cannot be written", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip(NO_DISK);
    const log = join(disk, "log");
    const { child, https } = await servedWithLog(log);
    fillUp(disk);
    append(log, 1);
    for (let n = 0; n < 5; n++) expect((await logIn(https, "wrong")).code).toBe(-32001);
    expect((await logIn(https, FACTORY)).code).toBeUndefined();
    expect(child.exitCode).toBeNull();
  });

  it("i2pd.conf stays as it was, with nothing left beside it, and is written when there is room", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip(NO_DISK);
    const conf = join(disk, "i2pd.conf");
    const old = `# ours\n${"bandwidth = 1\n".repeat(1_000)}`;
    writeFileSync(conf, old);
    const ballast = fillUp(disk);
    expect(() => replaceFile(conf, LARGE)).toThrow("ENOSPC");
    expect(readFileSync(conf, "utf8")).toBe(old);
    expect(readdirSync(disk).sort()).toEqual(["ballast", "i2pd.conf"]);
    rmSync(ballast);
    replaceFile(conf, LARGE);
    expect(readFileSync(conf, "utf8")).toBe(LARGE);
  });
});
