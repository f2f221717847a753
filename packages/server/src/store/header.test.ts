import { existsSync, statSync, writeFileSync } from "node:fs";
import { systemClock } from "@pilothouse/drivers/port";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { Auth } from "../auth/auth.js";
import { storedPasswordIsFactory } from "../auth/passwords/stored-password.js";
import { readStoreHeader } from "./header.js";
import { Store, storeFile } from "./store.js";

let dir: string;
beforeEach(() => {
  dir = scratch();
});
async function withPassword(password?: string): Promise<void> {
  const store = Store.open(dir);
  const auth = await Auth.open(store, systemClock, {
    tokenLifetimeMs: () => 1,
    allowFactoryPassword: () => false,
  });
  if (password !== undefined) await auth.takePasswordHash(await auth.hasher.hash(password));
  await auth.close();
  await store.close();
}

describe("a store that is only read", () => {
  it("is not made by that", () => {
    expect(readStoreHeader(dir)).toBeUndefined();
    expect(storedPasswordIsFactory(dir)).toBe(true);
    expect(existsSync(storeFile(dir))).toBe(false);
  });

  it("shows its version and whether it has the factory password, and is not changed", async () => {
    await withPassword();
    const { mtimeMs } = statSync(storeFile(dir));
    const header = readStoreHeader(dir);
    expect(header).toMatchObject({ empty: false, ours: true });
    expect(header?.version).toBe(header?.newest);
    expect(storedPasswordIsFactory(dir)).toBe(true);
    expect(statSync(storeFile(dir)).mtimeMs).toBe(mtimeMs);
    await withPassword("another one");
    expect(storedPasswordIsFactory(dir)).toBe(false);
  });

  it("is known from another program's file, and from an empty one", () => {
    writeFileSync(storeFile(dir), "");
    expect(readStoreHeader(dir)).toMatchObject({ empty: true });
    writeFileSync(storeFile(dir), Buffer.alloc(4096, "not a database "));
    expect(readStoreHeader(dir)).toMatchObject({ empty: false, ours: false });
  });
});
