import { isObject, parseJson, type Settings } from "@pilothouse/protocol";
import { orNone, replaceFile, sweepDrafts, textOf } from "@pilothouse/system";

/** Settings by their names; null for one that was removed. */
export type Values = ReadonlyMap<string, string | null>;

/** A write that was answered as saved, without what a later one has changed again. */
interface SavedChange {
  readonly settings: readonly (readonly [name: string, value: string | null])[];
  /** The router was started with it, or without it because it was dropped. */
  readonly started?: true | undefined;
  /** Left out of the configuration, because the router did not start with it. */
  readonly dropped?: true | undefined;
}

interface Stored {
  readonly changes: readonly SavedChange[];
  /** The configuration was rolled back since the router last started. */
  readonly rolledBack?: boolean;
  /** What the last roll-back lost, until somebody was told. */
  readonly lost?: SavedChange["settings"] | undefined;
}

/**
 * What was answered as saved since the start that worked last, the oldest first: a roll-back must not lose it.
 * It is in a file of the driver's own directory, since it may hold secrets.
 */
export class SavedChanges {
  #stored: Stored = { changes: [] };

  constructor(readonly file: string) {}

  async open(): Promise<void> {
    sweepDrafts(this.file);
    this.#stored = readStored(await textOf(this.file));
  }

  get count(): number {
    return this.#stored.changes.length;
  }

  /** Undefined when there is nothing to tell. */
  get lost(): Values | undefined {
    return this.#stored.lost && new Map(this.#stored.lost);
  }

  /** What the first changes come to together; all of them by default. */
  values(first = this.count): Values {
    return new Map(this.#stored.changes.slice(0, first).flatMap(({ settings }) => settings));
  }

  add(values: Values): void {
    const { changes } = this.#stored;
    const known = new Map(changes.filter((one) => !one.started).flatMap((one) => one.settings));
    if ([...values].every(([name, value]) => known.get(name) === value)) return;
    const older = changes.map((change) => ({
      ...change,
      settings: change.settings.filter(([name]) => !values.has(name)),
    }));
    this.#keep({
      changes: [...older.filter(({ settings }) => settings.length > 0), { settings: [...values] }],
    });
  }

  /** The router is about to be started with what is there now. */
  started(): void {
    if (this.#stored.changes.some((change) => !change.started))
      this.#keep({ changes: this.#stored.changes.map((change) => ({ ...change, started: true })) });
  }

  /** The configuration is put back with the first changes only; all of them and no roll-back by default. */
  keepOnly(first: number | undefined): void {
    this.#keep({
      changes: this.#stored.changes.map(({ settings, started }, at) => ({
        ...{ settings, started },
        ...(at >= (first ?? this.count) && { dropped: true }),
      })),
      rolledBack: first !== undefined,
    });
  }

  /** The router came up with these settings: what it was started without is lost. */
  proven(is: Settings): void {
    const { changes, rolledBack } = this.#stored;
    const later = changes.filter((change) => !change.started);
    const since = new Set(later.flatMap(({ settings }) => settings.map(([name]) => name)));
    const lost = changes
      .filter(({ started, dropped }) => started && dropped)
      .flatMap(({ settings }) => settings)
      .filter(([name, value]) => (is.get(name) ?? null) !== value && !since.has(name));
    if (later.length === changes.length && rolledBack !== true) return;
    this.#keep({
      changes: later,
      rolledBack: false,
      ...(rolledBack && { lost: [...(this.lost ?? []), ...lost] }),
    });
  }

  /** Somebody was told what was lost. */
  told(): void {
    this.#keep({ lost: undefined });
  }

  #keep(change: Partial<Stored>): void {
    const next = { ...this.#stored, ...change };
    replaceFile(this.file, JSON.stringify(next), { mode: 0o600, ours: true });
    this.#stored = next;
  }
}

/** What cannot be read is forgotten: the settings themselves are in the configuration. */
function readStored(text: string | undefined): Stored {
  const stored = orNone(() => parseJson(text ?? ""));
  const isWhole = isObject(stored) && Array.isArray(stored["changes"]);
  return isWhole ? (stored as unknown as Stored) : { changes: [] };
}
