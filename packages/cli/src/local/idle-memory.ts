import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { every } from "@pilothouse/system";

/** As often as other parts of a service look at something, and then at the same moment. */
const EVERY_MS = 1_000;
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
 * `after`: V8 looks for garbage among the objects that have lived for a while once this part of what they may grow by is
 * used, in percent. `growth`: by so many percent they may grow then; by 8 MiB at least. `age`: after so many times it
 * forgets what it has compiled of a function that was not called meanwhile. `compact`: it leaves no room between objects.
 * Those of `fast` are V8's own; 0 is as it thinks best.
 */
const FLAGS = {
  fast: { after: 0, growth: 0, age: 5, compact: false },
  small: { after: 8, growth: 10, age: 2, compact: true },
} as const;

/**
 * Keeps a service small that has little to do. `requests`: how many there were so far.
 *
 * V8 lets objects grow by 8 MiB or a multiple before it looks for garbage among them. That is right for a service that
 * works; one that has little to do is better off with a tenth of that, and without the code of what it has done once.
 *
 * V8 optimizes functions once there is much work: otherwise it would load the compiler, 3.5 MiB, for the little that is
 * done every second. The start must be over: V8 takes no stored code that was compiled with other flags.
 */
export function staySmall(requests: () => number): void {
  const work = new Work();
  let before = processorMs();
  let asked = requests();
  let was: keyof typeof FLAGS | undefined;
  let optimized: boolean | undefined;
  every(EVERY_MS, () => {
    const cpuMs = processorMs() - before;
    before += cpuMs;
    const since = requests() - asked;
    asked += since;
    const isBusy = work.isMuch(cpuMs, EVERY_MS, since);
    // Once it is loaded, the compiler stays.
    const optimizes = optimized === true || isBusy;
    if (optimizes !== optimized) setFlagsFromString(optimizes ? "--opt" : "--no-opt");
    optimized = optimizes;
    const is = isBusy || getHeapStatistics().used_heap_size > MOST_BYTES ? "fast" : "small";
    if (is === was) return;
    was = is;
    const { after, growth, age, compact } = FLAGS[is];
    setFlagsFromString(`--incremental-marking-hard-trigger=${after}`);
    setFlagsFromString(`--heap-growing-percent=${growth}`);
    setFlagsFromString(`--bytecode-old-age=${age}`);
    setFlagsFromString(compact ? "--compact-on-every-full-gc" : "--no-compact-on-every-full-gc");
  });
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
