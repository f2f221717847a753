import { orNone } from "@pilothouse/system";
import { openSqlite, rollBack, type Sqlite } from "../../../store/sqlite.js";
import { forgetValue, putValue, readValue } from "../../../store/values.js";

/** By these names the fleet keeps them in a node's store. */
export const FLEET_KEY = "fleet.key";
const MEMBERSHIP = "fleet.belonging";
const DONE = "fleet.once.";

/**
 * What is known of a router whose files stay as they are, by the names that its driver and other features have for it: its
 * run and what waits for a restart, your own limits while the budget has lowered them, and what is under way. In a backup
 * these are of another time, and of files that are not restored. The simulated router is nothing else than what is in the
 * store.
 */
export const ofRouter = (kind: string): readonly string[] =>
  kind === "simulator" ? [] : [`router.${kind}`, `budget.held.${kind}`, "apply", "graceful.order"];

/**
 * What a restore must not take back, from the store that is replaced into the one that replaces it. A hub that has not
 * heard the answer sends a call again, and a node carries it out once. As long as the node has the same key, it also knows
 * better than the backup where its hub is, and whether an operator has decided that this machine is the node. The values
 * named in `stays` stay as they are now, also those that are not there.
 */
export function carryOver(from: Sqlite, store: string, stays: readonly string[]): void {
  // A store of which nothing can be read is replaced all the same.
  const wanted = "name LIKE 'fleet.%' OR name IN (SELECT value FROM json_each(?))";
  const kept =
    orNone(() => from.all(`SELECT name, text FROM value WHERE ${wanted}`, JSON.stringify(stays))) ?? [];
  const values = new Map(kept.map(({ name, text }) => [String(name), String(text)]));
  const db = openSqlite(store);
  try {
    db.exec("BEGIN IMMEDIATE");
    const isSame = values.get(FLEET_KEY) === readValue(db, FLEET_KEY);
    for (const name of stays) forgetValue(db, name);
    for (const [name, text] of values)
      if (stays.includes(name) || name.startsWith(DONE) || (isSame && name === MEMBERSHIP))
        putValue(db, name, text);
    db.exec("COMMIT");
  } finally {
    rollBack(db);
    db.close();
  }
}
