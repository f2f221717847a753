import type { DriverStorage } from "@pilothouse/drivers/port";
import { parseJson } from "@pilothouse/protocol";
import type { Sqlite } from "./sqlite.js";

/** The store, or its file in a write. */
type Readable = Pick<Sqlite, "get" | "all">;

/** Small texts by name: the service's own settings, the password hash, what a driver keeps. */
export const readValue = (store: Readable, name: string): string | undefined =>
  store.get("SELECT text FROM value WHERE name = ?", name)?.["text"] as string | undefined;

/** A value that was saved as JSON. One that cannot be read is an error that names it. */
export function readJson<T>(store: Readable, name: string): T | undefined {
  const text = readValue(store, name);
  return text === undefined ? undefined : (savedJson(text, `the value ${name} in the store`) as T);
}

/** JSON that the service itself has saved. */
export const savedJson = (text: unknown, what: string): unknown => parseJson(String(text), { what });

/** To be called inside a write. */
export const putValue = (db: Sqlite, name: string, text: string): void =>
  db.run("INSERT INTO value VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text", name, text);

/** To be called inside a write. */
export const forgetValue = (db: Sqlite, name: string): void =>
  db.run("DELETE FROM value WHERE name = ?", name);

/** All whose names begin like this, by the rest of their names. */
export const valuesNamed = (store: Readable, prefix: string): ReadonlyMap<string, string> =>
  new Map(
    store
      .all("SELECT name, text FROM value WHERE name >= ? AND name < ?", prefix, `${prefix}\u{10ffff}`)
      .map((row) => [String(row["name"]).slice(prefix.length), String(row["text"])]),
  );

/** The place of one driver in the store. */
export const storage = (
  store: Readable & { write(change: (db: Sqlite) => void): Promise<void> },
  driver: string,
): DriverStorage => ({
  load: async () => readValue(store, `router.${driver}`),
  save: (text) => store.write((db) => putValue(db, `router.${driver}`, text)),
});
