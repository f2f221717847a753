import { randomUUID } from "node:crypto";
import { putValue, readValue, type Store } from "@pilothouse/server";

const KEY = "hub.name";

/** The name by which hubs of one fleet know each other: made once, and kept with the hub's own data. */
export async function hubName(store: Store): Promise<string> {
  const known = readValue(store, KEY);
  if (known !== undefined) return known;
  const name = randomUUID();
  await store.write((db) => putValue(db, KEY, name));
  return name;
}
