import { loadSettings, ServiceSettings, Store, silentLog } from "@pilothouse/server";
import { makeTable } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { SqliteState } from "../state/sqlite.js";
import { openHub } from "./core.js";
import { MemoryBus } from "./testing/memory-bus.js";

it("closes the bus when something fails that is opened after it", async () => {
  const dir = scratch();
  const { settings } = loadSettings({ env: { HOME: dir }, flags: { data_dir: dir } });
  const clock = { now: () => 1_800_000_000_000 };
  const store = Store.open(dir, clock);
  const closed: string[] = [];
  let isBusOpen = false;
  const opening = openHub(
    {
      ...{
        store,
        settings: () => settings,
        clock,
        log: silentLog,
        version: "1",
        passwdCommand: "",
        onSettings: () => {},
      },
      ...{
        serviceSettings: new ServiceSettings(makeTable([]), { settings }, (() => {}) as never),
        files: () => [],
      },
    },
    {
      bus: { bus: "embedded", host: "127.0.0.1", port: 0, addresses: [], program: "x", shared: false },
      openState: async () => {
        const state = new SqliteState(store);
        const { each } = state;
        state.each = (prefix, take) =>
          prefix === "queue/" && isBusOpen
            ? Promise.reject(new Error("late"))
            : each.call(state, prefix, take);
        return state;
      },
      openBus: async (parts) => {
        isBusOpen = true;
        const bus = new MemoryBus(parts);
        bus.close = async () => void closed.push("bus");
        return bus;
      },
    },
  );
  await expect(opening).rejects.toThrow("late");
  expect(closed).toEqual(["bus"]);
  await store.close();
});
