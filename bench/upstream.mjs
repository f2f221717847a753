// What the settings of a router behind another server cost it: calls that reach it, and the time until the
// answer, against the double of Java I2P. The aim is one call for a read and at most five for a write.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FACTORY_PASSWORD } from "../packages/protocol/dist/index.js";
import * as server from "../packages/server/dist/index.js";
import { fromTests } from "../scripts/doubles/doubles.mjs";
import { rounded } from "./support/table.mjs";

const { javaRouter } = await fromTests("drivers/upstream/testing/fixtures");

const ROUNDS = 200;
const key = (name) => `svc.router.net.${name}`;

const ASKED = {
  "NetworkSetting, read one": () => ["NetworkSetting", { [key("bw.in")]: null }],
  "NetworkSetting, read with detectedip": () => ["NetworkSetting", { [key("ssu.detectedip")]: null }],
  "NetworkSetting, write one": (n) => ["NetworkSetting", { [key("bw.in")]: String(100 + (n % 2)) }],
  "NetworkSetting, write three": (n) => [
    "NetworkSetting",
    {
      [key("bw.in")]: String(100 + (n % 2)),
      [key("bw.share")]: "50",
      [key("ntcp.port")]: String(4321 + (n % 2)),
    },
  ],
  "AdvancedSettings, getAll": () => ["AdvancedSettings", { getAll: null }],
  "AdvancedSettings, set": (n) => ["AdvancedSettings", { set: { lab: String(n) } }],
};

/** The service over a double of Java I2P, both in this process. */
async function serve(dir) {
  const java = await javaRouter({ options: { timeout: 20_000 } });
  const flags = {
    data_dir: dir,
    "https.port": "0",
    "http.enabled": "false",
    "auth.allow_factory_password": "true",
  };
  const { settings } = server.loadSettings({ env: { HOME: dir }, flags });
  const seams = {
    settings,
    makeRouter: () => java.router,
    clock: java.clock,
    log: server.silentLog,
    version: "0",
  };
  const service = new server.Service(seams);
  await service.start();
  const ask = async (method, params) => {
    const sent = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { text } = await service.answer(sent, { address: "127.0.0.1" });
    const { result, error } = JSON.parse(text);
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
  const { Token } = await ask("Authenticate", { API: 1, Password: FACTORY_PASSWORD });
  return {
    java,
    ask: (method, params) => ask(method, { Token, ...params }),
    async close() {
      await service.stop();
      await java.double.close();
    },
  };
}

export async function upstream() {
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-bench-"));
  const { java, ask, close } = await serve(dir);
  try {
    const rows = [];
    for (const [what, make] of Object.entries(ASKED)) {
      await ask(...make(0));
      const before = java.double.calls.length;
      const times = [];
      for (let n = 1; n <= ROUNDS; n++) {
        const began = performance.now();
        await ask(...make(n));
        times.push(performance.now() - began);
      }
      const calls = java.double.calls.slice(before).filter(({ method }) => method !== "RouterInfo").length;
      times.sort((a, b) => a - b);
      rows.push({
        asked: what,
        "calls to the router": calls / ROUNDS,
        "median ms": rounded(times[ROUNDS / 2]),
      });
    }
    return rows;
  } finally {
    await close();
    rmSync(dir, { recursive: true });
  }
}
