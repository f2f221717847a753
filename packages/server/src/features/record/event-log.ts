import type { Clock } from "@pilothouse/drivers/port";
import {
  EVENT_KIND_NAMES,
  type EventData,
  type EventEntry,
  type EventKind,
  eventDefinition,
  eventText,
  hideInData,
  type Params,
  SEVERITIES,
  type Severity,
} from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Row, Sqlite } from "../../store/sqlite.js";
import type { Alongside, Store } from "../../store/store.js";
import { savedJson } from "../../store/values.js";

/** An event as it is passed to those who listen. */
export interface HappenedEvent extends EventEntry {
  readonly kind: EventKind;
  readonly severity: Severity;
}

export type EventListener = (event: HappenedEvent) => void;

/** Which events are wanted; what is absent does not narrow the choice. */
export interface EventFilter extends Omit<Params<"pilothouse.events">, "kinds"> {
  readonly kinds?: readonly EventKind[] | undefined;
}

/** How many are kept of each kind: one that repeats without end does not push the others out. */
const MOST_OF_A_KIND = 2_000;
/** The id of an event that could not be kept. */
const NOT_STORED = 0;

/** The timeline of what happened to the router and the service: in the store, in the log, and for listeners. */
export class EventLog {
  readonly #listeners = new Set<EventListener>();
  #newest: number;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly log: Log,
    readonly mostOfAKind = MOST_OF_A_KIND,
  ) {
    this.#newest = Number(store.get("SELECT max(id) AS id FROM event")?.["id"] ?? 0);
  }

  /** Id of the newest event; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Calls back for each new event until the returned function is called. */
  on(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Resolves when the event is on disk and the listeners were called. Never rejects: on a disk that takes nothing
   * more listeners are still called, with an event whose id is 0.
   */
  async add(kind: EventKind, told: EventData = {}, at = this.clock.now()): Promise<void> {
    // A router, a mail server or apt may have quoted a secret.
    const data = hideInData(told);
    this.#logEvent(kind, data);
    let id = NOT_STORED;
    try {
      await this.store.write((db) => {
        id = this.#insert(db, kind, data, at);
      });
    } catch (error) {
      id = NOT_STORED;
      this.log.error({ err: error, kind }, "the event could not be written");
    }
    this.#announce({ id, at, kind, data });
  }

  /** An event for the write that makes it happen: both are on disk, or neither. `told` is asked in the write. */
  entry(kind: EventKind, told: () => EventData): Alongside {
    const at = this.clock.now();
    let [id, data]: [number, EventData] = [NOT_STORED, {}];
    return {
      insert: (db) => {
        data = hideInData(told());
        id = this.#insert(db, kind, data, at);
      },
      finish: (isCommitted) => {
        if (!isCommitted) return;
        this.#logEvent(kind, data);
        this.#announce({ id, at, kind, data });
      },
    };
  }

  /** Costs nothing while there is nothing after `after`, so that it can be asked every second. */
  async read({ kinds, severity, from, to, before, after, limit = 100 }: EventFilter): Promise<EventEntry[]> {
    if (after !== undefined && after >= this.#newest) return [];
    await this.store.settled();
    const wanted = kindsWanted(kinds, severity);
    const possible: [string, number | string | undefined][] = [
      ["at >= ?", from],
      ["at < ?", to],
      ["id < ?", before],
      ["id > ?", after],
      ["kind IN (SELECT value FROM json_each(?))", wanted && JSON.stringify(wanted)],
    ];
    const conditions = possible.flatMap(([text, value]) =>
      value === undefined ? [] : [[text, value] as const],
    );
    const where = ["1", ...conditions.map(([condition]) => condition)].join(" AND ");
    const order = after === undefined ? "DESC" : "ASC";
    return this.store
      .all(
        `SELECT id, at, kind, data FROM event WHERE ${where} ORDER BY id ${order} LIMIT ?`,
        ...conditions.map(([, value]) => value),
        limit,
      )
      .map(entryOf);
  }

  /** The newest event of a kind that is kept. */
  async last(kind: EventKind): Promise<EventEntry | undefined> {
    return (await this.read({ kinds: [kind], limit: 1 }))[0];
  }

  #logEvent(kind: EventKind, data: EventData): void {
    this.log[LOG_LEVEL[eventDefinition(kind).severity]](
      { event: { kind, data } },
      `event: ${eventText(kind, data)}`,
    );
  }

  #insert(db: Sqlite, kind: EventKind, data: EventData, at: number): number {
    db.run("INSERT INTO event (at, kind, data) VALUES (?, ?, ?)", at, kind, JSON.stringify(data));
    const id = Number(db.get("SELECT last_insert_rowid() AS id")?.["id"]);
    const last = "SELECT id FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
    db.run(
      `DELETE FROM event WHERE kind = ? AND id <= (${last})`,
      ...([kind, kind, this.mostOfAKind] as const),
    );
    return id;
  }

  #announce(event: Omit<HappenedEvent, "severity">): void {
    this.#newest = Math.max(this.#newest, event.id);
    const { severity } = eventDefinition(event.kind);
    for (const listener of this.#listeners) this.#call(listener, { ...event, severity });
  }

  #call(listener: EventListener, event: HappenedEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.log.error({ err: error, kind: event.kind }, "a listener for events failed");
    }
  }
}

const LOG_LEVEL = { info: "info", warning: "warn", error: "error" } as const;

const severe = (least: Severity) => (kind: EventKind) =>
  SEVERITIES.indexOf(eventDefinition(kind).severity) >= SEVERITIES.indexOf(least);

/** Severity is a fact of the kind, so that the store need not know it. */
function kindsWanted(
  kinds: readonly EventKind[] | undefined,
  severity: Severity | undefined,
): readonly EventKind[] | undefined {
  if (severity === undefined) return kinds;
  return (kinds ?? EVENT_KIND_NAMES).filter(severe(severity));
}

/** A kind that this version no longer has is shown, and means little. */
function entryOf(row: Row): EventEntry {
  const kind = String(row["kind"]);
  return {
    id: Number(row["id"]),
    at: Number(row["at"]),
    kind,
    severity: EVENT_KIND_NAMES.includes(kind as EventKind)
      ? eventDefinition(kind as EventKind).severity
      : "info",
    // An earlier version kept texts as they came.
    data: hideInData(savedJson(row["data"], "a saved event") as EventData),
  };
}
