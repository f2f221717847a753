import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { type OnRestore, restartWith, type Service, silentLog, startRestored } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { swapped } from "../../packages/server/src/features/backup/swap/swap.js";
import { smallDisk } from "../attacks/store/small-disk.js";
import { choosePassword } from "../support/chosen-password.js";
import { make } from "../support/start.js";

const PASSWORD = "a password for tests";
const PEER = { address: "192.0.2.7" };

/** A service that restarts itself to restore a backup, as `pilothouse serve` does. */
async function serving(dataDir = join(scratch(), "data")) {
  await choosePassword(dataDir, PASSWORD);
  /** Makes the next start fail. */
  const fault: { next?: string; close?: () => Promise<void>; longestStopMs?: number } = {};
  const restarted = {
    ...{ dataDir, log: silentLog },
    make: async () =>
      make({
        dataDir,
        onRestore,
        makeRouter: (_settings, storage) => {
          const { next } = fault;
          delete fault.next;
          if (next !== undefined) throw new Error(next);
          const router = new Simulator({ seed: 1, clock: systemClock, storage: storage("simulator") });
          const close = router.close.bind(router);
          router.close = async () => {
            await fault.close?.();
            return close();
          };
          return router;
        },
      }),
  };
  let restart: () => Promise<Service> = () => Promise.reject(new Error("nobody has restored anything"));
  const onRestore: OnRestore = (staged, by) => {
    const old = service;
    restart = () => restartWith(old, staged, by, { ...restarted, ...fault });
  };
  let service = await startRestored(restarted);
  onTestFinished(() => service.stop());
  const call = async (method: string, params: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await service.answer(text, PEER);
    answer.afterwards?.();
    return JSON.parse(answer.text) as {
      readonly result?: { readonly [name: string]: unknown };
      readonly error?: { readonly code: number };
    };
  };
  const login = async (Password = PASSWORD) =>
    String((await call("Authenticate", { API: 1, Password })).result?.["Token"]);
  let Token = await login();
  const ask = async (method: string, params: object = {}) =>
    (await call(method, { Token, ...params })).result ?? {};
  const bandwidth = async () =>
    (await ask("NetworkSetting", { "svc.router.net.bw.in": null }))["svc.router.net.bw.in"];
  return {
    ...{ dataDir, fault, ask, call, bandwidth },
    get token() {
      return Token;
    },
    async signIn(password: string) {
      Token = await login(password);
    },
    /** The service has been restarted. */
    async back() {
      service = await restart();
    },
    fingerprint: () => service.fingerprint,
  };
}
type Serving = Awaited<ReturnType<typeof serving>>;

async function backedUp({ ask, dataDir }: Serving, password = PASSWORD): Promise<Buffer> {
  const { file } = await ask("pilothouse.backup", { password, passphrase: "five grey herons" });
  return readFileSync(join(dataDir, String(file)));
}

/** Uploads a backup, has it checked and restored; what the check has said. */
async function restored({ ask }: Serving, bytes: Buffer, password: string) {
  const { file } = await ask("pilothouse.restoreUpload", { password, bytes: bytes.length });
  for (let from = 0; from < bytes.length; from += 2 ** 19)
    await ask("pilothouse.restorePart", {
      ...{ file, from },
      part: bytes.subarray(from, from + 2 ** 19).toString("base64"),
    });
  const preview = await ask("pilothouse.restoreCheck", { file, passphrase: "five grey herons" });
  expect(await ask("pilothouse.restore", { file, password })).toEqual({ restoring: true });
  return preview;
}

const asides = (dir: string) => readdirSync(dir).filter((name) => name.includes(".before-restore-"));
const rests = (dir: string) => readdirSync(dir).filter((name) => /^\.?restor/.test(name));

describe("a service that restores a backup", () => {
  it("restarts with it: password, settings and certificate are as they were, sessions have ended", async () => {
    const here = await serving();
    await here.ask("NetworkSetting", { "svc.router.net.bw.in": "321" });
    const bytes = await backedUp(here);
    await here.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await here.ask("pilothouse.password", { password: "a newer password", current: PASSWORD });
    await here.signIn("a newer password");
    const fingerprint = here.fingerprint();
    expect(await restored(here, bytes, "a newer password")).toMatchObject({
      ...{ password: "other", certificate: null, routerNow: "simulator" },
    });
    const session = here.token;
    await here.back();
    expect((await here.call("Echo", { Token: session, Echo: "x" })).error).toMatchObject({ code: -32003 });
    expect((await here.call("Authenticate", { API: 1, Password: "a newer password" })).error?.code).toBe(
      -32001,
    );
    await here.signIn(PASSWORD);
    expect([await here.bandwidth(), here.fingerprint()]).toEqual(["321", fingerprint]);
    const { events } = await here.ask("pilothouse.events", { kinds: ["restore.done"] });
    expect(events).toHaveLength(1);
    const { entries } = await here.ask("pilothouse.audit", { limit: 50 });
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "restore", outcome: "ok", address: PEER.address }),
    );
    expect([asides(here.dataDir).length, rests(here.dataDir)]).toEqual([1, []]);
  });

  it("goes back to what it had if it cannot start with it, and says why", async () => {
    const here = await serving();
    const bytes = await backedUp(here);
    await here.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await restored(here, bytes, PASSWORD);
    here.fault.next = "i2pd.conf is not there";
    await here.back();
    // Not even a session has ended.
    expect(await here.bandwidth()).toBe("999");
    const { events } = await here.ask("pilothouse.events", { kinds: ["restore.failed", "restore.done"] });
    expect(events).toMatchObject([{ kind: "restore.failed", data: { reason: "i2pd.conf is not there" } }]);
    const { entries } = await here.ask("pilothouse.audit", { limit: 50 });
    const outcomes = (entries as { action: string; outcome: string }[])
      .filter(({ action }) => action === "restore")
      .map(({ outcome }) => outcome);
    // The newest first: it was asked for, and it came to nothing.
    expect(outcomes).toEqual(["refused", "ok"]);
    expect([asides(here.dataDir), rests(here.dataDir)]).toEqual([[], []]);
  });

  it("goes on as before if the files cannot even be put in place", async () => {
    const here = await serving();
    const bytes = await backedUp(here);
    await here.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await restored(here, bytes, PASSWORD);
    for (const name of rests(here.dataDir)) rmSync(join(here.dataDir, name, "new"), { recursive: true });
    await here.back();
    expect(await here.bandwidth()).toBe("999");
    const { events } = await here.ask("pilothouse.events", { kinds: ["restore.failed", "restore.done"] });
    expect(events).toMatchObject([{ kind: "restore.failed" }]);
    expect(rests(here.dataDir)).toEqual([]);
  });

  it("goes on as before if there is not even a place to write why", async () => {
    const here = await serving();
    const bytes = await backedUp(here);
    await here.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await restored(here, bytes, PASSWORD);
    mkdirSync(join(here.dataDir, ".restoring", "in the way"), { recursive: true });
    await here.back();
    expect(await here.bandwidth()).toBe("999");
  });

  it("leaves it to the next start to say why, if something keeps it from ending", async () => {
    const here = await serving();
    const bytes = await backedUp(here);
    await restored(here, bytes, PASSWORD);
    let end = () => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    Object.assign(here.fault, { close: () => hanging, longestStopMs: 100 });
    await expect(here.back()).rejects.toThrow("the service did not end in time");
    expect(swapped(here.dataDir)).toMatchObject({ failed: "the service did not end in time" });
    end();
  });

  it("takes no upload for which the disk has no room, and leaves nothing behind", async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this user may not mount a small file system");
    const here = await serving(join(disk, "data"));
    const given = { Token: here.token, password: PASSWORD, bytes: 9 };
    const answer = await here.call("pilothouse.restoreUpload", given);
    expect(answer.error).toMatchObject({ code: -32000, data: { code: "restore.space" } });
    expect(rests(here.dataDir)).toEqual([]);
  });
});
