import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import { putValue, Store, storeFile } from "@pilothouse/server";
import { COST } from "../../packages/server/src/auth/passwords/hasher.js";
import { PASSWORD_VALUE } from "../../packages/server/src/store/opening/soundness.js";

/** The least that argon2 takes: a login with it takes a thousandth of the time. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Stores that hold nothing but a password, one for each. */
const stores = new Map<string, Promise<string>>();

/**
 * Gives a new data directory a store in which the password is chosen already, for tests of something else. To start with
 * the factory password, log in with it and change it takes three hashes more, which is most of a start's work. A login
 * takes as long as the stored hash says: `costly` is for tests of how logins wait and what they take.
 */
export async function choosePassword(dataDir: string, password: string, costly = false): Promise<void> {
  const key = `${costly} ${password}`;
  const made = stores.get(key) ?? make(password, costly);
  stores.set(key, made);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(storeFile(await made), storeFile(dataDir));
}

async function make(password: string, costly: boolean): Promise<string> {
  // It goes with the other temporary files of the run.
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-password-"));
  const stored = { hash: await hash(password, costly ? COST : CHEAP), factory: false };
  const store = Store.open(dir);
  await store.write((db) => putValue(db, PASSWORD_VALUE, JSON.stringify(stored)));
  await store.close();
  return dir;
}
