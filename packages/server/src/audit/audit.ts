import type { Clock } from "@pilothouse/drivers/port";
import type { AuditEntry } from "@pilothouse/protocol";
import type { Log } from "../log.js";
import type { Row } from "../store/sqlite.js";
import type { Store } from "../store/store.js";
import type { Change } from "./changes.js";

/** Who did something: the address, and the session where there is one. */
export interface Actor {
  readonly address: string;
  readonly session?: string | undefined;
}

export interface Deed {
  readonly action: string;
  readonly details?: readonly Change[];
  /** `ok`, or the name of the error. */
  readonly outcome: string;
}

/** On the machine itself, by whoever owns the data directory. */
export const LOCAL: Actor = { address: "local" };

/** How many entries are kept; what strangers cause has its own share and cannot wash out the rest. */
const MOST = { known: 100_000, stranger: 1_000 } as const;
type Source = keyof typeof MOST;

const MINUTE = 60_000;
/** So many refused logins a minute are recorded one by one; the rest are told as a number. */
const REFUSALS_A_MINUTE = 10;

const COLUMNS = "id, at, address, session, action, details, outcome";

/** The record of who changed what, when and with what outcome: in the store, and in the log. */
export class Audit {
  readonly #kept: { [S in Source]: number };
  #minute = 0;
  #refusals = 0;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
  ) {
    const count = (source: Source) =>
      Number(store.get("SELECT count(*) AS n FROM audit WHERE source = ?", source)?.["n"]);
    this.#kept = { known: count("known"), stranger: count("stranger") };
  }

  /** Resolves when the entry is on disk, or its loss in the log: what was done stays done. */
  add(actor: Actor, deed: Deed): Promise<void> {
    return this.#add("known", actor, deed);
  }

  /** A login that failed. An attacker makes many, so few are kept and nobody waits for them. */
  refused({ address }: Actor, outcome: string): void {
    const minute = Math.floor(this.clock.now() / MINUTE);
    if (minute !== this.#minute) {
      const untold = this.#refusals - REFUSALS_A_MINUTE;
      if (untold > 0)
        void this.#add(
          "stranger",
          { address: "various" },
          { action: `login, ${untold} more within a minute`, outcome },
        );
      this.#minute = minute;
      this.#refusals = 0;
    }
    this.#refusals++;
    if (this.#refusals <= REFUSALS_A_MINUTE)
      void this.#add("stranger", { address }, { action: "login", outcome });
  }

  /** The newest entries first, older than `before`. */
  read(limit: number, before = Number.MAX_SAFE_INTEGER): AuditEntry[] {
    return this.store
      .all(`SELECT ${COLUMNS} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`, before, limit)
      .map(entryOf);
  }

  async #add(source: Source, { address, session }: Actor, deed: Deed): Promise<void> {
    const { action, details = [], outcome } = deed;
    const at = this.clock.now();
    this.log.info({ audit: { at, address, session, action, details, outcome } }, `audit: ${action}`);
    try {
      await this.store.write((db) => {
        db.run(
          "INSERT INTO audit (source, at, address, session, action, details, outcome) VALUES (?, ?, ?, ?, ?, ?, ?)",
          ...[source, at, address, session ?? null, action, JSON.stringify(details), outcome],
        );
        if (this.#kept[source] >= MOST[source])
          db.run("DELETE FROM audit WHERE id = (SELECT min(id) FROM audit WHERE source = ?)", source);
      });
      this.#kept[source] = Math.min(this.#kept[source] + 1, MOST[source]);
    } catch (error) {
      this.log.error({ err: error, action }, "the audit entry could not be written");
    }
  }
}

const entryOf = (row: Row): AuditEntry => ({
  id: Number(row["id"]),
  at: Number(row["at"]),
  address: String(row["address"]),
  session: row["session"] === null ? null : String(row["session"]),
  action: String(row["action"]),
  details: JSON.parse(String(row["details"])) as AuditEntry["details"],
  outcome: String(row["outcome"]),
});
