import { readPlainFile } from "@pilothouse/system";
import { MIGRATIONS } from "./opening/migrations.js";
import { APPLICATION_ID } from "./opening/opening.js";
import { storeFile } from "./store.js";

/** What the first bytes of a store say. */
export interface StoreHeader {
  /** Nothing was written yet. */
  readonly empty: boolean;
  /** False for another program's file. */
  readonly ours: boolean;
  readonly version: number;
  /** The newest version of the schema that this program knows. */
  readonly newest: number;
}

/** The offsets in SQLite's file format. */
const USER_VERSION = 60;
const APPLICATION = 68;
const HEADER = 100;

/**
 * Looks at a store without SQLite and so without any lock: a running service never notices. Not to be
 * called in the process of the service itself, whose lock the system drops when any handle is closed.
 */
export function readStoreHeader(dataDir: string): StoreHeader | undefined {
  const first = readPlainFile(storeFile(dataDir), HEADER);
  if (first === undefined) return undefined;
  const bytes = Buffer.alloc(HEADER);
  first.copy(bytes);
  return {
    empty: first.length === 0,
    ours: bytes.readUInt32BE(APPLICATION) === APPLICATION_ID,
    version: bytes.readUInt32BE(USER_VERSION),
    newest: MIGRATIONS.length,
  };
}
