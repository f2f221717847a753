import {
  type Clock,
  type Facts,
  type Reading,
  type Router,
  RouterUnavailable,
  ticksOf,
  type UnavailableReason,
} from "@pilothouse/drivers/port";
import { INFO_KEYS, type InfoKey, ROUTER_INFO } from "@pilothouse/protocol";
import { every, within } from "@pilothouse/system";
import type { Log } from "../../log.js";
import { answers, runs, type Snapshot, stoppedFacts, withoutSecrets } from "../../telemetry/snapshot.js";

/** How old a snapshot may be and still be served without asking the router. */
const FRESH_MS = 1_000;
/** A router that has not answered for longer counts as unreachable, once it has had so long to answer. */
const STALE_MS = 10_000;
const GRACE_MS = 4_000;
/** While nobody asks: each reading wakes the processor, and so does each look at whether there is an answer. */
const IDLE_EVERY_MS = 10_000;
/** Looks that are a second apart, and then come so late: this process stood still. */
const STOOD_MS = 5_000;
/** How long a caller waits for the router; a slow one is answered for from the last snapshot. */
const PATIENCE_MS = 250;
/** At the start there is no last snapshot, and a mean needs the newest: then a slow router is given more time. */
const LONG_PATIENCE_MS = 1_000;
const READ_LIMIT_MS = 30_000;
/** Without a request for this long, sampling slows down. */
const WATCHED_MS = 10_000;

/** A reading that the router has not answered yet. */
interface UnderWay {
  readonly since: number;
  readonly done: Promise<void>;
  readonly abandon: AbortController;
}

/**
 * Reads the router at most once a second, for any number of callers, and never twice at the same time: a hundred
 * dashboards cost it one read, and a router that hangs holds up no caller.
 */
export class Sampler {
  #last: Snapshot | undefined;
  /** When that was, on the monotonic clock. Ages and waits use it, because the system clock can be set. */
  #lastTick = Number.NEGATIVE_INFINITY;
  #expired = true;
  /** The last reading timed out: until the router answers again, no caller waits for the next. */
  #silent = false;
  #reading: UnderWay | undefined;
  /** When the router was asked last, and when first of those times that it has not answered yet. */
  #readAt = Number.NEGATIVE_INFINITY;
  #unansweredSince: number | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #endBeat: (() => Promise<void>) | undefined;
  /** Each second, while somebody watches or the router has not answered yet. */
  #endTicks: (() => Promise<void>) | undefined;
  /** In real time. */
  #tickedAt = Number.POSITIVE_INFINITY;
  #generation = 0;
  #firstStarts: number | undefined;
  readonly #warned = new Set<string>();
  /** Keys that the router has reported at least once. */
  readonly #has = new Set<InfoKey>();
  /** Why the router cannot be asked; undefined while it answers, and until it is known. */
  #away: UnavailableReason | undefined;

  constructor(
    readonly router: Router,
    /** Those who keep what is sampled. */
    readonly history: { add(snapshot: Snapshot): void; missed(at: number): void },
    readonly clock: Clock,
    readonly log: Log,
    /** Gets what the router answers, and each second for how long it has not, until it does. */
    readonly watch?: { see(snapshot: Snapshot): void; silent(ms: number, away: UnavailableReason): void },
  ) {}

  /** Takes the first sample and keeps sampling. */
  async start(): Promise<void> {
    await within(LONG_PATIENCE_MS, this.#sample().done, () => {});
    this.#endBeat = every(IDLE_EVERY_MS, () => {
      if (this.#endTicks === undefined) this.#tick();
    });
    this.#keepTicking();
  }

  stop(): void {
    void this.#endBeat?.();
    this.#endBeat = undefined;
    this.#keepTicking();
    this.expire();
  }

  /** The router was seen to change: what it is now is read at once. */
  refresh(): void {
    this.expire();
    if (this.#endBeat !== undefined) this.#sample();
  }

  /** What is known now; at once, unless the last sample has aged and the router may still answer in time. */
  current(): Snapshot | Promise<Snapshot> {
    return this.#watched(PATIENCE_MS);
  }

  /** The same for a caller that needs the newest sample, and would rather wait a little longer. */
  newest(): Snapshot | Promise<Snapshot> {
    return this.#watched(LONG_PATIENCE_MS);
  }

  #watched(patience: number): Snapshot | Promise<Snapshot> {
    this.#askedAt = ticksOf(this.clock);
    this.#keepTicking();
    return this.#at(this.#askedAt, patience);
  }

  /** The same for a caller that asks only now and then, which is no reason to sample more often. */
  peek(): Snapshot | Promise<Snapshot> {
    return this.#at(ticksOf(this.clock), PATIENCE_MS);
  }

  #at(now: number, patience: number): Snapshot | Promise<Snapshot> {
    if (this.#last !== undefined && !this.#expired && now - this.#lastTick < FRESH_MS) return this.#last;
    this.#excuse(now);
    const reading = this.#sample();
    const hopeless = this.#silent && !this.#expired;
    const left = patience - (performance.now() - reading.since);
    if (hopeless || left <= 0) return this.#best();
    return within(left, reading.done, () => {}).then(() => this.#best());
  }

  /** The router just got a command: earlier samples are out of date, or soon will be. */
  expire(): void {
    this.#expired = true;
    this.#generation++;
    this.#reading?.abandon.abort();
    this.#reading = undefined;
  }

  #best(): Snapshot {
    const last = this.#last;
    if (last !== undefined && !this.#isUnreachable) return last;
    return {
      ...last,
      at: this.clock.now(),
      phase: { name: "unreachable", reason: this.#why },
      facts: stoppedFacts(last?.facts ?? {}, this.#has),
    };
  }

  /** The same for everyone who asks, and for the event: it has not answered until more is known. */
  get #why(): UnavailableReason {
    return this.#away ?? "timeout";
  }

  /** For how long the router has been asked without an answer. */
  get waiting(): number {
    return this.#unansweredSince === undefined ? 0 : ticksOf(this.clock) - this.#unansweredSince;
  }

  /** For how long it has not answered, as far as it could: it is not silent because it was not asked. */
  get #silence(): number {
    if (this.#last === undefined || this.waiting === 0) return this.waiting;
    const age = ticksOf(this.clock) - this.#lastTick;
    return this.#away === undefined ? Math.min(age, this.waiting + IDLE_EVERY_MS) : age;
  }

  /** A refusal is an answer of a kind; what may only be slow gets its time. */
  get #isUnreachable(): boolean {
    return this.#silence > STALE_MS && (this.#away !== undefined || this.waiting >= GRACE_MS);
  }

  #tick(): void {
    const now = ticksOf(this.clock);
    this.#excuse(now);
    this.#tickedAt = performance.now();
    // The next beat may come a moment too early.
    if (this.#isWatched(now) || now - this.#readAt > IDLE_EVERY_MS - FRESH_MS) this.#sample();
    if (this.#isUnreachable) this.history.missed(this.clock.now());
    this.watch?.silent(this.#silence, this.#why);
    this.#keepTicking();
  }

  #isWatched(now: number): boolean {
    return now - this.#askedAt <= WATCHED_MS;
  }

  /** Each second, as long as there is anything to look at. */
  #keepTicking(): void {
    const isNeeded = this.#unansweredSince !== undefined || this.#isWatched(ticksOf(this.clock));
    if (this.#endBeat === undefined || !isNeeded) {
      void this.#endTicks?.();
      this.#endTicks = undefined;
    } else if (this.#endTicks === undefined) {
      this.#tickedAt = performance.now();
      this.#endTicks = every(FRESH_MS, () => this.#tick());
    }
  }

  /** While this process stood still, no answer could reach it. */
  #excuse(now: number): void {
    if (this.#endTicks === undefined || performance.now() - this.#tickedAt <= STOOD_MS) return;
    if (this.#unansweredSince !== undefined) this.#unansweredSince = now;
  }

  #sample(): UnderWay {
    if (this.#reading !== undefined) return this.#reading;
    const abandon = new AbortController();
    this.#readAt = ticksOf(this.clock);
    this.#unansweredSince ??= this.#readAt;
    this.#reading = { since: performance.now(), abandon, done: this.#read(this.#generation, abandon) };
    this.#keepTicking();
    return this.#reading;
  }

  async #read(generation: number, abandon: AbortController): Promise<void> {
    const began = performance.now();
    const limit = setTimeout(
      () => abandon.abort(new RouterUnavailable(`no answer in ${READ_LIMIT_MS} ms`, "timeout")),
      READ_LIMIT_MS,
    ).unref();
    try {
      const reading = await this.router.read(abandon.signal);
      if (generation === this.#generation) this.#take(withoutSecrets(reading));
    } catch (error) {
      if (generation === this.#generation) {
        this.#silent = performance.now() - began >= PATIENCE_MS;
        this.#missed(abandon.signal.aborted ? abandon.signal.reason : error);
      }
    } finally {
      clearTimeout(limit);
      if (generation === this.#generation) this.#reading = undefined;
    }
  }

  /** The router is read every second, so the reason for no answer is logged only when it changes. */
  #missed(error: unknown): void {
    const away = error instanceof RouterUnavailable ? error.reason : "failed";
    if (away === this.#away) return;
    this.#away = away;
    const description = error instanceof RouterUnavailable ? error.message : "the router did not answer";
    this.log.warn({ reason: away, err: error }, description);
  }

  #answered(): void {
    if (this.#away !== undefined) this.log.info("the router answers again");
    this.#away = undefined;
  }

  /** The last version that the router reported. */
  get version(): string | undefined {
    return this.#last?.facts["router.version"];
  }

  /** When the router last answered. */
  get lastAt(): number | undefined {
    return this.#last?.at;
  }

  /** Milliseconds since then, on the monotonic clock. */
  get age(): number | undefined {
    return this.#last === undefined ? undefined : ticksOf(this.clock) - this.#lastTick;
  }

  /** Starts of the router since it was first read. Uptimes would miss a router that restarts when it is young. */
  get restarts(): number {
    return (this.#last?.starts ?? 0) - (this.#firstStarts ?? 0);
  }

  #take(reading: Reading): void {
    const { phase, starts, note } = reading;
    const at = this.clock.now();
    this.#firstStarts ??= starts;
    this.#answered();
    this.#last = { at, phase, starts, note, facts: this.#known(reading) };
    this.#lastTick = ticksOf(this.clock);
    this.#unansweredSince = undefined;
    this.#expired = false;
    this.#silent = false;
    this.#keepTicking();
    this.history.add(this.#last);
    this.watch?.see(this.#last);
  }

  /** A value for every key: what a router does not report while it starts or stops is as for a stopped one. */
  #known({ phase, facts }: Reading): Facts {
    const reported = this.#checked(facts, answers(phase));
    for (const key of Object.keys(reported) as InfoKey[]) this.#has.add(key);
    if (answers(phase)) return reported;
    const version = this.#last?.facts["router.version"];
    const stopped = stoppedFacts(
      { ...(version !== undefined && { "router.version": version }), ...reported },
      this.#has,
    );
    return runs(phase) ? { ...stopped, ...reported } : stopped;
  }

  /** Only values that fit their kind pass; keys that a router does not report while it is up are logged once. */
  #checked(facts: Facts, isUp: boolean): Facts {
    return Object.fromEntries(
      INFO_KEYS.flatMap((key) => {
        if (key === "router.status") return [];
        const value = facts[key];
        try {
          if (value !== undefined) return [[key, ROUTER_INFO[key].type.read(value)]];
          // Few routers have all of the extensions.
          if (isUp && !("extension" in ROUTER_INFO[key]))
            this.#warnOnce(key, "the router does not report this");
        } catch (error) {
          this.#warnOnce(key, `invalid value from the router: ${(error as Error).message}`);
        }
        return [];
      }),
    );
  }

  #warnOnce(key: string, message: string): void {
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    this.log.warn({ key }, message);
  }
}
