import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const EVERY_MS = 2_000;
/** What a service may use at all times without counting as busy: a tenth of a core. */
const ALLOWED = 0.1;
/** How much more makes it busy: not yet what a collection of garbage takes. */
const MORE_MS = 400;
/** How often at most garbage is collected: it takes 20 to 40 ms of processor time. */
const COLLECT_MS = 60_000;
/** How much a process must have grown for that. */
const GROWN_BYTES = 512 * 1_024;

/** Whether a process has work to do, by the processor time that it uses, in milliseconds. */
export class Work {
  #moreMs = 0;

  /** It has used `cpuMs` in `ms` that passed. */
  isMuch(cpuMs: number, ms: number): boolean {
    this.#moreMs = Math.max(0, this.#moreMs + cpuMs - ALLOWED * ms);
    return this.#moreMs > MORE_MS;
  }
}

/** When the garbage of an idle process is worth a collection. */
export class Garbage {
  #ms = 0;
  #cpuMs = 0;
  #least = 0;

  /** It has used `cpuMs` in `ms` that passed, and has so many bytes of memory. */
  isDue(cpuMs: number, ms: number, bytes: () => number): boolean {
    this.#ms += ms;
    this.#cpuMs += cpuMs;
    if (this.#ms < COLLECT_MS) return false;
    const isIdle = this.#cpuMs <= ALLOWED * this.#ms;
    this.#ms = 0;
    this.#cpuMs = 0;
    return isIdle && bytes() >= this.#least + GROWN_BYTES;
  }

  /** It has so many bytes after a collection. */
  collected(bytes: number): void {
    this.#least = bytes;
  }
}

/** V8 has no other way to ask for it in a process that was started without the flag. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect();
}

/**
 * Keeps a service small that nobody asks.
 *
 * V8 optimizes functions once there is much work: otherwise it would load the compiler, 3.5 MiB, for the little that is
 * done every second. V8 reads the flag only when it has found a function to optimize. The start must be over: V8 takes no
 * stored code that was compiled with other flags. And garbage is collected when there is time: V8 by itself waits for
 * 8 MiB of it, which takes hours.
 */
export function staySmall(): void {
  const work = new Work();
  const garbage = new Garbage();
  let before = process.cpuUsage();
  let optimizes = true;
  let wasBusy = false;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const cpuMs = (user + system) / 1_000;
    wasBusy ||= work.isMuch(cpuMs, EVERY_MS);
    if (wasBusy !== optimizes) setFlagsFromString(wasBusy ? "--opt" : "--no-opt");
    optimizes = wasBusy;
    if (!garbage.isDue(cpuMs, EVERY_MS, process.memoryUsage.rss)) return;
    collectGarbage();
    garbage.collected(process.memoryUsage.rss());
  }, EVERY_MS).unref();
}
