import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { settingsOf } from "../../../packages/drivers/src/i2pd/config/conf.js";
import { Driven } from "../../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../../packages/drivers/src/i2pd/testnet/network.js";
import { begun } from "../../blackbox/process.js";
import { PASSWORD } from "../../blackbox/wire.js";
import { report } from "../figures.js";
import { random } from "../input/random.js";
import { LONG } from "../long.js";
import { served } from "../served.js";
import { I2PD, Writers } from "./writers.js";

const KILLS = LONG ? 40 : 4;

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterAll(() => network.down());

/** How many processes of i2pd work on a data directory. */
const routersOn = (dataDir: string): number =>
  readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(`--datadir=${dataDir}`);
    } catch {
      return false;
    }
  }).length;

describe("Killed while clients write i2pd's settings, again and again, the service", () => {
  it(
    "keeps every write that it answered, each of them whole, and manages the same router again",
    async () => {
      const driven = await Driven.make(network);
      onTestFinished(() => driven.dispose());
      const dataDir = scratch();
      const launch = {
        args: ["--router", "i2pd", "--i2pd-binary", driven.binary].concat([
          "--i2pd-data-dir",
          driven.dataDir,
          "--i2pd-config",
          driven.config,
        ]),
        // Where the test's i2pd finds its libraries.
        env: { LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" },
      };
      const writers = new Writers(PASSWORD, I2PD);
      const chance = random(4);
      const restarted = async () => {
        const service = await served(dataDir, launch);
        await writers.logIn(service.https);
        while ((await writers.router(service.https)).phase !== "running") await sleep(50);
        return service;
      };
      let router = 0;
      const restartedAsBefore = async (kill: number) => {
        const service = await restarted();
        if (kill === 0) await writers.begin(service.https);
        expect([kill, await writers.missing(service.https)]).toEqual([kill, []]);
        const settings = settingsOf(readFileSync(driven.config, "utf8"));
        for (const { names, answered } of writers.pairs)
          expect(names.map((name) => settings.get(name))).toEqual(names.map(() => String(answered)));
        if (kill === 0) router = await driven.pid();
        expect([kill, await driven.pid(), routersOn(driven.dataDir)]).toEqual([kill, router, 1]);
        expect(readdirSync(dirname(driven.config)).filter((name) => name.startsWith("i2pd.conf"))).toEqual([
          "i2pd.conf",
        ]);
        return service;
      };
      // The very first start; a router may be running already when it is killed.
      const first = begun(dataDir, launch);
      await sleep(chance() * 1_500);
      await first.kill("SIGKILL");
      for (let kill = 0; kill < KILLS; kill++) {
        const service = await restartedAsBefore(kill);
        await writers.start(service.https);
        await sleep(chance() * 1_500);
        await service.kill("SIGKILL");
        await writers.stop();
      }
      const last = await restartedAsBefore(KILLS);
      // What was written is what the router starts with.
      await writers.act(last.https, "Restart");
      while ((await driven.pid().catch(() => router)) === router) await sleep(50);
      while ((await writers.router(last.https)).phase !== "running") await sleep(50);
      expect(routersOn(driven.dataDir)).toBe(1);
      expect(writers.trouble).toEqual([]);
      expect(writers.answered.writes).toBeGreaterThanOrEqual(KILLS);
      report("killed while clients write i2pd's settings", {
        kills: KILLS + 1,
        "answered writes": writers.answered.writes,
        "answered changes of the password": writers.answered.changes,
      });
      await last.kill("SIGTERM");
    },
    60_000 + KILLS * 30_000,
  );
});
