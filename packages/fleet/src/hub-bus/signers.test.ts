import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { makeNKey } from "../keys/nkey.js";
import { SqliteState } from "../state/sqlite.js";
import { keepFirstSigner } from "./signers.js";

it("The first key for answers that a node names counts, and no later one; a text that is no key never does", async () => {
  const dir = scratch();
  const store = Store.open(dir);
  onTestFinished(async () => {
    await store.close();
  });
  const state = new SqliteState(store);
  await state.put("node/one", JSON.stringify({ name: "attic", labels: {}, joined: 1, invitation: "i" }), 0);
  const [first, second] = [makeNKey("user").id, makeNKey("user").id];
  expect(await keepFirstSigner(state, "one", "key")).toBeUndefined();
  expect(await keepFirstSigner(state, "other", first)).toBeUndefined();
  expect(await keepFirstSigner(state, "one", first)).toBe(first);
  expect(await keepFirstSigner(state, "one", second)).toBe(first);
  expect(JSON.parse((await state.get("node/one"))?.text ?? "")).toMatchObject({
    name: "attic",
    signing: first,
  });
});
