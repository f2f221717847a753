import type { Row, Sqlite } from "../../store/sqlite.js";
import type { Store } from "../../store/store.js";
import { putValue, readJson, savedJson } from "../../store/values.js";
import type { Message } from "./message.js";

/** A message on its way through one channel. */
export interface Waiting {
  readonly row: number;
  readonly message: Message;
  readonly attempts: number;
  /** When it is tried next, in milliseconds since the epoch. */
  readonly next: number;
}

/** The last result of a channel. */
export interface ChannelState {
  readonly sent?: number;
  readonly error?: string;
  readonly failed?: number;
}

/** At most this many messages wait for a channel; the oldest are dropped. */
const MOST = 500;
const COLUMNS = "id, message, attempts, next";

/** What is to be sent, in the store: it outlives the service, and leaves only when its receiver has taken it. */
export class Outbox {
  constructor(readonly store: Store) {}

  /** To be called inside a write, together with what the messages follow from. */
  put(db: Sqlite, channel: string, message: Message): void {
    db.run(
      "INSERT INTO outbox (channel, at, message, attempts, next) VALUES (?, ?, ?, 0, 0)",
      ...([channel, message.at, JSON.stringify(message)] as const),
    );
    const kept = "SELECT id FROM outbox WHERE channel = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
    db.run(`DELETE FROM outbox WHERE channel = ? AND id <= (${kept})`, channel, channel, MOST);
  }

  /** The oldest: messages of a channel keep their order. */
  async first(channel: string): Promise<Waiting | undefined> {
    await this.store.settled();
    const row = this.store.get(
      `SELECT ${COLUMNS} FROM outbox WHERE channel = ? ORDER BY id LIMIT 1`,
      channel,
    );
    return row && waitingOf(row);
  }

  count(channel: string): number {
    return Number(this.store.get("SELECT count(*) AS n FROM outbox WHERE channel = ?", channel)?.["n"]);
  }

  state(channel: string): ChannelState {
    return readJson<ChannelState>(this.store, nameOf(channel)) ?? {};
  }

  /** A test has waited for nothing. */
  sent(channel: string, waiting: Waiting | undefined, at: number): Promise<void> {
    return this.store.write((db) => {
      if (waiting !== undefined) db.run("DELETE FROM outbox WHERE id = ?", waiting.row);
      putValue(db, nameOf(channel), JSON.stringify({ sent: at } satisfies ChannelState));
    });
  }

  failed(channel: string, { row, attempts }: Waiting, next: number, state: ChannelState): Promise<void> {
    return this.store.write((db) => {
      db.run("UPDATE outbox SET attempts = ?, next = ? WHERE id = ?", attempts + 1, next, row);
      putValue(db, nameOf(channel), JSON.stringify(state));
    });
  }

  /** Also what waits for a channel that is no longer set up. */
  async dropOlderThan(time: number): Promise<number> {
    await this.store.settled();
    const old = Number(this.store.get("SELECT count(*) AS n FROM outbox WHERE at < ?", time)?.["n"]);
    if (old > 0) await this.store.write((db) => db.run("DELETE FROM outbox WHERE at < ?", time));
    return old;
  }
}

const nameOf = (channel: string): string => `notify.${channel}`;

const waitingOf = (row: Row): Waiting => ({
  row: Number(row["id"]),
  message: savedJson(row["message"], "a message that waits to be sent") as Message,
  attempts: Number(row["attempts"]),
  next: Number(row["next"]),
});
