import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { every } from "@pilothouse/system";

/** As often as other parts of a service look at something, and then at the same moment: idle, or with something to do. */
const IDLE_EVERY_MS = 10_000;
const EVERY_MS = 1_000;
/** A service that uses more than such a share of a core, or is asked more often than once a second, is not idle. */
const IDLE = 0.01;
/** So many requests a second are much work, however quickly each is answered. */
const MANY = 40;
/** Processor time is looked at over this long: nodes that connect at once take much of it for a moment. */
const SPAN_MS = 2_000;
/** What a service may use at all times without counting as busy: a tenth of a core. */
const ALLOWED = 0.1;
/** How much more makes it busy: not yet what a collection of garbage takes, or a thousand nodes that connect at once. */
const MORE_MS = 1_500;
/** However long it has worked, it is idle again after a minute of rest. */
const MOST_MS = MORE_MS + ALLOWED * 60_000;

/** Whether a process has work to do, by its requests and the processor time that it uses, in milliseconds. */
export class Work {
  #moreMs = 0;
  #cpuMs = 0;
  #passedMs = 0;

  /** It has used `cpuMs` in `ms` that passed, and was asked so often. */
  isMuch(cpuMs: number, ms: number, requests: number): boolean {
    this.#cpuMs += cpuMs;
    this.#passedMs += ms;
    if (this.#passedMs >= SPAN_MS) {
      this.#moreMs = Math.min(MOST_MS, Math.max(0, this.#moreMs + this.#cpuMs - ALLOWED * this.#passedMs));
      this.#cpuMs = this.#passedMs = 0;
    }
    return this.#moreMs > MORE_MS || requests * 1_000 > MANY * ms;
  }
}

/** V8 needs 30 ms and more to move all that is in 10 MiB: the heap of a large hub is not for that. */
const MOST_BYTES = 24 * 2 ** 20;

/**
 * How much may come until V8 looks for garbage among the objects that have lived for a while, in percent of the 9.2 MiB
 * by which they may grow. A service that collects too often uses more processor time for that than for its work.
 */
const [LEAST_PERCENT, MOST_PERCENT] = [8, 24];
const [TOO_OFTEN_MS, SELDOM_MS] = [5 * 60_000, 15 * 60_000];
/** Until then, V8 also collects what is left of the start. */
const SETTLED_MS = 5 * 60_000;

/** When V8 is to look for garbage, by how often it has to. */
export class Pace {
  #percent = LEAST_PERCENT;
  #sinceMs = 0;
  #passedMs = 0;

  /** So much time has passed, and V8 has collected meanwhile or not. Returns the percentage. */
  after(ms: number, collected: boolean): number {
    this.#sinceMs += ms;
    this.#passedMs += ms;
    if (!collected) return this.#percent;
    if (this.#passedMs <= SETTLED_MS) this.#percent = LEAST_PERCENT;
    else if (this.#sinceMs < TOO_OFTEN_MS)
      this.#percent = Math.min(MOST_PERCENT, this.#percent + LEAST_PERCENT);
    else if (this.#sinceMs > SELDOM_MS)
      this.#percent = Math.max(LEAST_PERCENT, this.#percent - LEAST_PERCENT);
    this.#sinceMs = 0;
    return this.#percent;
  }
}

/** Tells whether V8 has collected such objects since it was last asked: only then is a weak reference cleared. */
function collections(): () => boolean {
  let witness = new WeakRef({});
  return () => {
    if (witness.deref() !== undefined) return false;
    witness = new WeakRef({});
    return true;
  };
}

/**
 * `growth`: by so many percent such objects may grow after a collection, by 8 MiB at least; 0 is as V8 thinks best. `age`:
 * after so many collections V8 forgets what it has compiled of a function that was not called meanwhile. `compact`: it
 * leaves no room between objects. Those of `fast` are V8's own.
 */
const FLAGS = {
  fast: { growth: 0, age: 5, compact: false },
  small: { growth: 10, age: 1, compact: true },
} as const;

/**
 * Keeps a service small that has little to do. `requests`: how many there were so far.
 *
 * V8 lets objects grow by 8 MiB or a multiple before it looks for garbage among them. That is right for a service that
 * works; one that has little to do is better off with a tenth of that, or a quarter (see `Pace`), and without the code of what it has done once.
 *
 * V8 optimizes functions once there is much work: otherwise it would load the compiler, 3.5 MiB, for the little that is
 * done every second. The start must be over: V8 takes no stored code that was compiled with other flags.
 */
export function staySmall(requests: () => number): void {
  const work = new Work();
  const pace = new Pace();
  const hasCollected = collections();
  let before = processorMs();
  let asked = requests();
  let was: keyof typeof FLAGS | undefined;
  let wasAfter: number | undefined;
  let optimized = false;
  // At once: with a real router, that reads thousands of files, there is much to do right after the start.
  setFlagsFromString("--no-opt");
  let looked = performance.now();
  const look = (): void => {
    const ms = performance.now() - looked;
    looked += ms;
    const cpuMs = processorMs() - before;
    before += cpuMs;
    const since = requests() - asked;
    asked += since;
    const isBusy = work.isMuch(cpuMs, ms, since);
    const isIdle = !isBusy && cpuMs <= IDLE * ms && since * 1_000 <= ms;
    lookEvery(isIdle ? IDLE_EVERY_MS : EVERY_MS);
    // Once it is loaded, the compiler stays.
    if (isBusy && !optimized) setFlagsFromString("--opt");
    optimized ||= isBusy;
    // To ask for the heap costs more than all else here, and that of an idle service does not become large.
    const isLarge = (!isIdle || was !== "small") && getHeapStatistics().used_heap_size > MOST_BYTES;
    const is = isBusy || isLarge ? "fast" : "small";
    // 0: as V8 thinks best.
    const after = is === "small" ? pace.after(ms, hasCollected()) : 0;
    if (after !== wasAfter) setFlagsFromString(`--incremental-marking-hard-trigger=${after}`);
    wasAfter = after;
    if (is === was) return;
    was = is;
    const { growth, age, compact } = FLAGS[is];
    setFlagsFromString(`--heap-growing-percent=${growth}`);
    setFlagsFromString(`--bytecode-old-age=${age}`);
    setFlagsFromString(compact ? "--compact-on-every-full-gc" : "--no-compact-on-every-full-gc");
  };
  let beat: { readonly ms: number; readonly end: () => unknown } | undefined;
  const lookEvery = (ms: number): void => {
    if (ms === beat?.ms) return;
    void beat?.end();
    beat = { ms, end: every(ms, look) };
  };
  lookEvery(EVERY_MS);
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
