import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { serve } from "../blackbox/process.js";
import { twoPorts } from "../support/ports.js";
import { bound } from "./beginning.js";
import { knockDuring, knocksOn } from "./knocker.js";
import { JSONRPC_ON, withToken } from "./token.js";

const STARTS = 5;
const LIMIT = 240_000;

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterAll(() => network.down());

/** A router that does not run yet, and what makes a service run it. */
async function router() {
  const driven = await Driven.make(network);
  onTestFinished(() => driven.dispose());
  const { binary, dataDir, config } = driven;
  const args = [
    "--router",
    "i2pd",
    "--i2pd-binary",
    binary,
    "--i2pd-data-dir",
    dataDir,
    "--i2pd-config",
    config,
  ];
  // Where the test's i2pd finds its libraries.
  return { dataDir, args, env: { LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" } };
}

const routersOn = (dataDir: string): number =>
  readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(`--datadir=${dataDir}`);
    } catch {
      return false;
    }
  }).length;

describe("While a service with a real i2pd starts,", () => {
  it(
    "a client that connects every 5 ms is refused or gets the right answer",
    async () => {
      const { dataDir, Token } = await withToken();
      const { args, env, dataDir: i2pdDir } = await router();
      const params = { Token, "i2p.router.status": "" };
      for (let start = 0; start < STARTS; start++) {
        const ports = await twoPorts();
        // On a busy machine i2pd may not have answered yet, which its status then says.
        const knocks = knocksOn(ports, "RouterInfo", params, ({ result = {} }) =>
          /\w/.test(String(result["i2p.router.status"] ?? "")),
        );
        const launch = { env, args: [...ports.args, ...JSONRPC_ON, ...args] };
        const served = await knockDuring(knocks, () => serve(dataDir, launch));
        expect((await served.kill("SIGTERM")).code).toBe(0);
        expect(routersOn(i2pdDir)).toBe(1);
      }
    },
    LIMIT,
  );

  it(
    "SIGTERM ends it cleanly, and the next start manages the same single router",
    async () => {
      for (let start = 0; start < STARTS; start++) {
        const dataDir = scratch();
        const { args, env, dataDir: i2pdDir } = await router();
        const { process } = await bound(dataDir, { args, env });
        await sleep(start * 100);
        const { code, stderr } = await process.kill("SIGTERM");
        expect([code, stderr]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);
        const next = await serve(dataDir, { args, env });
        expect(routersOn(i2pdDir)).toBe(1);
        expect((await next.kill("SIGTERM")).code).toBe(0);
      }
    },
    LIMIT,
  );
});
