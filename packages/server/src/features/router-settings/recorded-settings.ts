import {
  type NetworkView,
  type NetworkWrites,
  type Reverted,
  type RouterSettings,
  serialQueue,
  WRITE_PATIENCE,
  type Written,
} from "@pilothouse/drivers/port";
import {
  networkRow,
  type SettingDifference,
  type SettingPart,
  type Settings,
  type WritableKey,
} from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import type { EventLog } from "../record/event-log.js";
import type { ChangeLog, StoredChange } from "./change-log.js";
import {
  differencesBetween,
  isNetworkKey,
  shownDifferences,
  together,
  type UndoPlan,
  undoPlan,
  type Values,
} from "./differences.js";

/** Which changes are to be undone, and by whom. */
export interface UndoRequest {
  readonly part: SettingPart;
  readonly changes: readonly StoredChange[];
  readonly actor: Actor;
  readonly sessionSignal?: AbortSignal;
  /** Lets others in between pieces of the record. */
  readonly turn?: () => Promise<unknown>;
  /** Called right before the change with what it comes to; throws to prevent it. */
  readonly check: (plan: UndoPlan) => void;
}

/** What may be written within one turn. */
export type Writes = Pick<RecordedSettings, "writeNetwork" | "writeAll">;

/** How many settings an event lists, and how much of a value it shows. */
const IN_EVENT = { names: 10, characters: 100 } as const;

const ROLLED_BACK = { actor: { address: "local", name: "roll-back" }, undoes: [] } as const;

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

  writeNetwork(
    writes: NetworkWrites,
    actor: Actor,
    sessionSignal?: AbortSignal,
  ): Promise<Written<NetworkView>> {
    return this.#serially(() => this.#writeNetwork(writes, actor, [], sessionSignal), WRITE_PATIENCE);
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
    sessionSignal?: AbortSignal,
    /** Called right before the change with what is there; throws to prevent it. */
    check?: (now: Settings) => void,
  ): Promise<Written<Settings>> {
    return this.#serially(async () => {
      if (check !== undefined) check(await this.all());
      return this.#writeAll(change, actor, [], sessionSignal);
    }, WRITE_PATIENCE);
  }

  /** Looks and writes several times, with no other write in between. */
  inOneTurn<T>(work: (writes: Writes) => Promise<T>): Promise<T> {
    const writes: Writes = {
      writeNetwork: (given, actor, sessionSignal) => this.#writeNetwork(given, actor, [], sessionSignal),
      writeAll: (change, actor, sessionSignal) => this.#writeAll(change, actor, [], sessionSignal),
    };
    return this.#serially(() => work(writes), WRITE_PATIENCE);
  }

  /** What undoing these changes would come to. */
  async undoPlan({ part, changes, turn }: Pick<UndoRequest, "part" | "changes" | "turn">): Promise<UndoPlan> {
    const undone = together(changes);
    const since = changes.at(-1)?.id ?? 0;
    const later = await this.changes.between(since, Number.MAX_SAFE_INTEGER, { turn });
    return undoPlan(undone, await this.#now(part, undone), later);
  }

  /** Undoes all of them, the oldest first in the list, or nothing. */
  undo({ part, changes, actor, sessionSignal, turn, check }: UndoRequest): Promise<UndoPlan> {
    return this.#serially(async () => {
      const plan = await this.undoPlan({ part, changes, ...(turn && { turn }) });
      check(plan);
      const undoes = changes.map(({ id }) => id);
      const wanted = new Map(plan.differences.map(({ name, new: value }) => [name, value]));
      if (wanted.size === 0) return plan;
      if (part === "network") await this.#undoNetwork(wanted, actor, undoes, sessionSignal);
      else await this.#writeAll(await this.#advancedChange(wanted), actor, undoes, sessionSignal);
      return plan;
    }, WRITE_PATIENCE);
  }

  /** As far as what is to be undone needs it: the router need not show its configuration. */
  async #now(part: SettingPart, undone: readonly SettingDifference[]): Promise<Values> {
    if (part === "advanced") return this.all();
    const { values } = await this.network();
    return undone.every(({ name }) => isNetworkKey(name))
      ? values
      : new Map<string, string | null>([...(await this.all()), ...values]);
  }

  async #undoNetwork(wanted: Values, actor: Actor, undoes: readonly number[], sessionSignal?: AbortSignal) {
    const those = (isKey: boolean) => new Map([...wanted].filter(([name]) => isNetworkKey(name) === isKey));
    await this.#writeNetwork(networkWrites(those(true)), actor, undoes, sessionSignal, those(false));
  }

  /** What is to go is left out of the whole; nothing else writes meanwhile. */
  async #advancedChange(wanted: Values): Promise<Parameters<RouterSettings["writeAll"]>[0]> {
    const set = new Map([...wanted].filter((entry): entry is [string, string] => entry[1] !== null));
    if (set.size === wanted.size) return { set };
    const kept = [...(await this.all())].filter(([name]) => wanted.get(name) !== null);
    return { replace: new Map([...kept, ...set]) };
  }

  /** A router may switch something else with a setting: that is kept too, so that it is undone with it. */
  async #writeNetwork(
    writes: NetworkWrites,
    actor: Actor,
    undoes: readonly number[],
    sessionSignal?: AbortSignal,
    beside?: Values,
  ) {
    const written = await this.settings.writeNetwork(writes, sessionSignal, beside);
    const { before, after, config } = written;
    await this.#record(
      actor,
      "network",
      undoes,
      touched(before, writes, config?.before),
      touched(after, writes, config?.after),
    );
    return written;
  }

  async #writeAll(
    change: Parameters<RouterSettings["writeAll"]>[0],
    actor: Actor,
    undoes: readonly number[],
    sessionSignal?: AbortSignal,
  ) {
    const written = await this.settings.writeAll(change, sessionSignal);
    await this.#record(actor, "advanced", undoes, written.before, written.after);
    return written;
  }

  /**
   * The router was started with other settings than those that were saved: what was lost becomes a change on record,
   * which can be undone, and an event.
   */
  reverted({ file, before, after, config }: Reverted): Promise<void> {
    return this.#serially(async () => {
      // What was written since then is on record, and counts.
      const stillIn = (now: Values) => (one: SettingDifference) => (now.get(one.name) ?? null) === one.new;
      const lost = differencesBetween(config?.before ?? new Map(), config?.after ?? new Map()).filter(
        stillIn(await this.all()),
      );
      const network = differencesBetween(before.values, after.values).filter(
        stillIn((await this.network()).values),
      );
      if (network.length > 0)
        await this.changes.add({ ...ROLLED_BACK, part: "network", differences: network });
      const change =
        lost.length === 0
          ? undefined
          : await this.changes.add({ ...ROLLED_BACK, part: "advanced", differences: lost });
      const shown = shownDifferences("advanced", lost).map(
        ({ name, old }) => `${name} = ${old === null ? "(removed)" : shortened(old)}`,
      );
      await this.events.add("settings.reverted", {
        file,
        ...(lost.length > 0 && { lost: listed(shown) }),
        ...(change !== undefined && { change }),
      });
    });
  }

  async #record(actor: Actor, part: SettingPart, undoes: readonly number[], before: Values, after: Values) {
    const differences = differencesBetween(before, after);
    if (differences.length === 0) return;
    const change = await this.changes.add({ actor, part, undoes, differences });
    void this.events.add("settings.saved", {
      of: part,
      by: actor.name || actor.address,
      names: listed(shownDifferences(part, differences).map(({ name }) => name)),
      ...(change !== undefined && { change }),
    });
  }
}

/**
 * What a write may have changed: in the configuration, with the written values as the interface has them, since the
 * others follow from it; of a router that does not show its configuration, all values.
 */
const touched = ({ values }: NetworkView, writes: NetworkWrites, config: Settings | undefined): Values =>
  new Map<string, string | null>([
    ...(config ?? []),
    ...[...values].filter(([key]) =>
      config === undefined ? key !== "router.net.ssu.detectedip" : writes.has(key as WritableKey),
    ),
  ]);

function listed(names: readonly string[]): string {
  const more = names.length - IN_EVENT.names;
  return [...names.slice(0, IN_EVENT.names), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

const shortened = (value: string): string =>
  value.length > IN_EVENT.characters ? `${value.slice(0, IN_EVENT.characters)}…` : value;

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
