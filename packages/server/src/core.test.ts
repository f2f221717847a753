import { type PackageUpdates, type Router, systemClock } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { openNode } from "./core.js";
import { ServiceSettings } from "./features/service-settings/service-settings.js";
import { silentLog } from "./log.js";
import { LogRing } from "./logs/log-ring.js";
import { Logs } from "./logs/logs.js";
import { NODE } from "./node-features.js";
import { loadSettings } from "./settings/load.js";
import { SERVICE_TABLE } from "./settings/table.js";
import { Store } from "./store/store.js";

/** Learns where it came from only when it starts, as a router from a package manager does. */
class LateRouter {
  readonly kind = "late";
  readonly simulated = false;
  readonly settings = { network: async () => ({ values: new Map(), restartNeeded: false }) };
  updates: PackageUpdates | undefined;

  async start() {
    this.updates = {
      find: async () => true,
      update: async () => ({ outcome: "installed", status: "Installed by its package manager" }),
    };
  }
  onCrash() {}
  async close() {}
  async read() {
    return { phase: { name: "running" }, facts: {} };
  }
}

describe("the core", () => {
  it("lets a router update in its own way, also when it finds that way only while starting", async () => {
    const dataDir = scratch();
    const env = { XDG_CONFIG_HOME: dataDir };
    const flags = { data_dir: dataDir, "auth.allow_factory_password": "true" };
    const { settings } = loadSettings({ env, flags });
    const store = Store.open(dataDir);
    const logs = new Logs({
      ring: new LogRing(systemClock, () => "info"),
      routerLog: () => ({ why: reason("log.unknown") }),
      privacy: async () => ({ secrets: [], hosts: [], users: [], homes: [] }),
    });
    const router = new LateRouter();
    const core = await openNode({
      store,
      features: NODE,
      router: router as unknown as Router,
      settings: () => settings,
      clock: systemClock,
      log: silentLog,
      logs,
      files: () => [],
      routerFiles: async () => [],
      certificateExpires: () => undefined,
      version: "0",
      serviceSettings: new ServiceSettings(SERVICE_TABLE, { settings }, () => {}),
      passwdCommand: "",
      onSettings: () => {},
    });
    const call = async (method: string, params: object) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return JSON.parse((await core.answer(text, { address: "x" })).text).result;
    };
    const { Token } = await call("Authenticate", { API: 1, Password: "itoopie" });
    expect(await call("RouterManager", { Token, FindUpdates: 1, Update: 1 })).toEqual({
      FindUpdates: true,
      Update: "Installed by its package manager",
    });
    // It cannot say: clients get a boolean all the same, and the reason is in the status.
    const unknown = reason("update.noPackage", { package: "i2pd" });
    router.updates = { ...(router.updates as PackageUpdates), find: async () => unknown };
    expect(await call("RouterManager", { Token, FindUpdates: 1 })).toEqual({ FindUpdates: false });
    expect((await call("pilothouse.status", { Token })).updateUnknown).toMatchObject(unknown);
    await core.close();
    await store.close();
  });
});
