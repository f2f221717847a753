import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { certificateFiles, putValue, readValue, type Store } from "@pilothouse/server";
import { fleetKeysFile } from "../keys/fleet-keys.js";

const KEY = "hub.name";

/** The name by which hubs of one fleet know each other: made once, and kept with the hub's own data. */
export async function hubName(store: Store): Promise<string> {
  const known = readValue(store, KEY);
  if (known !== undefined) return known;
  const name = randomUUID();
  await store.write((db) => putValue(db, KEY, name));
  return name;
}

/** What a hub has beside its store and cannot do without: nodes trust only its keys, and its bus by its certificate. */
export const hubFiles = (dataDir: string): readonly string[] => [
  fleetKeysFile(dataDir),
  ...Object.values(certificateFiles(join(dataDir, "bus"))),
];
