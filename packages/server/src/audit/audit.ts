import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import {
  AUDIT_CODES,
  type AuditCode,
  type AuditEntry,
  type AuditOutcome,
  auditText,
  type EventData,
  shownSetting,
} from "@pilothouse/protocol";
import type { Log } from "../log.js";
import type { Row, Sqlite } from "../store/sqlite.js";
import type { Alongside, Store } from "../store/store.js";
import { savedJson } from "../store/values.js";
import type { Change } from "./changes.js";

/** Who did something, and in which session or with which token where there is one. */
export interface Actor {
  /** An address, or a name where the carrier knows one. */
  readonly address: string;
  readonly session?: string | undefined;
  readonly name?: string | undefined;
}

export interface AuditedAction {
  readonly action: AuditCode;
  /** The values of the action's text. */
  readonly data?: EventData | undefined;
  readonly details?: readonly Change[];
  readonly outcome: AuditOutcome;
}

/** Like attempts that were refused within a minute. */
interface Refusals {
  readonly action: AuditCode;
  readonly data: EventData;
  readonly count: number;
}

/** On the machine itself, by the owner of the data directory. */
export const LOCAL: Actor = { address: "local" };

/**
 * How many entries are kept. Entries caused by strangers have their own share, and so has each session: one that
 * floods the audit loses its own entries, from the middle, so that its beginning and its end stay.
 */
const MOST = { known: 100_000, stranger: 1_000, session: 2_000 } as const;
type Source = Exclude<keyof typeof MOST, "session">;

const MINUTE = 60_000;
/** Up to this many refused logins a minute get an entry each; the rest are recorded as a count. */
const REFUSALS_A_MINUTE = 10;

const COLUMNS = "id, at, address, session, name, action, details, outcome, code, data";

/** The record of who changed what, when and with what outcome: in the store, and in the log. */
export class Audit {
  /** How many entries there are; absent until counted. */
  readonly #stored = new Map<Source, number>();
  /** The same by session. */
  readonly #bySession = new Map<string, number>();
  #minute = -1;
  /** What was refused in this minute, by what it was. */
  readonly #refusals = new Map<string, Refusals>();

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
    readonly most: { readonly [S in keyof typeof MOST]: number } = MOST,
    /** Called for each failed login. */
    readonly onRefused: (address: string) => void = () => {},
  ) {}

  /** Resolves when the entry is on disk, or its loss in the log: what was done stays done. */
  add(actor: Actor, done: AuditedAction): Promise<void> {
    void this.#recordOmitted();
    return this.#add("known", actor, done);
  }

  /** An entry for the write of what it is about: both are on disk, or neither. */
  entry(actor: Actor, done: AuditedAction): Alongside {
    void this.#recordOmitted();
    const at = this.clock.now();
    return {
      insert: (db) => this.#insert(db, "known", at, actor, done),
      finish: (isCommitted) => {
        if (isCommitted) this.#logEntry(at, actor, done);
        else this.#countAgain("known", actor);
      },
    };
  }

  /** A failed login or another refused attempt. There can be very many, so few are kept and no caller waits. */
  refused(
    { address }: Actor,
    outcome: AuditOutcome,
    action: AuditCode = "login",
    data: EventData = {},
  ): void {
    void this.#recordOmitted();
    const kind = `${action} ${data["why.code"] ?? ""}`;
    const count = (this.#refusals.get(kind)?.count ?? 0) + 1;
    this.#refusals.set(kind, { action, data, count });
    if (action === "login") this.onRefused(address);
    if (count <= REFUSALS_A_MINUTE) void this.#add("stranger", { address }, { action, data, outcome });
  }

  async close(): Promise<void> {
    this.#minute = -1;
    await this.#recordOmitted();
  }

  /** The newest entries first, older than `before`. */
  async read(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<AuditEntry[]> {
    await this.store.settled();
    return this.store
      .all(`SELECT ${COLUMNS} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`, before, limit)
      .map(entryOf);
  }

  /** Records how many refusals of the past minute got no entry of their own. */
  async #recordOmitted(): Promise<void> {
    const minute = Math.floor(ticksOf(this.clock) / MINUTE);
    if (minute === this.#minute) return;
    const counted = [...this.#refusals.values()];
    this.#minute = minute;
    this.#refusals.clear();
    for (const { action, data, count } of counted)
      if (count > REFUSALS_A_MINUTE) {
        const more = count - REFUSALS_A_MINUTE;
        const omitted = { action, data: { ...data, more }, outcome: "refused" } as const;
        await this.#add("stranger", { address: "various" }, omitted);
      }
  }

  async #add(source: Source, actor: Actor, done: AuditedAction): Promise<void> {
    const at = this.clock.now();
    this.#logEntry(at, actor, done);
    try {
      await this.store.write((db) => this.#insert(db, source, at, actor, done));
    } catch (error) {
      this.#countAgain(source, actor);
      this.log.error({ err: error, action: textOf(done) }, "the audit entry could not be written");
    }
  }

  #logEntry(at: number, { address, session, name }: Actor, done: AuditedAction): void {
    const { details = [], outcome } = done;
    const action = textOf(done);
    this.log.info({ audit: { at, address, session, name, action, details, outcome } }, `audit: ${action}`);
  }

  #insert(
    db: Sqlite,
    source: Source,
    at: number,
    { address, session, name }: Actor,
    done: AuditedAction,
  ): void {
    const { action: code, data = {}, details = [], outcome } = done;
    db.run(
      "INSERT INTO audit (source, at, address, session, name, action, details, outcome, code, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[source, at, address, session ?? null, name ?? null, textOf(done), JSON.stringify(details), outcome],
      ...[code, JSON.stringify(data)],
    );
    const thinned = session !== undefined && this.#thin(db, session);
    const stored = (this.#stored.get(source) ?? countOf(db, "source", source) - 1) + (thinned ? 0 : 1);
    if (stored > this.most[source])
      db.run("DELETE FROM audit WHERE id = (SELECT min(id) FROM audit WHERE source = ?)", source);
    this.#stored.set(source, Math.min(stored, this.most[source]));
  }

  /** A write has failed, and what was counted in it is not there. */
  #countAgain(source: Source, { session }: Actor): void {
    this.#stored.delete(source);
    if (session !== undefined) this.#bySession.delete(session);
  }

  /** Whether a session had to give up an entry for its newest one. */
  #thin(db: Sqlite, session: string): boolean {
    const { session: most } = this.most;
    const stored = (this.#bySession.get(session) ?? countOf(db, "session", session) - 1) + 1;
    if (this.#bySession.size >= MOST_COUNTED) this.#bySession.clear();
    this.#bySession.set(session, Math.min(stored, most));
    if (stored <= most) return false;
    const oldest = "SELECT id FROM audit WHERE session = ? ORDER BY id LIMIT 1 OFFSET ?";
    db.run(`DELETE FROM audit WHERE id = (${oldest})`, session, Math.floor(most / 2));
    return true;
  }
}

const textOf = ({ action, data = {} }: AuditedAction): string => auditText(action, data);

/** How many sessions are counted at a time. */
const MOST_COUNTED = 1_000;

const countOf = (db: Sqlite, column: "source" | "session", value: string): number =>
  Number(db.get(`SELECT count(*) AS n FROM audit WHERE ${column} = ?`, value)?.["n"]);

/** Version 0.1 stored no codes. Most of its texts are codes now. */
function codeOf({ code, data, action }: Row): Pick<AuditEntry, "code" | "data"> {
  if (code !== null)
    return { code: String(code), data: savedJson(data, "an entry of the audit") as EventData };
  const known = AUDIT_CODES.find((one) => one === action);
  return known === undefined ? { code: null, data: null } : { code: known, data: {} };
}

/** Entries are kept without secrets, but an earlier version did not recognise all of them. */
const shownDetail = ({ name, old, new: now }: Change): Change => ({
  name,
  old: shownSetting(name, old),
  new: shownSetting(name, now),
});

const entryOf = (row: Row): AuditEntry => ({
  id: Number(row["id"]),
  at: Number(row["at"]),
  address: String(row["address"]),
  session: row["session"] === null ? null : String(row["session"]),
  name: row["name"] === null ? null : String(row["name"]),
  action: String(row["action"]),
  details: (savedJson(row["details"], "an entry of the audit") as AuditEntry["details"]).map(shownDetail),
  outcome: String(row["outcome"]),
  ...codeOf(row),
});
