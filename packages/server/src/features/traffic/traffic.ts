import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { isObject, parseJson, type Result, type TrafficBytes } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { Log } from "../../log.js";
import type { Store } from "../../store/store.js";
import { putValue, readValue } from "../../store/values.js";
import { dayOf, daysBefore, midnightAfter, monthOf, type Period } from "../../telemetry/calendar.js";
import { measured } from "../../telemetry/measured.js";
import { answers, type Snapshot } from "../../telemetry/snapshot.js";
import { type Count, type Gain, gained } from "./gained.js";

const DAYS_REPORTED = 62;
/** For a router without a byte counter: a sample covers the time since the one before, but at most this long. */
const LONGEST_REACH = 20_000;
const WEEK_BEFORE = 6 * 86_400_000;
const SHORTEST_MEAN = 3_600_000;

interface Sum {
  received: number;
  sent: number;
}

/**
 * Bytes by day of one kind of router, over its restarts and the service's: a simulator that was tried first does not
 * count. Days are few and small: all are kept, in memory too.
 */
export class Traffic {
  readonly #days = new Map<string, Sum>();
  readonly #unsaved = new Set<string>();
  #last: Count | undefined;
  #lastSnapshot: Snapshot | undefined;
  #since: number | undefined;
  /** The router counts bytes itself. */
  #exact = false;
  #changed = false;

  constructor(
    readonly store: Store,
    /** The kind of router. */
    readonly router: string,
    readonly clock: Clock,
    readonly log: Log,
  ) {}

  /** Takes up what was saved. */
  start(): void {
    const rows = this.store.all("SELECT day, received, sent FROM traffic WHERE router = ?", this.router);
    for (const { day, received, sent } of rows) {
      const saved = { received, sent };
      this.#days.set(String(day), isSum(saved) ? saved : this.#mended(String(day), saved));
    }
    this.#last = this.#saved("count", isCount);
    this.#exact = this.#last !== undefined;
    this.#since = this.#saved("since", isAmount);
  }

  /** What was saved under this name, if it is what it should be. */
  #saved<T>(what: string, fits: (value: unknown) => value is T): T | undefined {
    const text = readValue(this.store, this.#name(what));
    const value = text === undefined ? undefined : orNone(() => parseJson(text));
    if (text === undefined || fits(value)) return value as T | undefined;
    this.log.warn(
      { name: this.#name(what) },
      "a saved figure of the traffic is invalid; it is counted again from now on",
    );
    return undefined;
  }

  /** A router's impossible figures were once taken for true: what is left of them is nothing. */
  #mended(day: string, { received, sent }: { readonly [way in keyof Sum]: unknown }): Sum {
    this.log.warn({ day, received, sent }, "the saved traffic of a day is impossible; it counts as 0");
    this.#unsaved.add(day);
    this.#changed = true;
    return { received: isAmount(received) ? received : 0, sent: isAmount(sent) ? sent : 0 };
  }

  /** Days and count are saved together: after a crash, the next count continues where the days ended. */
  async save(): Promise<void> {
    if (!this.#changed) return;
    const days = [...this.#unsaved].map((day) => ({ day, ...this.#of(day) }));
    const last = this.#last && { ...this.#last, starts: undefined };
    this.#unsaved.clear();
    this.#changed = false;
    try {
      await this.store.write((db) => {
        for (const { day, received, sent } of days)
          db.run("INSERT OR REPLACE INTO traffic VALUES (?, ?, ?, ?)", this.router, day, received, sent);
        if (last !== undefined) putValue(db, this.#name("count"), JSON.stringify(last));
        if (this.#since !== undefined) putValue(db, this.#name("since"), String(this.#since));
      });
    } catch (error) {
      for (const { day } of days) this.#unsaved.add(day);
      this.#changed = true;
      this.log.error({ err: error }, "traffic totals could not be saved; this is tried again");
    }
  }

  /** Only what a router says that is up: while it starts or stops its counts are filled in with zeros. */
  add(snapshot: Snapshot): void {
    const before = this.#lastSnapshot;
    this.#lastSnapshot = snapshot;
    if (!answers(snapshot.phase)) return;
    this.#since ??= snapshot.at;
    this.#changed = true;
    const now = this.#countOf(snapshot);
    const gain = now === undefined ? estimated(before, snapshot) : this.#last && gained(this.#last, now);
    if (now !== undefined) this.#last = now;
    this.#exact = now !== undefined;
    if (gain !== undefined) this.#take(gain);
    // From a saved count on, the next process can make up for what was not saved; from one of an earlier life it cannot.
    if (now !== undefined && gain?.isNewLife !== false) void this.save();
  }

  /** Bytes both ways within a stretch of time, by whole days. */
  during({ begins, ends }: Period): TrafficBytes {
    const [first, last] = [dayOf(begins), dayOf(ends - 1)];
    return this.#sum((day) => day >= first && day <= last);
  }

  /** Bytes a millisecond, both ways, of the last week or of what is counted; undefined before there is enough. */
  get perMs(): number | undefined {
    const now = this.clock.now();
    const begins = Math.max(new Date(now).setHours(0, 0, 0, 0) - WEEK_BEFORE, this.#since ?? now);
    const { received, sent } = this.during({ begins, ends: now });
    return now - begins < SHORTEST_MEAN ? undefined : (received + sent) / (now - begins) || undefined;
  }

  get all(): TrafficBytes {
    return this.#sum(() => true);
  }

  view(): Omit<Result<"pilothouse.traffic">, "budget"> {
    const time = this.clock.now();
    const today = dayOf(time);
    const days = [...this.#days.keys()].sort();
    const oldest = dayOf(daysBefore(time, DAYS_REPORTED - 1));
    const month = (wanted: string) => this.#sum((day) => monthOf(day) === wanted);
    return {
      time,
      since: this.#since ?? null,
      exact: this.#exact,
      today: this.#sum((day) => day === today),
      month: month(monthOf(today)),
      all: this.all,
      days: days
        .filter((day) => day >= oldest && day <= today)
        .map((day) => ({ day, ...rounded(this.#of(day)) })),
      months: [...new Set(days.map(monthOf))].map((one) => ({ month: one, ...month(one) })),
    };
  }

  #countOf({ at, facts, starts }: Snapshot): Count | undefined {
    const received = facts["router.net.total.received.bytes"];
    const sent = facts["router.net.total.sent.bytes"];
    if (received === undefined || sent === undefined) return undefined;
    return { at, ticks: ticksOf(this.clock), uptime: facts["router.uptime"], starts, received, sent };
  }

  /** What was counted over midnight is shared out among the days by their time. */
  #take({ received, sent, from, to }: Gain): void {
    const span = to - from;
    if (span <= 0) this.#put(dayOf(to), received, sent);
    for (let at = from; at < to; ) {
      const next = Math.min(to, midnightAfter(at));
      const part = (next - at) / span;
      this.#put(dayOf(at), received * part, sent * part);
      at = next;
    }
  }

  #put(day: string, received: number, sent: number): void {
    const sum = this.#of(day);
    sum.received = Math.min(sum.received + received, Number.MAX_SAFE_INTEGER);
    sum.sent = Math.min(sum.sent + sent, Number.MAX_SAFE_INTEGER);
    this.#days.set(day, sum);
    this.#unsaved.add(day);
  }

  #name(what: string): string {
    return `traffic.${what}.${this.router}`;
  }

  #of(day: string): Sum {
    return this.#days.get(day) ?? { received: 0, sent: 0 };
  }

  #sum(counts: (day: string) => boolean): TrafficBytes {
    const sum = { received: 0, sent: 0 };
    for (const [day, { received, sent }] of this.#days)
      if (counts(day)) {
        sum.received += received;
        sum.sent += sent;
      }
    return rounded(sum);
  }
}

const rounded = ({ received, sent }: Sum): TrafficBytes => ({
  received: Math.min(Math.round(received), Number.MAX_SAFE_INTEGER),
  sent: Math.min(Math.round(sent), Number.MAX_SAFE_INTEGER),
});

const isAmount = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const isSum = (value: { readonly [way in keyof Sum]: unknown }): value is Sum =>
  isAmount(value.received) && isAmount(value.sent);

const isCount = (value: unknown): value is Count =>
  isObject(value) &&
  ["at", "ticks", "received", "sent"].every((name) => isAmount(value[name])) &&
  (value["uptime"] === undefined || isAmount(value["uptime"]));

/** From the bandwidth, for a router that does not count bytes. */
function estimated(before: Snapshot | undefined, now: Snapshot): Gain | undefined {
  if (before === undefined || now.at <= before.at || !answers(before.phase)) return undefined;
  const from = Math.max(before.at, now.at - LONGEST_REACH);
  const facts = measured(before, now);
  const seconds = (now.at - from) / 1_000;
  return {
    received: (facts["router.net.bw.inbound.1s"] ?? 0) * seconds,
    sent: (facts["router.net.bw.outbound.1s"] ?? 0) * seconds,
    isNewLife: false,
    from,
    to: now.at,
  };
}
