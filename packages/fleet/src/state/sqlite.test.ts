import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { SqliteState } from "./sqlite.js";
import { describeState } from "./testing/contract.js";

const RULES = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };

describeState("the hub's own store", async () => {
  const dir = scratch();
  let store: Store | undefined;
  return {
    alone: "the store is locked by the one hub that has it open",
    // As after a restart: what was open is closed.
    open: async () => {
      await store?.close();
      store = Store.open(dir);
      // A store that holds something, but no password, counts as damaged.
      await (await Auth.open(store, systemClock, RULES)).close();
      return new SqliteState(store);
    },
    dispose: async () => {
      await store?.close();
    },
  };
});

it("lists more than it reads at once, each once", async () => {
  const store = Store.open(scratch());
  onTestFinished(() => store.close());
  const state = new SqliteState(store);
  const keys = Array.from({ length: 2_500 }, (_, n) => `node/${String(n).padStart(4, "0")}`);
  await Promise.all([...keys, "nodes/x", "waiting/x"].map((key) => state.put(key, `of ${key}`, 0)));
  for (const below of ["node/", "node/0", "node/1999"]) {
    const found: string[] = [];
    await state.each(below, (key, { text }) => found.push(`${key} ${text}`));
    expect(found).toEqual(keys.filter((key) => key.startsWith(below)).map((key) => `${key} of ${key}`));
  }
});
