import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { putValue, Store, storeFile } from "@pilothouse/server";
import { Hasher } from "../../packages/server/src/auth/passwords/hasher.js";
import { PASSWORD_VALUE } from "../../packages/server/src/store/opening/soundness.js";

/** Stores that hold nothing but a password, one for each password. */
const stores = new Map<string, Promise<string>>();

/**
 * Gives a new data directory a store in which the password is chosen already, for tests of something else. To start with
 * the factory password, log in with it and change it takes three hashes more, which is most of a start's work.
 */
export async function choosePassword(dataDir: string, password: string): Promise<void> {
  const made = stores.get(password) ?? make(password);
  stores.set(password, made);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(storeFile(await made), storeFile(dataDir));
}

async function make(password: string): Promise<string> {
  // It goes with the other temporary files of the run.
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-password-"));
  const hash = await new Hasher().hash(password);
  const store = Store.open(dir);
  await store.write((db) => putValue(db, PASSWORD_VALUE, JSON.stringify({ hash, factory: false })));
  await store.close();
  return dir;
}
