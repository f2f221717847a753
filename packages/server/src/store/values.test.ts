import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Store } from "./store.js";
import { forgetValue, putValue, readValue, valuesNamed } from "./values.js";

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = scratch();
  store = Store.open(dir);
  await store.write((db) => {
    for (const name of ["a", "a.", "a.x", "a.ü.y", "a/", "b.x"]) putValue(db, name, `of ${name}`);
  });
});
afterEach(async () => {
  await store.close();
});

it("A value that is put again has the new text", async () => {
  await store.write((db) => putValue(db, "a.x", "new"));
  expect(readValue(store, "a.x")).toBe("new");
});

it("A value that is forgotten is gone, and only that one", async () => {
  await store.write((db) => forgetValue(db, "a"));
  expect(readValue(store, "a")).toBeUndefined();
  expect(readValue(store, "a.x")).toBe("of a.x");
});

it("Values are found by how their names begin", () => {
  expect(valuesNamed(store, "a.")).toEqual(
    new Map([
      ["", "of a."],
      ["x", "of a.x"],
      ["ü.y", "of a.ü.y"],
    ]),
  );
  expect(valuesNamed(store, "c").size).toBe(0);
});
