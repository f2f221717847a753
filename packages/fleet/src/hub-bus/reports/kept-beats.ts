import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { isObject, parseJson } from "@pilothouse/protocol";
import { putValue, readValue, type Store } from "@pilothouse/server";
import { machineRun, orNone } from "@pilothouse/system";

const KEY = "hub.beats";
const APART_MS = 10_000;
/** Nodes name the last one that they have heard: of those that were there, that is not a minute back. */
const MOST = 6;
/** A report that proves no more than this is as good as none. */
export const KEEP_MS = 3_600_000;
/** Both clocks must have gone on alike since, but for rounding and small corrections: in a container one may begin anew. */
const SAME_MS = 5_000;

/** When a notice was sent, on the clock that only goes forward. */
export interface Sent {
  readonly number: number;
  readonly at: number;
}

interface Options {
  readonly store: Store;
  readonly clock: Clock;
  /** Whether there are so many nodes that to ask each of them for its age takes longer than a second. */
  readonly isLarge: () => boolean;
  /** Tells this run of the machine from others, as its clock begins anew with it; undefined where nothing does. */
  readonly run?: string | undefined;
}

/**
 * The last notices of a large fleet's hub, for its next run on the same machine: fifty thousand nodes that come back
 * prove by them how old their reports are, and need not be asked to report a second time.
 */
export class KeptBeats {
  #sent: readonly Sent[] = [];
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = { run: machineRun(), ...options };
  }

  /** Those of the run before; none when the machine was started again since, or its time was set. */
  read(): readonly Sent[] {
    const { store, clock, run } = this.#options;
    const now = ticksOf(clock);
    const kept = orNone(() => parseJson(readValue(store, KEY) ?? "null"));
    if (run === undefined || !isObject(kept) || kept["run"] !== run || !Array.isArray(kept["sent"]))
      return [];
    const passed = clock.now() - Number(kept["time"]);
    if (!(Math.abs(passed - (now - Number(kept["ticks"]))) < SAME_MS)) return [];
    this.#sent = kept["sent"].flatMap((pair: unknown) => {
      const [number, at] = Array.isArray(pair) ? pair : [];
      if (typeof number !== "number" || typeof at !== "number") return [];
      return at <= now && now - at <= KEEP_MS ? [{ number, at }] : [];
    });
    return this.#sent;
  }

  take(sent: Sent): void {
    const { store, clock, isLarge, run } = this.#options;
    if (run === undefined || sent.at - (this.#sent.at(-1)?.at ?? -Infinity) < APART_MS || !isLarge()) return;
    this.#sent = [...this.#sent, sent].slice(-MOST);
    const text = JSON.stringify({
      ...{ run, time: clock.now(), ticks: ticksOf(clock) },
      sent: this.#sent.map(({ number, at }) => [number, at]),
    });
    // Without it nodes are asked once more after the next start.
    store.write((db) => putValue(db, KEY, text)).catch(() => {});
  }
}
