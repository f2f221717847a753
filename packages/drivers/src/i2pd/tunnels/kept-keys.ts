import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { orNone, readPlainFile } from "@pilothouse/system";
import { readKey } from "./key-file.js";

/** Keys of tunnels, of those that are gone too, apart from i2pd's own files: a copy of each is here once it is known. */
export const keptDir = (controlDir: string): string => join(controlDir, "tunnel-keys");

const MOST_BYTES = 8_192;

export interface KeptKey {
  /** The tunnel that has or had it. */
  readonly name: string;
  readonly address: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** When it was put here, in milliseconds since the epoch. */
  readonly since: number;
}

export const keptPath = (controlDir: string, name: string, address: string): string =>
  join(keptDir(controlDir), `${encodeURIComponent(name)}.${address.replace(/\..*/, "")}.dat`);

/** For one that the router is about to make, whose address is not known yet. */
export const keptUnknown = (controlDir: string, name: string): string => keptPath(controlDir, name, "made");

/** What is kept; the newest comes last. */
export function readKept(controlDir: string): readonly KeptKey[] {
  const names = orNone(() => readdirSync(keptDir(controlDir))) ?? [];
  return names
    .flatMap((file) => {
      const [, encodedName] = /^([^.]+)\.\w+\.dat$/.exec(file) ?? [];
      const path = join(keptDir(controlDir), file);
      const name = encodedName && orNone(() => decodeURIComponent(encodedName));
      const bytes = orNone(() => readPlainFile(path, MOST_BYTES));
      const key = bytes && readKey(bytes);
      if (name === undefined || bytes === undefined || typeof key !== "object") return [];
      return [{ name, address: key.address, path, bytes, since: statSync(path).mtimeMs }];
    })
    .sort((a, b) => a.since - b.since);
}

/** The bytes of a key file in i2pd's data directory; undefined when there is none, or it is not ours to read. */
export const keyBytes = (dataDir: string, name: string): Uint8Array | undefined =>
  isBare(name) ? orNone(() => readPlainFile(join(dataDir, name), MOST_BYTES)) : undefined;

/** A name that i2pd cannot be led elsewhere with. */
export const isBare = (name: string): boolean =>
  /^[\w%!'()*~-][\w .%!'()*~-]*$/.test(name) && !name.includes("..");
