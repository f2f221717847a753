import { setImmediate } from "node:timers/promises";
import type { Clock } from "@pilothouse/drivers/port";
import type { SettingDifference, SettingPart } from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import type { Log } from "../../log.js";
import type { Row } from "../../store/sqlite.js";
import type { Alongside, Store } from "../../store/store.js";
import { savedJson } from "../../store/values.js";

/** A change of settings as it is kept: with its secrets, which only `hideSecrets` makes fit to be shown. */
export interface StoredChange {
  readonly id: number;
  readonly at: number;
  readonly actor: Actor;
  readonly part: SettingPart;
  /** The changes that it put back. */
  readonly undoes: readonly number[];
  readonly differences: readonly SettingDifference[];
}

type NewChange = Omit<StoredChange, "id" | "at">;

/** How many changes are kept, and how many characters of them in all; the oldest go first. */
const MOST = { changes: 1_000, characters: 16 * 2 ** 20 } as const;

/** Characters of a page, and of what is read at once. */
const PAGE = 2 ** 19;
const PIECE = 2 ** 17;

const COLUMNS = "id, at, address, session, name, part, undoes, delta";

/** Every change of the router's settings, so that each can be shown and undone. */
export class ChangeLog {
  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
    readonly most: { readonly [M in keyof typeof MOST]: number } = MOST,
  ) {}

  /** A change for a write that also holds what belongs to it. Its id is known from within the write on. */
  entry({ actor, part, undoes, differences }: NewChange): Alongside & { readonly id: number | undefined } {
    const delta = JSON.stringify(differences);
    const { address, session = null, name = null } = actor;
    const at = this.clock.now();
    let id: number | undefined;
    return {
      get id() {
        return id;
      },
      insert: (db) => {
        db.run(
          "INSERT INTO change (at, address, session, name, part, undoes, size, delta) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          ...[at, address, session, name, part, JSON.stringify(undoes), delta.length, delta],
        );
        id = Number(db.get("SELECT last_insert_rowid() AS id")?.["id"]);
        const newer = "SELECT id, row_number() OVER w AS n, sum(size) OVER w AS total FROM change";
        const tooMuch = `SELECT id FROM (${newer} WINDOW w AS (ORDER BY id DESC)) WHERE n > ? OR total > ?`;
        // The newest stays, with any size.
        db.run(
          `DELETE FROM change WHERE id < ? AND id IN (${tooMuch})`,
          ...[id, this.most.changes, this.most.characters],
        );
      },
      finish: (isCommitted) => {
        if (!isCommitted) id = undefined;
      },
    };
  }

  /** The newest first, older than `before`: as many as are wanted, fewer if they are long, but one in any case. */
  async read(
    limit: number,
    { before = Number.MAX_SAFE_INTEGER, ...reading }: Window = {},
  ): Promise<StoredChange[]> {
    const found: StoredChange[] = [];
    let characters = 0;
    for await (const change of this.#each("id < ?", [before], `DESC LIMIT ${limit}`, reading)) {
      characters += change.size;
      if (found.length > 0 && characters > PAGE) break;
      found.push(change);
      if (found.length === limit) break;
    }
    return found;
  }

  /** All that came after one, up to another and with it; the oldest first. */
  async between(after: number, to: number, reading: Reading = {}): Promise<StoredChange[]> {
    const found: StoredChange[] = [];
    const condition = "id > ? AND id <= ?";
    for await (const change of this.#each(condition, [after, to], "ASC", reading)) found.push(change);
    return found;
  }

  /** The newest change of the router's configuration; 0 before the first. */
  async newest(): Promise<number> {
    await this.store.settled();
    const newest = "SELECT max(id) AS id FROM change WHERE part IN ('network', 'advanced')";
    return Number(this.store.get(newest)?.["id"] ?? 0);
  }

  /** In pieces, between which others work: together they may be as long as all that is kept. */
  async *#each(
    where: string,
    values: readonly number[],
    order: "ASC" | `DESC LIMIT ${number}`,
    { part, turn = setImmediate }: Reading,
  ) {
    await this.store.settled();
    const all = this.store.all(
      `SELECT id, size FROM change WHERE ${where} AND part = coalesce(?, part) ORDER BY id ${order}`,
      ...[...values, part ?? null],
    );
    let sinceOthers = 0;
    for (const { id, size } of all) {
      if (sinceOthers > PIECE) {
        await turn();
        sinceOthers = 0;
      }
      const row = this.store.get(`SELECT ${COLUMNS} FROM change WHERE id = ?`, Number(id));
      // It may have been dropped for a newer one.
      if (row !== undefined) yield { ...changeOf(row), size: Number(size) };
      sinceOthers += Number(size);
    }
  }

  async get(id: number): Promise<StoredChange | undefined> {
    return (await this.between(id - 1, id))[0];
  }
}

export interface Reading {
  readonly part?: SettingPart | undefined;
  /** Lets others in between pieces. */
  readonly turn?: (() => Promise<unknown>) | undefined;
}

interface Window extends Reading {
  readonly before?: number | undefined;
}

function changeOf(row: Row): StoredChange {
  const text = (column: string) => (row[column] === null ? undefined : String(row[column]));
  return {
    id: Number(row["id"]),
    at: Number(row["at"]),
    actor: { address: String(row["address"]), session: text("session"), name: text("name") },
    part: String(row["part"]) as SettingPart,
    undoes: savedJson(row["undoes"] ?? "[]", "a saved change") as number[],
    differences: savedJson(row["delta"], "a saved change") as SettingDifference[],
  };
}
