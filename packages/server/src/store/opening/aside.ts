import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "@pilothouse/drivers/port";
import { type Damage, StoreError } from "../store-error.js";

/**
 * A damaged store is moved aside. While it is there and no store has replaced it, no new one is made: that would
 * have the factory password. The operator's decision is seen from the files alone: either a copy was put back, or
 * the damaged store is no longer in the directory.
 */
export const journalOf = (file: string): string => `${file}-journal`;

const MARK = ".damaged-";

/** The damaged store that was set aside last. */
export function damagedBeside(file: string): string | undefined {
  const names = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(basename(file) + MARK) && !name.endsWith(journalOf("")),
  );
  const last = names.sort().at(-1);
  return last && join(dirname(file), last);
}

/** Throws while a damaged store has no successor. */
export function refuseWithoutSuccessor(file: string): void {
  if (!isNothing(file)) return;
  const aside = damagedBeside(file);
  if (aside === undefined) return;
  // One that was left behind would be played into the copy that is put back.
  moveJournal(file, aside);
  throw new StoreError(`${file} was damaged and is set aside as ${aside}; ${recoveryAdvice(file)}`);
}

/** Moves a damaged store and its journal aside, and says in one line what is to be done. */
export function setAside(file: string, damage: Damage, clock: Clock): StoreError {
  const beginning = `${file} is damaged (${damage.message.replaceAll("\n", "; ")}) and`;
  try {
    const aside = unused(file + MARK + new Date(clock.now()).toISOString().replaceAll(/[-:]/g, ""));
    renameSync(file, aside);
    moveJournal(file, aside);
    const text = `${beginning} is set aside as ${aside}; ${recoveryAdvice(file)}`;
    return new StoreError(text, false, { cause: damage });
  } catch (error) {
    return new StoreError(`${beginning} cannot be set aside: ${(error as Error).message}`);
  }
}

export const recoveryAdvice = (file: string): string =>
  `put a copy of it back as ${file}, or start with an empty store: move the damaged file to another directory, and start the service with a first password (PILOTHOUSE_PASSWORD_FILE)`;

const isNothing = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

function moveJournal(file: string, aside: string): void {
  if (!isNothing(journalOf(file))) renameSync(journalOf(file), unused(journalOf(aside)));
}

/** What is kept is never overwritten. */
function unused(path: string): string {
  let name = path;
  for (let n = 2; existsSync(name); n++) name = `${path}.${n}`;
  return name;
}
