import {
  type NetworkView,
  type NetworkWrites,
  type RouterSettings,
  serialQueue,
  WRITE_PATIENCE,
  type Written,
} from "@pilothouse/drivers/port";
import { networkRow, type SettingPart, type Settings, type WritableKey } from "@pilothouse/protocol";
import type { Actor } from "../audit/audit.js";
import type { EventLog } from "../events/event-log.js";
import type { ChangeLog, KeptChange } from "./change-log.js";
import {
  differencesBetween,
  nameOnWire,
  together,
  type UndoPlan,
  undoPlan,
  type Values,
} from "./differences.js";

/** Which changes are to be undone, and by whom. */
export interface UndoRequest {
  readonly part: SettingPart;
  readonly changes: readonly KeptChange[];
  readonly actor: Actor;
  readonly permit?: AbortSignal;
  /** Lets others in between pieces of the record. */
  readonly turn?: () => Promise<unknown>;
  /** Called right before the change with what it comes to; throws to prevent it. */
  readonly check: (plan: UndoPlan) => void;
}

/** What may be written within one turn. */
export type Writes = Pick<RecordedSettings, "writeNetwork" | "writeAll">;

/** How many setting names an event lists. */
const NAMES_IN_EVENT = 10;

/** The settings of the router. All writes go through here, so that every change is recorded and can be undone. */
export class RecordedSettings {
  readonly #serially = serialQueue();

  constructor(
    readonly settings: RouterSettings,
    readonly changes: ChangeLog,
    readonly events: EventLog,
  ) {}

  network(): Promise<NetworkView> {
    return this.settings.network();
  }

  all(): Promise<Settings> {
    return this.settings.all();
  }

  writeNetwork(writes: NetworkWrites, actor: Actor, permit?: AbortSignal): Promise<Written<NetworkView>> {
    return this.#serially(() => this.#writeNetwork(writes, actor, [], permit), WRITE_PATIENCE);
  }

  /**
   * For the service's own changes: looks, and writes what `decide` makes of it, with no other write in between, so that
   * no newer one is lost. Undefined when there was nothing to write.
   */
  adjust(
    decide: (view: NetworkView) => Promise<NetworkWrites>,
    actor: Actor,
  ): Promise<Written<NetworkView> | undefined> {
    return this.#serially(async () => {
      const writes = await decide(await this.network());
      return writes.size === 0 ? undefined : this.#writeNetwork(writes, actor, []);
    });
  }

  writeAll(
    change: Parameters<RouterSettings["writeAll"]>[0],
    actor: Actor,
    permit?: AbortSignal,
    /** Called right before the change with what is there; throws to prevent it. */
    check?: (now: Settings) => void,
  ): Promise<Written<Settings>> {
    return this.#serially(async () => {
      if (check !== undefined) check(await this.all());
      return this.#writeAll(change, actor, [], permit);
    }, WRITE_PATIENCE);
  }

  /** Looks and writes several times, with no other write in between. */
  inOneTurn<T>(work: (writes: Writes) => Promise<T>): Promise<T> {
    const writes: Writes = {
      writeNetwork: (given, actor, permit) => this.#writeNetwork(given, actor, [], permit),
      writeAll: (change, actor, permit) => this.#writeAll(change, actor, [], permit),
    };
    return this.#serially(() => work(writes), WRITE_PATIENCE);
  }

  /** What undoing these changes would come to. */
  async undoPlan({ part, changes, turn }: Pick<UndoRequest, "part" | "changes" | "turn">): Promise<UndoPlan> {
    const now = await this.#now(part);
    const since = changes.at(-1)?.id ?? 0;
    const later = await this.changes.between(since, Number.MAX_SAFE_INTEGER, { part, turn });
    return undoPlan(together(changes), now, later);
  }

  /** Undoes all of them, the oldest first in the list, or nothing. */
  undo({ part, changes, actor, permit, turn, check }: UndoRequest): Promise<UndoPlan> {
    return this.#serially(async () => {
      const plan = await this.undoPlan({ part, changes, ...(turn && { turn }) });
      check(plan);
      const undoes = changes.map(({ id }) => id);
      const wanted = new Map(plan.differences.map(({ name, new: value }) => [name, value]));
      if (wanted.size === 0) return plan;
      if (part === "network") await this.#writeNetwork(networkWrites(wanted), actor, undoes, permit);
      else await this.#writeAll(await this.#advancedChange(wanted), actor, undoes, permit);
      return plan;
    }, WRITE_PATIENCE);
  }

  async #now(part: SettingPart): Promise<Values> {
    return part === "network" ? (await this.network()).values : this.all();
  }

  /** What is to go is left out of the whole; nothing else writes meanwhile. */
  async #advancedChange(wanted: Values): Promise<Parameters<RouterSettings["writeAll"]>[0]> {
    const set = new Map([...wanted].filter((entry): entry is [string, string] => entry[1] !== null));
    if (set.size === wanted.size) return { set };
    const kept = [...(await this.all())].filter(([name]) => wanted.get(name) !== null);
    return { replace: new Map([...kept, ...set]) };
  }

  /** Values that follow from others are not kept: they follow again when those are put back. */
  async #writeNetwork(writes: NetworkWrites, actor: Actor, undoes: readonly number[], permit?: AbortSignal) {
    const written = await this.settings.writeNetwork(writes, permit);
    const only = ({ values }: NetworkView) =>
      new Map([...values].filter(([key]) => writes.has(key as WritableKey)));
    await this.#record(actor, "network", undoes, only(written.before), only(written.after));
    return written;
  }

  async #writeAll(
    change: Parameters<RouterSettings["writeAll"]>[0],
    actor: Actor,
    undoes: readonly number[],
    permit?: AbortSignal,
  ) {
    const written = await this.settings.writeAll(change, permit);
    await this.#record(actor, "advanced", undoes, written.before, written.after);
    return written;
  }

  async #record(actor: Actor, part: SettingPart, undoes: readonly number[], before: Values, after: Values) {
    const differences = differencesBetween(before, after);
    if (differences.length === 0) return;
    const change = await this.changes.add({ actor, part, undoes, differences });
    const names = differences.map(({ name }) => nameOnWire(part, name));
    const more = names.length - NAMES_IN_EVENT;
    void this.events.add("settings.saved", {
      of: part,
      by: actor.name || actor.address,
      names: [...names.slice(0, NAMES_IN_EVENT), ...(more > 0 ? [`and ${more} more`] : [])].join(", "),
      ...(change !== undefined && { change }),
    });
  }
}

/** Where the interface has a value that means "unset", it is written: every router takes it. */
function networkWrites(wanted: Values): NetworkWrites {
  return new Map(
    [...wanted].map(([name, value]) => {
      const key = name as WritableKey;
      return [key, value ?? (takesEmpty(key) ? "" : null)];
    }),
  );
}

function takesEmpty(key: WritableKey): boolean {
  try {
    networkRow(key).kind.read("");
    return true;
  } catch {
    return false;
  }
}
