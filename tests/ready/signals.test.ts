import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { begun, beside, serve } from "../blackbox/process.js";
import { FACTORY, logIn, trust } from "../blackbox/wire.js";
import { bound } from "./beginning.js";

const STARTS = 5;
/** Five starts take a few seconds, and much longer on a busy machine. */
const LIMIT = 240_000;

/** Sends SIGHUP at the moment when the program begins to load the rest of itself. */
function hangingUp(): { readonly NODE_OPTIONS: string } {
  const place = scratch();
  const preload = join(place, "preload.cjs");
  writeFileSync(
    preload,
    `const vm = require("node:vm");
    const { Script } = vm;
    vm.Script = class extends Script {
      constructor(source, options) {
        if (options.filename.endsWith("/main.cjs")) process.kill(process.pid, "SIGHUP");
        super(source, options);
      }
    };`,
  );
  return { NODE_OPTIONS: `--require=${preload}` };
}

describe("A program that loads its modules", () => {
  it("is not ended by SIGHUP if it is a service", async () => {
    const service = begun(join(scratch(), "data"), { env: hangingUp() });
    await service.logged("ready");
    expect((await service.kill("SIGTERM")).code).toBe(0);
    const hub = beside(["hub", "--data-dir", scratch(), "--https-port", "nonsense"], {
      env: hangingUp(),
    });
    expect((await hub.ended).stderr).toContain("--https-port wants");
  });

  it("is ended by SIGHUP if it is another command", async () => {
    const config = beside(["config"], { env: hangingUp() });
    await config.ended;
    expect(config.child.signalCode).toBe("SIGHUP");
  });
});

describe("A service that is starting", () => {
  it(
    "keeps SIGHUP for when it is ready, however often it comes",
    async () => {
      for (let start = 0; start < STARTS; start++) {
        const { process } = await bound(join(scratch(), "data"));
        const timer = setInterval(() => process.child.kill("SIGHUP"), 3);
        const { https, fingerprint } = await process.logged("ready").finally(() => clearInterval(timer));
        await process.logged("settings and certificate reloaded");
        trust(String(https), String(fingerprint));
        expect((await logIn(String(https), FACTORY)).code).toBeUndefined();
        const messages = process.logLines.map(({ msg }) => msg);
        expect(messages.indexOf("ready")).toBeLessThan(messages.indexOf("settings and certificate reloaded"));
        expect(messages.filter((msg) => String(msg).startsWith("reload failed"))).toEqual([]);
        expect((await process.kill("SIGTERM")).code).toBe(0);
      }
    },
    LIMIT,
  );

  it(
    "ends cleanly with SIGTERM or SIGINT at any moment, and the next start works",
    async () => {
      const trial = await bound(join(scratch(), "data"));
      const began = performance.now();
      await trial.process.logged("ready");
      const window = performance.now() - began;
      await trial.process.kill("SIGTERM");
      for (let start = 0; start < STARTS; start++) {
        const dataDir = join(scratch(), "data");
        const { process } = await bound(dataDir);
        await sleep((window * start) / STARTS);
        const { code, stderr } = await process.kill(start % 2 === 0 ? "SIGTERM" : "SIGINT");
        expect([code, stderr]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);
        expect(existsSync(join(dataDir, "pilothouse.pid"))).toBe(false);
        const next = await serve(dataDir);
        expect((await logIn(next.https, FACTORY)).code).toBeUndefined();
        expect((await next.kill("SIGTERM")).code).toBe(0);
      }
    },
    LIMIT,
  );

  it(
    "takes the password from `passwd --local` when it is ready, and keeps running",
    async () => {
      // The service is held up at the moment that matters: more starts would show the same again.
      for (let start = 0; start < 2; start++) {
        const dataDir = scratch();
        const service = begun(dataDir);
        const store = join(dataDir, "pilothouse.db");
        // From here on the service alone may write the store. It is held up, since it is soon ready.
        while ((statSync(store, { throwIfNoEntry: false })?.size ?? 0) === 0) await sleep(1);
        service.child.kill("SIGSTOP");
        const changing = beside(["passwd", "--local", "--data-dir", dataDir], { input: "a new password\n" });
        await expect.poll(() => changing.stderr).toContain("not ready yet");
        service.child.kill("SIGCONT");
        expect(await changing.ended).toMatchObject({ code: 0 });
        const { https, fingerprint } = await service.logged("ready");
        trust(String(https), String(fingerprint));
        expect((await logIn(String(https), "a new password")).code).toBeUndefined();
        expect((await logIn(String(https), FACTORY)).code).toBe(-32001);
        expect((await service.kill("SIGTERM")).code).toBe(0);
      }
    },
    LIMIT,
  );
});
