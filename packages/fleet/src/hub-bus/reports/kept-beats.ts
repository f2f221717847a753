import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { isObject, parseJson } from "@pilothouse/protocol";
import { putValue, readValue, type Store } from "@pilothouse/server";
import { orNone } from "@pilothouse/system";

const KEY = "hub.beats";
const APART_MS = 10_000;
/** Nodes name the last one that they have heard: of those that were there, that is not a minute back. */
const MOST = 6;
/** The clock that goes forward begins anew with the machine: both clocks must have gone on alike, but for rounding. */
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
}

/**
 * The last notices of a large fleet's hub, for its next run on the same machine: fifty thousand nodes that come back
 * prove by them how old their reports are, and need not be asked to report a second time.
 */
export class KeptBeats {
  #sent: readonly Sent[] = [];

  constructor(private readonly options: Options) {}

  /** Those of the run before; none when the machine was started again since. */
  read(): readonly Sent[] {
    const { store, clock } = this.options;
    const kept = orNone(() => parseJson(readValue(store, KEY) ?? "null"));
    if (!isObject(kept) || !Array.isArray(kept["sent"])) return [];
    const passed = clock.now() - Number(kept["time"]);
    if (!(Math.abs(passed - (ticksOf(clock) - Number(kept["ticks"]))) < SAME_MS)) return [];
    return kept["sent"].flatMap((pair: unknown) => {
      const [number, at] = Array.isArray(pair) ? pair : [];
      return typeof number === "number" && typeof at === "number" ? [{ number, at }] : [];
    });
  }

  take(sent: Sent): void {
    const { store, clock, isLarge } = this.options;
    if (sent.at - (this.#sent.at(-1)?.at ?? -Infinity) < APART_MS || !isLarge()) return;
    this.#sent = [...this.#sent, sent].slice(-MOST);
    const text = JSON.stringify({
      ...{ time: clock.now(), ticks: ticksOf(clock) },
      sent: this.#sent.map(({ number, at }) => [number, at]),
    });
    // Without it nodes are asked once more after the next start.
    store.write((db) => putValue(db, KEY, text)).catch(() => {});
  }
}
