import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Store } from "../store/store.js";
import { Auth } from "./auth.js";
import { takeFirstPassword } from "./first-password.js";
import { storedPasswordIsFactory } from "./passwords/stored-password.js";

const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
let dir: string;
let store: Store;
let auth: Auth;
beforeEach(async () => {
  dir = scratch();
  store = Store.open(dir);
  auth = await Auth.open(store, { now: () => 1 }, rules);
});
afterEach(async () => {
  auth.close();
  await store.close();
});
const fileWith = (text: string) => {
  const file = join(scratch(), "password");
  writeFileSync(file, text);
  return file;
};

describe("a first password in a file", () => {
  it("takes the place of the factory password, without the end of its line, and only once", async () => {
    const { token } = await auth.tokens.issue("x", true, () => true);
    expect(await takeFirstPassword(fileWith("the first password\r\n"), auth)).toBe(true);
    expect(auth.password.isFactory).toBe(false);
    expect(await auth.password.matches("the first password")).toBe(true);
    expect(() => auth.tokens.check(token)).toThrow("does not exist");
    expect(await takeFirstPassword(fileWith("another password"), auth)).toBe(false);
    expect(await auth.password.matches("another password")).toBe(false);
  });

  it("may have a line's end inside", async () => {
    await takeFirstPassword(fileWith("first line\nsecond line\n"), auth);
    expect(await auth.password.matches("first line\nsecond line")).toBe(true);
  });

  it("is not wanted without a file", async () => {
    expect(await takeFirstPassword(undefined, auth)).toBe(false);
    expect(auth.password.isFactory).toBe(true);
  });

  it("is refused when it is none, by the name of the file", async () => {
    const short = fileWith("short\n");
    await expect(takeFirstPassword(short, auth)).rejects.toThrow(
      `auth.password_file: the password in ${short} wants at least 10 characters`,
    );
    await expect(takeFirstPassword("/nowhere", auth)).rejects.toThrow(
      /^auth\.password_file: \/nowhere cannot be read: ENOENT/,
    );
    expect(auth.password.isFactory).toBe(true);
  });
});

describe("a store that no service has open", () => {
  it("shows whether it still has the factory password", async () => {
    const empty = scratch();
    expect(storedPasswordIsFactory(empty)).toBe(true);
    writeFileSync(join(empty, "pilothouse.db"), "");
    expect(storedPasswordIsFactory(empty)).toBe(true);
    await store.close();
    expect(storedPasswordIsFactory(dir)).toBe(true);
    store = Store.open(dir);
    auth = await Auth.open(store, { now: () => 1 }, rules);
    await auth.takePasswordHash("a hash");
    await store.close();
    expect(storedPasswordIsFactory(dir)).toBe(false);
    store = Store.open(dir);
    await expect(async () => storedPasswordIsFactory(dir)).rejects.toThrow(/locked/);
  });

  it("has the factory password as long as nothing was written into it", async () => {
    const fresh = scratch();
    await Store.open(fresh).close();
    expect(storedPasswordIsFactory(fresh)).toBe(true);
  });
});
