import { hostname } from "node:os";
import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { isObject, parseJson } from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import { changeDocument } from "../../state/documents.js";
import { follow } from "../../state/follow.js";
import type { FleetState, Stored } from "../../state/state.js";

const BEAT_MS = 15_000;
const AWAY_AFTER_MS = 4 * BEAT_MS;
/** A hub that was taken away for good, without being stopped first, is not missed for ever. */
const FORGOTTEN_AFTER_MS = 7 * 86_400_000;
const BELOW = "hub/";

interface Options {
  readonly state: FleetState;
  readonly clock: Clock;
  /** The name of this hub. */
  readonly hub: string;
  /** Called when this hub could not say that it is there; it goes on trying. */
  readonly onFailure: (error: unknown) => void;
}

interface Beat {
  readonly machine: string;
  readonly at: number;
}

interface Heard extends Beat {
  /** By the clock of this hub that only goes forward: those of two machines may differ. */
  readonly heardAt: number;
}

/** The hubs that share a state. Each says there that it is at work; one that is stopped in order takes that back. */
export class OtherHubs {
  readonly #heard = new Map<string, Heard>();
  readonly #ends: (() => unknown)[] = [];

  constructor(private readonly options: Options) {}

  async start(): Promise<void> {
    this.#ends.push(await follow(this.options.state, BELOW, (key, stored) => this.#take(key, stored)));
    await this.beat();
    this.#ends.push(every(BEAT_MS, () => this.beat()));
  }

  /** Those that are not heard of, by the names of their machines. */
  get away(): readonly string[] {
    const { clock } = this.options;
    const [ticks, now] = [ticksOf(clock), clock.now()];
    return [...this.#heard.values()]
      .filter(({ heardAt, at }) => ticks - heardAt >= AWAY_AFTER_MS && now - at < FORGOTTEN_AFTER_MS)
      .map(({ machine }) => machine)
      .sort();
  }

  /** Never rejects. */
  async beat(): Promise<void> {
    const { clock, onFailure } = this.options;
    await this.#write({ machine: hostname(), at: clock.now() }).catch(onFailure);
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) await end();
    await this.#write(undefined).catch(this.options.onFailure);
  }

  async #write(beat: Beat | undefined): Promise<void> {
    await changeDocument<Beat>(this.options.state, BELOW + this.options.hub, () => beat);
  }

  #take(key: string, stored: Stored | undefined): void {
    const name = key.slice(BELOW.length);
    const beat = stored && readBeat(stored.text);
    if (name === this.options.hub || beat === undefined) this.#heard.delete(name);
    else this.#heard.set(name, { ...beat, heardAt: ticksOf(this.options.clock) });
  }
}

function readBeat(text: string): Beat | undefined {
  const beat = parseJson(text, { what: "that a hub is at work" });
  return isObject(beat) ? { machine: String(beat["machine"]), at: Number(beat["at"]) } : undefined;
}
