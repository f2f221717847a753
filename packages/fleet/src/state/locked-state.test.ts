import { randomBytes } from "node:crypto";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { lockedState } from "./locked-state.js";
import { SqliteState } from "./sqlite.js";
import { describeState } from "./testing/contract.js";

const RULES = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };

describeState("a state that only hubs can read", async () => {
  const dir = scratch();
  const secret = randomBytes(32);
  let store: Store | undefined;
  return {
    alone: "the store is locked by the one hub that has it open",
    open: async () => {
      await store?.close();
      store = Store.open(dir);
      await (await Auth.open(store, systemClock, RULES)).close();
      return lockedState(new SqliteState(store), secret, () => {});
    },
    dispose: async () => {
      await store?.close();
    },
  };
});

it("A bus that keeps the state cannot read a text, change one, or put it under another key", async () => {
  const dir = scratch();
  const store = Store.open(dir);
  onTestFinished(async () => {
    await store.close();
  });
  const bus = new SqliteState(store);
  const said: string[] = [];
  const state = lockedState(bus, randomBytes(32), (message) => void said.push(message));
  await state.put("operator/anna", "the hash of a password", 0);
  await state.put("template/old", "settings", 0);
  const [anna, old] = [await bus.get("operator/anna"), await bus.get("template/old")];
  expect(anna?.text).not.toContain("hash");
  const heard: string[] = [];
  state.watch("", (key) => void heard.push(key));
  await bus.put("template/current", old?.text ?? "", 0);
  await bus.put("operator/mallory", JSON.stringify({ role: "admin" }), 0);
  await expect(state.get("template/current")).rejects.toThrow("was not written by a hub of this fleet");
  expect([...(await state.list("")).keys()]).toEqual(["operator/anna", "template/old"]);
  expect(heard).toEqual([]);
  expect(said.join()).toContain("operator/mallory was not written by a hub of this fleet");
  await bus.remove("template/old", old?.revision ?? 0);
  expect(heard).toEqual(["template/old"]);
});
