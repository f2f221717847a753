import {
  choice,
  either,
  long,
  nothing,
  oneSetting,
  parseJson,
  record,
  type ValueOf,
  type WritableKey,
} from "@pilothouse/protocol";
import type { DriverStorage } from "../../port.js";
import type { Ending } from "./life.js";

const time = either(long, nothing);
/** What the server does not report and must not be forgotten while the router runs. */
const storedType = record({
  /** When the router was started, by our clock; null as long as it was never seen. */
  born: time,
  ending: either(record({ next: choice("restart", "stop"), since: long, until: time, gone: time }), nothing),
  /** Settings that were changed and wait for a restart, with the values that count until then. */
  inForce: oneSetting,
});
type Stored = ValueOf<typeof storedType>;

const NOTHING: Stored = { born: null, ending: null, inForce: new Map() };

/** Clocks drift and answers take time; i2pd counts whole seconds. */
const SLACK = 5_000;

/** Remembers a router between readings, and, in storage, across restarts of the service. */
export class Memory {
  /** By the clock as it was at the start of the service. */
  #stored = NOTHING;
  /** How far the time of day was set since; and when this was saved last, where times are by the time of day. */
  #set = 0;
  #savedSet = 0;

  private constructor(
    readonly storage: DriverStorage | undefined,
    readonly log: (message: string) => void,
  ) {}

  static async open(storage: DriverStorage | undefined, log: (message: string) => void): Promise<Memory> {
    const memory = new Memory(storage, log);
    const text = await storage?.load();
    if (text !== undefined) memory.#stored = readStored(text, log);
    return memory;
  }

  get ending(): Ending | undefined {
    return this.#stored.ending ?? undefined;
  }

  async setEnding(ending: Ending | undefined): Promise<void> {
    if (ending !== this.ending) await this.#keep({ ...this.#stored, ending: ending ?? null });
  }

  /**
   * Notes when the router started; returns whether it has restarted, which ends all waiting.
   * Some routers count their uptime by the system clock. If that clock is set, only one of the two clocks
   * says that the router started later; after a real restart, both do.
   */
  async lives(uptime: number, now: number, wasSet = 0): Promise<boolean> {
    const born = Math.round(now - uptime);
    const before = this.#stored.born;
    const isAnother = before !== null && born > before + SLACK && born + wasSet > before + this.#set + SLACK;
    this.#set = wasSet;
    const next = isAnother ? { ...NOTHING, born } : { ...this.#stored, born };
    // The next service knows only the time of day.
    const isOld = Math.abs(wasSet - this.#savedSet) > SLACK;
    if (isAnother || before === null || isOld) await this.#keep(next);
    else this.#stored = next;
    return isAnother;
  }

  /** These settings were changed, from these values, and wait for a restart. */
  async waits(changed: ReadonlyMap<WritableKey, string | null>): Promise<void> {
    if (changed.size === 0) return;
    // What is in force is the value before the first change.
    await this.#keep({ ...this.#stored, inForce: new Map([...changed, ...this.#stored.inForce]) });
  }

  /** Whether something saved waits for a restart; what was changed and changed back does not. */
  restartNeeded(values: ReadonlyMap<string, string | null>): boolean {
    return [...this.#stored.inForce].some(([key, value]) => values.get(key) !== value);
  }

  async #keep(stored: Stored): Promise<void> {
    this.#stored = stored;
    this.#savedSet = this.#set;
    await this.storage?.save(storedType.write(moved(stored, this.#set)));
  }
}

function moved({ born, ending, inForce }: Stored, set: number): Stored {
  const to = (time: number | null) => (time === null ? null : time + set);
  return {
    born: to(born),
    ending: ending && {
      ...ending,
      since: ending.since + set,
      until: to(ending.until),
      gone: to(ending.gone),
    },
    inForce,
  };
}

function readStored(text: string, log: (message: string) => void): Stored {
  try {
    return storedType.read(parseJson(text));
  } catch (error) {
    log(`The saved state of the router cannot be read, and is dropped: ${error}`);
    return NOTHING;
  }
}
