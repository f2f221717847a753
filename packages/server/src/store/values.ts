import type { Shelf } from "@pilothouse/drivers/port";
import type { Sqlite } from "./sqlite.js";
import type { Store } from "./store.js";

/** Small texts by name: the service's own settings, the password hash, what a driver keeps. */
export const readValue = (store: Store, name: string): string | undefined =>
  store.get("SELECT text FROM value WHERE name = ?", name)?.["text"] as string | undefined;

/** To be called inside a write. */
export const putValue = (db: Sqlite, name: string, text: string): void =>
  db.run("INSERT INTO value VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text", name, text);

/** The place of one driver in the store. */
export const shelf = (store: Store, driver: string): Shelf => ({
  load: async () => readValue(store, `router.${driver}`),
  save: (text) => store.write((db) => putValue(db, `router.${driver}`, text)),
});
