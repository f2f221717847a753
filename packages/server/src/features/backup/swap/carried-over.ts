import { orNone } from "@pilothouse/system";
import { openSqlite, rollBack, type Sqlite } from "../../../store/sqlite.js";
import { putValue, readValue } from "../../../store/values.js";

/** By these names the fleet keeps them in a node's store. */
export const FLEET_KEY = "fleet.key";
const MEMBERSHIP = "fleet.belonging";
const DONE = "fleet.once.";

/**
 * What a restore must not take back, from the store that is replaced into the one that replaces it. A hub that has not
 * heard the answer sends a call again, and a node carries it out once. As long as the node has the same key, it also knows
 * better than the backup where its hub is, and whether an operator has decided that this machine is the node.
 */
export function carryOver(from: Sqlite, store: string): void {
  // A store of which nothing can be read is replaced all the same.
  const kept = orNone(() => from.all("SELECT name, text FROM value WHERE name LIKE 'fleet.%'")) ?? [];
  const values = new Map(kept.map(({ name, text }) => [String(name), String(text)]));
  const db = openSqlite(store);
  try {
    db.exec("BEGIN IMMEDIATE");
    const isSame = values.get(FLEET_KEY) === readValue(db, FLEET_KEY);
    for (const [name, text] of values)
      if (name.startsWith(DONE) || (isSame && name === MEMBERSHIP)) putValue(db, name, text);
    db.exec("COMMIT");
  } finally {
    rollBack(db);
    db.close();
  }
}
