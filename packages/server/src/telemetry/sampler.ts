import { type Clock, type Facts, type Reading, type Router, ticksOf } from "@pilothouse/drivers/port";
import { INFO_KEYS, ROUTER_INFO } from "@pilothouse/protocol";
import type { Log } from "../log.js";
import type { History } from "./history.js";
import { runs, type Snapshot, stoppedFacts } from "./snapshot.js";

/** How old a snapshot may be and still be served without asking the router. */
const FRESH_MS = 1_000;
/** Older than this it is not served as fresh at all: the router counts as unreachable. */
const STALE_MS = 10_000;
/** How long a caller waits for the router; a slow one is answered for from the last snapshot. */
const PATIENCE_MS = 250;
/** At the start there is no last snapshot: a router that is only slow is worth a longer wait. */
const FIRST_PATIENCE_MS = 1_000;
const READ_LIMIT_MS = 30_000;
/** Nobody has asked for this long: sampling slows down. */
const WATCHED_MS = 10_000;
const IDLE_EVERY_MS = 15_000;

/** A reading that the router has not answered yet. */
interface UnderWay {
  readonly since: number;
  readonly done: Promise<void>;
  readonly abandon: AbortController;
}

/**
 * Reads the router at most once a second, however many ask, and never twice at once: a hundred
 * dashboards cost it one read, and a router that hangs holds up nobody.
 */
export class Sampler {
  #last: Snapshot | undefined;
  /** When that was, by the clock that nobody sets. Ages and waits go by it. */
  #lastTick = Number.NEGATIVE_INFINITY;
  #expired = true;
  /** The last reading was waited for in vain: until the router answers again, nobody waits for the next. */
  #silent = false;
  #reading: UnderWay | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  #restarts = 0;
  readonly #untold = new Set<string>();

  constructor(
    readonly router: Router,
    readonly history: History,
    readonly clock: Clock,
    readonly log: Log,
  ) {}

  /** Takes the first sample and goes on sampling. */
  async start(): Promise<void> {
    await this.#waitFor(this.#sample(), FIRST_PATIENCE_MS);
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#reading?.abandon.abort();
  }

  /** What is known now; at once, unless the last sample has aged and the router may still answer in time. */
  current(): Snapshot | Promise<Snapshot> {
    const now = ticksOf(this.clock);
    this.#watched(now);
    return this.#at(now);
  }

  /** The same for one who comes by now and then, which is no reason to sample more often. */
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

  /** The router was just told to do something: what was sampled before is out of date, or will be. */
  expire(): void {
    this.#expired = true;
    this.#generation++;
    this.#reading?.abandon.abort();
    this.#reading = undefined;
  }

  #best(): Snapshot {
    const last = this.#last;
    if (last !== undefined && ticksOf(this.clock) - this.#lastTick <= STALE_MS) return last;
    const at = this.clock.now();
    return { ...last, at, phase: { name: "unreachable" }, facts: stoppedFacts(last?.facts ?? {}) };
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

  async #waitFor(reading: { readonly done: Promise<void> }, patience = PATIENCE_MS): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([reading.done, enough]);
    clearTimeout(timer);
  }

  async #read(generation: number, abandon: AbortController): Promise<void> {
    const began = performance.now();
    const limit = setTimeout(
      () => abandon.abort(new Error(`no answer in ${READ_LIMIT_MS} ms`)),
      READ_LIMIT_MS,
    ).unref();
    try {
      const reading = await this.router.read(abandon.signal);
      if (generation === this.#generation) this.#take(reading);
    } catch (error) {
      if (generation === this.#generation) this.#silent = performance.now() - began >= PATIENCE_MS;
      this.log.debug({ err: error }, "the router did not answer");
    } finally {
      clearTimeout(limit);
      if (generation === this.#generation) this.#reading = undefined;
    }
  }

  /** When the router last answered. */
  get lastAt(): number | undefined {
    return this.#last?.at;
  }

  /** How often the router was seen to have started anew. */
  get restarts(): number {
    return this.#restarts;
  }

  #take({ phase, facts, starts, note }: Reading): void {
    const at = this.clock.now();
    if (this.#last !== undefined && runs(phase) && startedAnew(this.#last, facts)) this.#restarts++;
    const known = runs(phase) ? this.#checked(facts) : stoppedFacts(facts);
    this.#last = { at, phase, starts, note, facts: known };
    this.#lastTick = ticksOf(this.clock);
    this.#expired = false;
    this.#silent = false;
    this.history.add(this.#last);
  }

  /** Only values that fit their kind pass; what the router cannot tell is named once in the log. */
  #checked(facts: Facts): Facts {
    return Object.fromEntries(
      INFO_KEYS.flatMap((key) => {
        if (key === "router.status") return [];
        const value = facts[key];
        try {
          if (value !== undefined) return [[key, ROUTER_INFO[key].kind.read(value)]];
          if (!("optional" in ROUTER_INFO[key])) this.#tellOnce(key, "the router does not tell this");
        } catch (error) {
          this.#tellOnce(key, `the router tells nonsense: ${(error as Error).message}`);
        }
        return [];
      }),
    );
  }

  #tellOnce(key: string, message: string): void {
    if (this.#untold.has(key)) return;
    this.#untold.add(key);
    this.log.warn({ key }, message);
  }
}

const startedAnew = (last: Snapshot, { "router.uptime": uptime = 0 }: Facts): boolean =>
  !runs(last.phase) || uptime < (last.facts["router.uptime"] ?? 0);
