import { setFlagsFromString } from "node:v8";

const EVERY_MS = 2_000;
/** What a service may use at all times without counting as busy: a tenth of a core. */
const ALLOWED = 0.1;
/** How much more makes it busy: not yet what a collection of garbage takes. */
const MORE_MS = 400;

/** Whether a process has work to do, by the processor time that it uses, in milliseconds. */
export class Work {
  #moreMs = 0;

  /** It has used `cpuMs` in `ms` that passed. */
  isMuch(cpuMs: number, ms: number): boolean {
    this.#moreMs = Math.max(0, this.#moreMs + cpuMs - ALLOWED * ms);
    return this.#moreMs > MORE_MS;
  }
}

/**
 * V8 optimizes functions once there is much work. Otherwise even a service that nobody asks would load the compiler,
 * 3.5 MiB, for the little that it does every second. V8 reads the flag only when it has found a function to optimize.
 * The start must be over: V8 takes no stored code that was compiled with other flags.
 */
export function optimizeWhenBusy(): void {
  const work = new Work();
  let before = process.cpuUsage();
  let optimizes = true;
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isMuch = work.isMuch((user + system) / 1_000, EVERY_MS);
    if (isMuch !== optimizes) setFlagsFromString(isMuch ? "--opt" : "--no-opt");
    optimizes = isMuch;
    if (isMuch) clearInterval(looking);
  }, EVERY_MS).unref();
}
