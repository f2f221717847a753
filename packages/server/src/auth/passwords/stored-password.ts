import { readStoreHeader } from "../../store/header.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { openSqlite } from "../../store/sqlite.js";
import { storeFile } from "../../store/store.js";
import { readJson } from "../../store/values.js";
import type { StoredPassword } from "./password.js";

/**
 * Whether a store that no service has open still holds the factory password. Only reads; throws what
 * SQLite says when somebody does have it open.
 */
export function storedPasswordIsFactory(dataDir: string): boolean {
  // Opening would make a file where there is none.
  const header = readStoreHeader(dataDir);
  if (header === undefined || header.empty) return true;
  const db = openSqlite(storeFile(dataDir));
  try {
    db.exec("PRAGMA query_only = ON");
    return readJson<StoredPassword>(db, PASSWORD_VALUE)?.factory ?? true;
  } finally {
    db.close();
  }
}
