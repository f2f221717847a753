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
import { within } from "@pilothouse/system";
import type { Log } from "../log.js";
import type { History } from "./history.js";
import { answers, runs, type Snapshot, stoppedFacts, withoutSecrets } from "./snapshot.js";

/** How old a snapshot may be and still be served without asking the router. */
const FRESH_MS = 1_000;
/** Older than this it is not served as fresh at all: the router counts as unreachable. */
const STALE_MS = 10_000;
/** How long a caller waits for the router; a slow one is answered for from the last snapshot. */
const PATIENCE_MS = 250;
/** At the start there is no last snapshot, so a slow router is given more time. */
const FIRST_PATIENCE_MS = 1_000;
const READ_LIMIT_MS = 30_000;
/** Without a request for this long, sampling slows down. */
const WATCHED_MS = 10_000;
const IDLE_EVERY_MS = 15_000;

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
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  #firstStarts: number | undefined;
  readonly #warned = new Set<string>();
  /** Keys that the router has reported at least once. */
  readonly #has = new Set<InfoKey>();
  /** Why the router cannot be asked; undefined while it answers. */
  #away: UnavailableReason | undefined;

  constructor(
    readonly router: Router,
    /** Those who keep what is sampled. */
    readonly history: Pick<History, "add">,
    readonly clock: Clock,
    readonly log: Log,
    /** Gets the result of each reading. */
    readonly watch?: { see(snapshot: Snapshot): void; missed(away: UnavailableReason): void },
  ) {}

  /** Takes the first sample and keeps sampling. */
  async start(): Promise<void> {
    await this.#waitFor(this.#sample(), FIRST_PATIENCE_MS);
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.expire();
  }

  /** What is known now; at once, unless the last sample has aged and the router may still answer in time. */
  current(): Snapshot | Promise<Snapshot> {
    const now = ticksOf(this.clock);
    this.#watched(now);
    return this.#at(now);
  }

  /** The same for a caller that asks only now and then, which is no reason to sample more often. */
  glance(): Snapshot | Promise<Snapshot> {
    return this.#at(ticksOf(this.clock));
  }

  #at(now: number): Snapshot | Promise<Snapshot> {
    if (this.#last !== undefined && !this.#expired && now - this.#lastTick < FRESH_MS) return this.#last;
    const reading = this.#sample();
    const hopeless = this.#silent && !this.#expired;
    if (hopeless || performance.now() - reading.since >= PATIENCE_MS) return this.#best();
    return this.#waitFor(reading).then(() => this.#best());
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
    if (last !== undefined && ticksOf(this.clock) - this.#lastTick <= STALE_MS) return last;
    return {
      ...last,
      at: this.clock.now(),
      phase: { name: "unreachable", reason: this.#away },
      facts: stoppedFacts(last?.facts ?? {}, this.#has),
    };
  }

  #watched(now: number): void {
    const wasIdle = now - this.#askedAt > WATCHED_MS;
    this.#askedAt = now;
    if (wasIdle && this.#timer !== undefined) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const idle = ticksOf(this.clock) - this.#askedAt > WATCHED_MS;
    this.#timer = setTimeout(
      () => {
        this.#sample();
        this.#schedule();
      },
      idle ? IDLE_EVERY_MS : FRESH_MS,
    ).unref();
  }

  #sample(): UnderWay {
    if (this.#reading !== undefined) return this.#reading;
    const abandon = new AbortController();
    this.#reading = { since: performance.now(), abandon, done: this.#read(this.#generation, abandon) };
    return this.#reading;
  }

  #waitFor(reading: { readonly done: Promise<void> }, patience = PATIENCE_MS): Promise<void> {
    return within(patience, reading.done, () => {});
  }

  async #read(generation: number, abandon: AbortController): Promise<void> {
    const began = performance.now();
    const limit = setTimeout(
      () => abandon.abort(new Error(`no answer in ${READ_LIMIT_MS} ms`)),
      READ_LIMIT_MS,
    ).unref();
    try {
      const reading = await this.router.read(abandon.signal);
      if (generation === this.#generation) this.#take(withoutSecrets(reading));
    } catch (error) {
      if (generation === this.#generation) {
        this.#silent = performance.now() - began >= PATIENCE_MS;
        this.#missed(error);
      }
    } finally {
      clearTimeout(limit);
      if (generation === this.#generation) this.#reading = undefined;
    }
  }

  /** The router is read every second, so the reason for no answer is logged only when it changes. */
  #missed(error: unknown): void {
    const away = error instanceof RouterUnavailable ? error.reason : "failed";
    this.watch?.missed(away);
    if (away === this.#away) return;
    this.#away = away;
    const says = error instanceof RouterUnavailable ? error.message : "the router did not answer";
    this.log.warn({ reason: away, err: error }, says);
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
    this.#expired = false;
    this.#silent = false;
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
          if (value !== undefined) return [[key, ROUTER_INFO[key].kind.read(value)]];
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
