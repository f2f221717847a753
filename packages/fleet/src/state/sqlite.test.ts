import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
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
