import { statSync } from "node:fs";
import { damagedBeside, damageOf, readStoreHeader, recoveryAdvice, storeFile } from "@pilothouse/server";
import { type Check, ok, orNoEntry, problem, warning } from "@pilothouse/system";
import type { Situation } from "../situation.js";

/** SQLite's record of a write that was under way. */
export const journalOf = (dataDir: string): string => `${storeFile(dataDir)}-journal`;

/** Whether a write was cut short and waits to be undone, which only the next start should do. */
export const wasCutShort = (dataDir: string): boolean =>
  (orNoEntry(() => statSync(journalOf(dataDir)))?.size ?? 0) > 0;

/** Why nothing can be read from a store that no service has open. */
export function unreadable(dataDir: string): string | undefined {
  if (wasCutShort(dataDir)) return "the store waits for the next start";
  if (damagedWithoutSuccessor(dataDir) !== undefined) return "the store is damaged";
  const header = readStoreHeader(dataDir);
  if (header === undefined || header.empty) return undefined;
  if (!header.ours) return "the store is not one of Pilothouse";
  if (header.version > header.newest) return "the store was written by a newer Pilothouse";
  return damageOf(storeFile(dataDir)) === undefined ? undefined : "the store is damaged";
}

/** The damaged store for which there is none in its place yet. */
export function damagedWithoutSuccessor(dataDir: string): string | undefined {
  const header = readStoreHeader(dataDir);
  if (header !== undefined && !header.empty) return undefined;
  return orNoEntry(() => damagedBeside(storeFile(dataDir)));
}

export const store: Check<Situation> = {
  name: "store",
  look: ({ settings: { data_dir }, service }) => {
    const file = storeFile(data_dir);
    const header = readStoreHeader(data_dir);
    const aside = damagedWithoutSuccessor(data_dir);
    if (aside !== undefined)
      return problem(`${file} was damaged and is set aside as ${aside}`, recoveryAdvice(file));
    if (header === undefined || header.empty) return ok(`${file} is not there yet; the first start makes it`);
    const { ours, version, newest } = header;
    if (!ours)
      return problem(`${file} is not a store of Pilothouse`, "move it away, or choose another data_dir");
    if (version > newest)
      return problem(
        `${file} was written by a newer Pilothouse (schema ${version}; this one knows ${newest})`,
        "start that version",
      );
    const use = service === undefined ? "no service runs on it" : `in use by process ${service.pid}`;
    if (service === undefined && wasCutShort(data_dir))
      return warning(`${file}: the service ended in the middle of a write`, "start it: it undoes that write");
    const damage = service === undefined ? damageOf(file) : undefined;
    if (damage !== undefined)
      return problem(
        `${file} is damaged: ${damage}`,
        `the next start sets it aside; then ${recoveryAdvice(file)}`,
      );
    const waits = version < newest ? `; the next start brings it to ${newest}` : "";
    return ok(`schema ${version}${waits}, ${use}`);
  },
};
