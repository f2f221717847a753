import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { type Clock, NotPossible, systemClock } from "../../port.js";
import { memoryStorage } from "../../simulator/testing/fixtures.js";
import { ADDRESS_BOOK_CASES } from "../../testing/contract/address-book-cases.js";
import { TUNNEL_CASES } from "../../testing/contract/tunnel-cases.js";
import { describeRouter, type Harness } from "../../testing/contract.js";
import { placeCertificate } from "../config/certificate.js";
import type { I2pdOptions } from "../options.js";
import { I2pd } from "../router.js";
import { I2pdDouble } from "./i2pd-double.js";

/** Ten seconds of the router are one of ours. */
const FASTER = 10;
const origin = systemClock.now();
const fastClock: Clock = { now: () => origin + (systemClock.now() - origin) * FASTER };

async function make() {
  const dir = scratch();
  const dataDir = join(dir, "data");
  const config = join(dir, "i2pd.conf");
  const binary = join(dir, "i2pd");
  await mkdir(dataDir);
  await writeFile(binary, "2.61.0", { mode: 0o755 });
  const double = new I2pdDouble({ dataDir, config, clock: fastClock, binary });
  await writeFile(config, `[http]\nport = ${await double.openConsole()}\n`);
  const logged: string[] = [];
  const opened: I2pd[] = [];
  const storage = memoryStorage();
  const open = (over: Partial<I2pdOptions> = {}) => {
    const router = new I2pd({
      mode: "attach",
      binary,
      dataDir,
      config,
      controlDir: join(dir, "control"),
      commands: { start: ["start-i2pd"], stop: ["stop-i2pd"] },
      storage,
      clock: fastClock,
      log: (message) => logged.push(message),
      updatesFor: async () => undefined,
      run: double.run,
      ...over,
    });
    opened.push(router);
    return router;
  };
  const dispose = async () => {
    for (const router of opened) await router.close();
    await double.stop();
    double.closeConsole();
  };
  return { dir, double, logged, router: open(), open, dispose, config };
}

async function until(condition: () => Promise<boolean>, limitMs: number): Promise<void> {
  // By our time, not by the router's faster one: a busy machine must not decide.
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not so after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function makeHarness(): Promise<Harness> {
  const { dir, double, router, open, dispose } = await make();
  return {
    router,
    clock: fastClock,
    until,
    reopen: () => open(),
    crash: () => double.stop(),
    async update() {
      const file = join(dir, "update");
      await writeFile(file, "2.62.0");
      return { version: "2.62.0", file, program: "2.62.0" };
    },
    program: async () => double.version,
    shows: (key, value) =>
      new Map(
        Object.entries({
          ...(key === "router.net.ntcp.port" && { "ntcp2.port": value }),
          ...(key === "router.net.ssu.port" && { "ssu2.port": value }),
          ...(key.endsWith("hostname") && { host: value }),
          ...(key === "router.net.ntcp.autoip" && { nat: value }),
          ...(key === "router.net.ssu.autoip" && {
            nat: String(!value.includes("local")),
            "upnp.enabled": String(value.includes("upnp")),
          }),
          ...(key === "router.net.upnp" && { "upnp.enabled": value }),
          ...(key === "router.net.bw.share" && { share: value }),
          ...(/bw\.(in|out)$/.test(key) && { bandwidth: value }),
        }),
      ),
    samples: {
      "router.net.ntcp.hostname": ["192.0.2.7", "192.0.2.8"],
      "router.net.ssu.hostname": ["192.0.2.7", "192.0.2.8"],
      "router.net.ntcp.autoip": ["true", "false"],
      "router.net.bw.in": ["1", "2147483647"],
      "router.net.bw.out": ["1", "2147483647"],
    },
    lacking: { "router.net.laptopmode": "i2pd has no such mode" },
    dispose,
  };
}

/** The double has neither; a real router is asked for both in `testnet/contract.router-test.ts`. */
const ONLY_REAL = Object.fromEntries(
  Object.keys({ ...TUNNEL_CASES, ...ADDRESS_BOOK_CASES }).map((title) => [title, "the double has none"]),
);

describeRouter("i2pd that checks its tokens", makeHarness, {
  timeoutMs: 120_000,
  skips: {
    "names with a meaning in JavaScript are ordinary names": "i2pd refuses names that it does not know",
    ...ONLY_REAL,
  },
});

const UNIT = { start: ["systemctl", "start", "i2pd"], stop: ["systemctl", "stop", "i2pd"] };
const phaseOf = async (router: I2pd) => (await router.read(AbortSignal.timeout(120_000))).phase.name;

describe("an i2pd that checks its tokens", () => {
  it("is logged in to once, and again when the token is no longer taken", async () => {
    const { double, router, dispose } = await make();
    await router.start();
    const read = () => router.read(AbortSignal.timeout(120_000));
    await until(async () => (await read()).phase.name === "running", 120_000);
    const logins = double.logins;
    expect(logins).toBeGreaterThan(0);
    await read();
    expect(double.logins).toBe(logins);
    double.tokens.clear();
    expect((await read()).facts["router.net.tunnels.successrate"]).toBe(87);
    expect(double.logins).toBe(logins + 1);
    await dispose();
  });

  it("is said to refuse the login, is not asked for another at once, and answers when it accepts it again", async () => {
    const { double, router, dispose } = await make();
    await router.start();
    const read = () => router.read(AbortSignal.timeout(120_000));
    await until(async () => (await read()).phase.name === "running", 120_000);
    double.refusesLogins = true;
    double.tokens.clear();
    const began = fastClock.now();
    for (let n = 0; n < 20; n++) await expect(read()).rejects.toMatchObject({ reason: "login" });
    expect(double.refusedLogins).toBeLessThanOrEqual(1 + (fastClock.now() - began) / 30_000);
    double.refusesLogins = false;
    await until(async () => (await read().catch(() => undefined))?.phase.name === "running", 120_000);
    await dispose();
  });

  it.each(["killed", "started again"])("is %s while it is asked, and its state is reported", async (what) => {
    const { double, router, dispose } = await make();
    await router.start();
    await expect.poll(() => phaseOf(router).catch(() => undefined)).toBe("running");
    double.interruption = async () => {
      await double.stop();
      if (what === "started again") await double.start();
    };
    expect(["crashed", "starting", "running"]).toContain(await phaseOf(router));
    await dispose();
  });

  it("reports the nine keys that only newer versions know", async () => {
    const { router, dispose } = await make();
    await router.start();
    const read = () => router.read(AbortSignal.timeout(120_000));
    await until(async () => (await read()).phase.name === "running", 120_000);
    expect((await read()).facts).toMatchObject({
      "router.net.bw.transit.15s": 1_024.5,
      "router.net.transit.sent.bytes": 5_000_000,
      "router.net.tunnels.inbound": 4,
      "router.net.tunnels.outbound": 5,
      "router.net.tunnels.totalsuccessrate": 71,
      "router.net.tunnels.queue": 2,
      "router.net.tunnels.tbmqueue": 1,
      "router.netdb.floodfills": 3,
      "router.netdb.leasesets": 8,
    });
    await dispose();
  });

  it("is managed by one service: a second one, with its own data directory, is refused", async () => {
    const { dir, double, router, open, dispose } = await make();
    await router.start();
    const second = open({ controlDir: join(dir, "control of another"), storage: memoryStorage() });
    await expect(second.start()).rejects.toThrow(NotPossible);
    await expect(second.start()).rejects.toThrow(`process ${process.pid}`);
    expect(double.runs).toBe(true);
    await router.close();
    await second.start();
    await dispose();
  });

  it("is waited for as it is when systemd has just started it, and it cannot be asked yet", async () => {
    const { dir, double, config, open, dispose } = await make();
    const { dataDir } = double.options;
    await placeCertificate(dataDir);
    const first = open({ commands: UNIT });
    await first.start();
    await first.lifecycle("Restart");
    await until(async () => (await phaseOf(first)) === "running", 120_000);
    await first.close();
    const conf = await readFile(config, "utf8");
    // It makes one when it starts for the first time.
    await rename(join(dataDir, "i2pcontrol.crt.pem"), join(dir, "aside"));
    const next = open({ commands: UNIT });
    await next.start();
    expect(await phaseOf(next)).toBe("starting");
    await rename(join(dir, "aside"), join(dataDir, "i2pcontrol.crt.pem"));
    await until(async () => (await phaseOf(next)) === "running", 120_000);
    expect(await readFile(config, "utf8")).toBe(conf);
    await dispose();
  });

  it("stays stopped when its administrator stopped it, also under a service that starts later", async () => {
    const { double, config, open, dispose } = await make();
    await placeCertificate(double.options.dataDir);
    await writeFile(config, "[i2pcontrol]\nport = 0\naddress = 127.0.0.1\n");
    await double.start();
    const first = open({ commands: UNIT });
    // Stops and starts it itself, to set up its control service.
    await first.start();
    await until(async () => (await phaseOf(first)) === "running", 120_000);
    await double.stop();
    await until(async () => (await phaseOf(first)) === "stopped", 120_000);
    await first.close();
    const next = open({ commands: UNIT });
    await next.start();
    expect([await phaseOf(next), double.runs]).toEqual(["stopped", false]);
    await next.lifecycle("Restart");
    await until(async () => (await phaseOf(next)) === "running", 120_000);
    await dispose();
  });
});
