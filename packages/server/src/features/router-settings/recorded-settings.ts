import {
  type NetworkView,
  type NetworkWrites,
  type NetworkWritten,
  NotPossible,
  type Reverted,
  type RouterSettings,
  SettingRefused,
  serialQueue,
  WRITE_PATIENCE,
  type Written,
} from "@pilothouse/drivers/port";
import {
  badKey,
  RpcError,
  reason,
  type SettingDifference,
  type SettingPart,
  type Settings,
  type WritableKey,
} from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import { differencesBetween, listed, type Values } from "../../audit/changes.js";
import type { Sqlite } from "../../store/sqlite.js";
import type { Alongside } from "../../store/store.js";
import type { EventLog } from "../record/event-log.js";
import type { ChangeLog, StoredChange } from "./change-log.js";
import { isNetworkKey, shownDifferences, together, type UndoPlan, undoPlan } from "./differences.js";
import { networkWrites, touched } from "./network-writes.js";
import { type By, IN_EVENT, type Recording, ROLL_BACK, SettingsRecord } from "./settings-record.js";

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
  /** What belongs in the commit that records it. */
  readonly alongside?: (plan: UndoPlan) => readonly Alongside[];
}

/** What goes with a write. */
interface WriteOptions<W> {
  readonly sessionSignal?: AbortSignal | undefined;
  /** What belongs in the commit that records the change, such as its audit entry. */
  readonly alongside?: (written: W) => readonly Alongside[];
  /** Nothing is written if there is a newer change than this one. */
  readonly ifRevision?: number | null | undefined;
}

type AdvancedChange = Parameters<RouterSettings["writeAll"]>[0];

/** What may be written within one turn. All of it is recorded at the end of the turn, or with the next `commit`. */
export interface Writes {
  writeNetwork(writes: NetworkWrites, actor: Actor, sessionSignal?: AbortSignal): Promise<NetworkWritten>;
  writeAll(change: AdvancedChange, actor: Actor, sessionSignal?: AbortSignal): Promise<Written<Settings>>;
  /** Brings a further part to these values; null is unset. */
  writePart(part: FurtherName, wanted: Values, actor: Actor, sessionSignal?: AbortSignal): Promise<unknown>;
  /** Changes the store, in the same commit as the record of what was written so far. */
  commit(change: (db: Sqlite) => void, alongside?: readonly Alongside[]): Promise<void>;
}

/** How many of the last changes are asked who saved a value. */
const RECENT = 50;

/** How a change is refused: by the router, for what is wanted or for what it does now, or by the service. */
const REFUSALS = [SettingRefused, NotPossible, RpcError] as const;

type FurtherName = Exclude<SettingPart, "network" | "advanced">;
const isSettings = ({ part }: StoredChange): boolean => part === "network" || part === "advanced";

/** What belongs to the router's settings beside its configuration, as texts by name. */
export interface FurtherPart {
  /** As it is now: of these names, or more. */
  values(names: readonly string[]): Promise<Values>;
  /** Brings it to these values, all or nothing; null is unset. */
  write(wanted: Values, sessionSignal?: AbortSignal): Promise<Written<Values>>;
  /** For about how long that interrupts the router; undefined: not at all. */
  interrupts(wanted: Values): Promise<number | undefined>;
}

/** What the router has written, and what is to be recorded of it. */
interface Unrecorded<W> {
  readonly written: W;
  readonly recordings: readonly Recording[];
}

/** The settings of the router. All writes go through here, so that every change is recorded and can be undone. */
export class RecordedSettings {
  readonly #serially = serialQueue();
  readonly #record: SettingsRecord;
  readonly #further = new Map<SettingPart, FurtherPart>();

  constructor(
    readonly settings: RouterSettings,
    readonly changes: ChangeLog,
    readonly events: EventLog,
  ) {
    this.#record = new SettingsRecord(changes, events);
  }

  /** From now on changes of this part can be undone. */
  include(part: FurtherName, how: FurtherPart): void {
    this.#further.set(part, how);
  }

  /** A write of such a part, which is recorded like one of settings. */
  writePart(
    part: FurtherName,
    work: () => Promise<Written<Values>>,
    actor: Actor,
    alongside?: (written: Written<Values>) => readonly Alongside[],
  ): Promise<Written<Values>> {
    return this.#serially(
      async () => this.#recorded(await this.#partWritten(part, work, { actor }), alongside),
      WRITE_PATIENCE,
      part === "tunnels" ? "tunnel.busy" : "tunnel.namesBusy",
    );
  }

  network(): Promise<NetworkView> {
    return this.settings.network();
  }

  all(): Promise<Settings> {
    return this.settings.all();
  }

  writeNetwork(
    writes: NetworkWrites,
    actor: Actor,
    { sessionSignal, alongside, ifRevision }: WriteOptions<NetworkWritten> = {},
  ): Promise<NetworkWritten> {
    return this.#serially(async () => {
      await this.#requireRevision(ifRevision);
      return this.#recorded(await this.#writeNetwork(writes, { actor, sessionSignal }), alongside);
    }, WRITE_PATIENCE);
  }

  /** The newest change. To be asked before the settings are read: one in between is then taken for newer than them. */
  revision(): Promise<number> {
    return this.changes.newest();
  }

  async #requireRevision(revision: number | null | undefined): Promise<void> {
    const now = await this.revision();
    if (revision == null || revision === now) return;
    const newer = (await this.changes.between(revision, now)).filter(isSettings);
    const names = newer.flatMap(({ part, differences }) =>
      shownDifferences(part, differences).map(({ name }) => name),
    );
    const last = newer.at(-1);
    const what = last && {
      by: last.actor.name || last.actor.address,
      names: listed([...new Set(names)], IN_EVENT.names),
      at: new Date(last.at).toISOString(),
    };
    throw badKey("IfRevision", reason("settings.newer", { revision, now, ...what }));
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
      return writes.size === 0 ? undefined : this.#recorded(await this.#writeNetwork(writes, { actor }));
    });
  }

  /** Whether somebody is on record who saved this value of these settings, since `actor` wrote them last. */
  async wasSavedSince(actor: Actor, keys: readonly WritableKey[], value: string): Promise<boolean> {
    const isOne = ({ name }: SettingDifference) => keys.some((key) => key === name);
    // An advanced setting has a name that only the driver knows.
    const isMeant = (one: SettingDifference) => one.new === value && (isOne(one) || !isNetworkKey(one.name));
    for (const { actor: by, differences } of (await this.changes.read(RECENT)).filter(isSettings)) {
      if (by.name === actor.name && differences.some(isOne)) return false;
      if (by.name !== ROLL_BACK.name && differences.some(isMeant)) return true;
    }
    return false;
  }

  writeAll(
    change: AdvancedChange,
    actor: Actor,
    {
      sessionSignal,
      alongside,
      ifRevision,
      check,
    }: WriteOptions<Written<Settings>> & {
      /** Called right before the change with what is there; throws to prevent it. */
      readonly check?: ((now: Settings) => void) | undefined;
    } = {},
  ): Promise<Written<Settings>> {
    return this.#serially(async () => {
      await this.#requireRevision(ifRevision);
      if (check !== undefined) check(await this.all());
      return this.#recorded(await this.#writeAll(change, { actor, sessionSignal }), alongside);
    }, WRITE_PATIENCE);
  }

  /** Looks and writes several times, with no other write in between. */
  inOneTurn<T>(work: (writes: Writes) => Promise<T>): Promise<T> {
    let open: Recording[] = [];
    const later = <W>({ written, recordings }: Unrecorded<W>): W => {
      open.push(...recordings);
      return written;
    };
    const writes: Writes = {
      writeNetwork: async (given, actor, sessionSignal) =>
        later(await this.#writeNetwork(given, { actor, sessionSignal })),
      writeAll: async (change, actor, sessionSignal) =>
        later(await this.#writeAll(change, { actor, sessionSignal })),
      writePart: async (part, wanted, actor, sessionSignal) =>
        later(await this.#writePart(part, wanted, { actor, sessionSignal })),
      commit: async (change, alongside = []) => {
        await this.changes.store.write(change, [...this.#record.entries(open), ...alongside]);
        open = [];
      },
    };
    return this.#serially(async () => {
      try {
        return await work(writes);
      } finally {
        await this.#record.write(open);
      }
    }, WRITE_PATIENCE);
  }

  /** What undoing these changes would come to. */
  async undoPlan({ part, changes, turn }: Pick<UndoRequest, "part" | "changes" | "turn">): Promise<UndoPlan> {
    const undone = together(changes);
    const since = changes.at(-1)?.id ?? 0;
    const later = await this.changes.between(since, Number.MAX_SAFE_INTEGER, { turn });
    return undoPlan(undone, await this.#now(part, undone), later);
  }

  /** For about how long it interrupts the router to make these differences; undefined: not at all. */
  async interrupts(part: SettingPart, { differences }: UndoPlan): Promise<number | undefined> {
    if (part === "network" || part === "advanced" || differences.length === 0) return undefined;
    try {
      return await this.#of(part).interrupts(wantedBy(differences));
    } catch (error) {
      // It would be refused, and says why when it is asked for: the differences can be seen all the same.
      if (REFUSALS.some((refusal) => error instanceof refusal)) return undefined;
      throw error;
    }
  }

  /** Undoes all of them, the oldest first in the list, or nothing. */
  undo({ part, changes, actor, sessionSignal, turn, check, alongside }: UndoRequest): Promise<UndoPlan> {
    return this.#serially(async () => {
      const plan = await this.undoPlan({ part, changes, ...(turn && { turn }) });
      check(plan);
      const wanted = wantedBy(plan.differences);
      if (wanted.size === 0) return plan;
      const by = { actor, sessionSignal, undoes: changes.map(({ id }) => id) };
      const { recordings } = await this.#undo(part, wanted, by);
      await this.#record.write(recordings, alongside?.(plan));
      return plan;
    }, WRITE_PATIENCE);
  }

  /** As far as what is to be undone needs it: the router need not show its configuration. */
  async #now(part: SettingPart, undone: readonly SettingDifference[]): Promise<Values> {
    if (part === "advanced") return this.all();
    if (part !== "network") return this.#of(part).values(undone.map(({ name }) => name));
    const { values } = await this.network();
    return undone.every(({ name }) => isNetworkKey(name))
      ? values
      : new Map<string, string | null>([...(await this.all()), ...values]);
  }

  async #undo(part: SettingPart, wanted: Values, by: By): Promise<Unrecorded<unknown>> {
    if (part === "network") return this.#undoNetwork(wanted, by);
    if (part === "advanced") return this.#writeAll(await this.#advancedChange(wanted), by);
    return this.#writePart(part, wanted, by);
  }

  #writePart(part: FurtherName, wanted: Values, by: By): Promise<Unrecorded<Written<Values>>> {
    return this.#partWritten(part, () => this.#of(part).write(wanted, by.sessionSignal), by);
  }

  #of(part: FurtherName): FurtherPart {
    const found = this.#further.get(part);
    if (found === undefined)
      throw new NotPossible(reason(part === "tunnels" ? "router.noTunnels" : "router.noNames"));
    return found;
  }

  async #partWritten(
    part: FurtherName,
    work: () => Promise<Written<Values>>,
    by: By,
  ): Promise<Unrecorded<Written<Values>>> {
    const written = await work();
    return { written, recordings: this.#record.of(by, part, written.before, written.after) };
  }

  #undoNetwork(wanted: Values, by: By) {
    const those = (isKey: boolean) => new Map([...wanted].filter(([name]) => isNetworkKey(name) === isKey));
    return this.#writeNetwork(networkWrites(those(true)), by, those(false));
  }

  /** What is to go is left out of the whole; nothing else writes meanwhile. */
  async #advancedChange(wanted: Values): Promise<AdvancedChange> {
    const set = new Map([...wanted].filter((entry): entry is [string, string] => entry[1] !== null));
    if (set.size === wanted.size) return { set };
    const rest = [...(await this.all())].filter(([name]) => wanted.get(name) !== null);
    return { replace: new Map([...rest, ...set]) };
  }

  /** A router may switch something else with a setting: that is recorded too, so that it is undone with it. */
  async #writeNetwork(writes: NetworkWrites, by: By, beside?: Values): Promise<Unrecorded<NetworkWritten>> {
    const written = await this.settings.writeNetwork(writes, by.sessionSignal, beside);
    const { before, after, config } = written;
    const [old, now] = [touched(before, writes, config?.before), touched(after, writes, config?.after)];
    return { written, recordings: this.#record.of(by, "network", old, now) };
  }

  async #writeAll(change: AdvancedChange, by: By): Promise<Unrecorded<Written<Settings>>> {
    const written = await this.settings.writeAll(change, by.sessionSignal);
    return { written, recordings: this.#record.of(by, "advanced", written.before, written.after) };
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
      await this.#record.write([this.#record.reverted(file, { network, advanced: lost })]);
    });
  }

  async #recorded<W>(
    { written, recordings }: Unrecorded<W>,
    alongside?: (written: W) => readonly Alongside[],
  ): Promise<W> {
    await this.#record.write(recordings, alongside?.(written));
    return written;
  }
}

const wantedBy = (differences: readonly SettingDifference[]): Values =>
  new Map(differences.map(({ name, new: value }) => [name, value]));
