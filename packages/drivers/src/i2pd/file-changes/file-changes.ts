import { linkSync, lstatSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, parseJson, reason } from "@pilothouse/protocol";
import {
  makeDirectory,
  NotPlain,
  OwnerLost,
  orNoEntry,
  orNone,
  replaceFile,
  sweepDrafts,
  syncDirectory,
  textAt,
  writeDraft,
} from "@pilothouse/system";
import { RouterUnavailable, SettingRefused } from "../../port.js";

/** A file that is to become something else, together with others. */
export interface FileChange {
  readonly path: string;
  /** Undefined: it is removed, if it is there. */
  readonly becomes: string | Uint8Array | undefined;
  readonly mode: number;
  /** Where it goes, instead of being lost, when it is not there now and the change is put back: for keys. */
  readonly aside?: string;
}

interface Entry {
  readonly path: string;
  readonly existed: boolean;
  readonly becomes: boolean;
  readonly aside?: string | undefined;
}

interface Journal {
  /** The router ran when the change began. */
  readonly running: boolean;
  readonly entries: readonly Entry[];
}

const newOf = (path: string): string => `${path}.pilothouse-new`;
const oldOf = (path: string): string => `${path}.pilothouse-old`;
const doneOf = (journal: string): string => `${journal}.done`;
const inodeOf = (path: string): number | undefined => orNoEntry(() => lstatSync(path))?.ino;
const isThere = (path: string): boolean => inodeOf(path) !== undefined;

/**
 * Changes several files all or none, also when the service is killed in between. Both what they become and what they
 * were lies beside them before the first is changed, so that neither can fail on a full disk; a journal names them until
 * it is decided which of the two stays.
 */
export class FileChanges {
  constructor(readonly controlDir: string) {}

  /** What a killed service has left undecided. What was decided is finished. */
  pending(): Pending | undefined {
    sweepDrafts(this.#journal);
    const decided = readJournal(doneOf(this.#journal));
    if (decided !== undefined) new Pending(this.#journal, decided).end();
    const journal = readJournal(this.#journal);
    return journal && new Pending(this.#journal, journal);
  }

  /** Makes everything ready, and changes nothing yet. */
  prepare(changes: readonly FileChange[], running: boolean): Pending {
    const entries = changes.map(({ path, becomes, aside }) => ({
      path,
      existed: isThere(path),
      becomes: becomes !== undefined,
      aside,
    }));
    const pending = new Pending(this.#journal, { running, entries });
    try {
      pending.write();
      for (const { path, becomes, mode } of changes) {
        for (const draft of [newOf(path), oldOf(path)]) rmSync(draft, { force: true });
        makeDirectory(dirname(path), mode === 0o600 ? 0o700 : 0o755);
        if (becomes !== undefined) writeDraft(newOf(path), path, becomes, mode);
        if (isThere(path)) linkSync(path, oldOf(path));
      }
      for (const { path } of changes) syncDirectory(dirname(path));
    } catch (error) {
      pending.putBack();
      throw refusalOf(error as NodeJS.ErrnoException);
    }
    return pending;
  }

  get #journal(): string {
    return join(this.controlDir, "files.journal");
  }
}

/** A change that is ready, or made and not decided yet. */
export class Pending {
  constructor(
    readonly journalFile: string,
    readonly journal: Journal,
  ) {}

  get running(): boolean {
    return this.journal.running;
  }

  /** Whether a file was changed already. */
  get isBegun(): boolean {
    return this.journal.entries.some(({ path, existed }) => {
      const [now, old] = [inodeOf(path), inodeOf(oldOf(path))];
      return existed ? old !== undefined && old !== now : now !== undefined;
    });
  }

  write(): void {
    replaceFile(this.journalFile, JSON.stringify(this.journal), { mode: 0o600, ours: true });
  }

  /** Makes the change. If this fails in the middle, it is to be put back. */
  apply(): void {
    for (const { path, becomes } of this.journal.entries) {
      if (becomes) renameSync(newOf(path), path);
      else rmSync(path, { force: true });
    }
    this.#sync();
  }

  /** It stays. Another name of the journal says so, which takes no space. */
  keep(): void {
    renameSync(this.journalFile, doneOf(this.journalFile));
    syncDirectory(dirname(this.journalFile));
    this.end();
  }

  /** Everything is as it was, byte for byte. */
  putBack(): void {
    for (const entry of this.journal.entries) {
      if (entry.existed) orNoEntry(() => renameSync(oldOf(entry.path), entry.path));
      else if (!entry.becomes || !isThere(newOf(entry.path))) withdraw(entry);
    }
    this.#sync();
    this.end();
  }

  /** It is decided: what lies beside the files goes. */
  end(): void {
    // When both names lead to one file, a rename leaves both.
    for (const { path } of this.journal.entries)
      for (const draft of [newOf(path), oldOf(path)]) rmSync(draft, { force: true });
    for (const file of [this.journalFile, doneOf(this.journalFile)]) rmSync(file, { force: true });
  }

  /** A directory that was to be made is not there if the service was killed before. */
  #sync(): void {
    for (const dir of new Set(this.journal.entries.map(({ path }) => dirname(path))))
      orNoEntry(() => syncDirectory(dir));
  }
}

/** Before anything was changed: what stands in the way, or that the disk is full or not ours to write. */
function refusalOf(error: NodeJS.ErrnoException): Error {
  if (error instanceof NotPlain || error instanceof OwnerLost)
    return new SettingRefused(error.message, { cause: error });
  if (error.code === undefined) return error;
  return new RouterUnavailable(reason("i2pd.fileNotWritten", { text: error.message }), "failed", {
    cause: error,
  });
}

/** Takes away a file that was not there before. */
function withdraw({ path, aside }: Entry): void {
  if (aside !== undefined && isThere(path) && !isThere(aside)) {
    makeDirectory(dirname(aside), 0o700);
    // On another file system it is not kept: nobody was told of it.
    orNone(() => linkSync(path, aside));
  }
  rmSync(path, { force: true });
}

function readJournal(file: string): Journal | undefined {
  const text = textAt(file);
  if (text === undefined) return undefined;
  const journal = parseJson(text);
  // It is replaced as a whole, so it is what was written.
  if (!isObject(journal)) throw new Error(`${file} is damaged: see which files it names, then move it away`);
  return journal as unknown as Journal;
}
