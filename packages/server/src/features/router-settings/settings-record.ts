import type { EventData, EventKind, SettingDifference, SettingPart } from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import { differencesBetween, listed, type Values } from "../../audit/changes.js";
import { nameEvents } from "../../audit/recorded-names.js";
import type { Alongside } from "../../store/store.js";
import type { EventLog } from "../record/event-log.js";
import type { ChangeLog } from "./change-log.js";
import { shownDifferences } from "./differences.js";

/** Who writes, and which changes that puts back. */
export interface By {
  readonly actor: Actor;
  readonly undoes?: readonly number[];
  readonly sessionSignal?: AbortSignal | undefined;
}

/** Changes and their event, which are recorded together. */
export interface Recording {
  readonly changes: readonly Alongside[];
  readonly kind: EventKind;
  readonly data: () => EventData;
}

/** How many settings an event lists, and how much of a value it shows. */
export const IN_EVENT = { names: 10, characters: 100 } as const;

/** Who changes settings when a router starts with older ones. */
export const ROLL_BACK = { address: "local", name: "roll-back" } as const;

/** Puts changes of the router's settings on record, each with its event. */
export class SettingsRecord {
  constructor(
    readonly changes: ChangeLog,
    readonly events: EventLog,
  ) {}

  /** What is to be recorded of a write; nothing where it has changed nothing. */
  of({ actor, undoes = [] }: By, part: SettingPart, before: Values, after: Values): readonly Recording[] {
    const differences = differencesBetween(before, after);
    if (differences.length === 0) return [];
    const changes = [this.changes.entry({ actor, part, undoes, differences })];
    const by = actor.name || actor.address;
    if (part === "names")
      return nameEvents(by, differences).map(({ kind, data }, at) => ({
        ...{ changes: at === 0 ? changes : [], kind, data: () => data },
      }));
    const saved = {
      ...(part !== "tunnels" && { of: part }),
      by,
      names: listed(
        [...new Set(shownDifferences(part, differences).map(({ name }) => subjectOf(part, name)))],
        IN_EVENT.names,
      ),
    };
    const kind = part === "tunnels" ? "tunnels.changed" : "settings.saved";
    return [{ changes, kind, data: () => ({ ...saved, ...idIn(changes) }) }];
  }

  /** What the router has lost of its settings. */
  reverted(
    file: string,
    { network, advanced }: { readonly [P in "network" | "advanced"]: readonly SettingDifference[] },
  ): Recording {
    const of = (part: SettingPart, differences: readonly SettingDifference[]) =>
      differences.length === 0
        ? []
        : [this.changes.entry({ actor: ROLL_BACK, undoes: [], part, differences })];
    const changes = of("advanced", advanced);
    const lost = shownDifferences("advanced", advanced).map(
      ({ name, old }) => `${name} = ${old === null ? "(removed)" : shortened(old)}`,
    );
    return {
      changes: [...of("network", network), ...changes],
      kind: "settings.reverted",
      data: () => ({
        file,
        ...(advanced.length > 0 && { lost: listed(lost, IN_EVENT.names) }),
        ...idIn(changes),
      }),
    };
  }

  /** For a write that also holds something else. */
  entries(recordings: readonly Recording[]): readonly Alongside[] {
    return recordings.flatMap(({ changes, kind, data }) => [...changes, this.events.entry(kind, data)]);
  }

  /**
   * Changes, their events and what belongs to them, in one commit. What the router has saved before cannot be in it:
   * after a crash in between, the router has settings that none of these records shows, as if they had been written in
   * an editor. Nothing looks for them at the next start; an undo that meets them says that they are without a record.
   */
  async write(recordings: readonly Recording[], alongside: readonly Alongside[] = []): Promise<void> {
    if (recordings.length === 0) return;
    const { store, log } = this.changes;
    try {
      await store.write(() => {}, [...this.entries(recordings), ...alongside]);
    } catch (error) {
      log.error({ err: error }, "the change of settings could not be recorded, and cannot be undone");
      // The router has the change all the same: who waits for the event hears of it.
      for (const { kind, data } of recordings) void this.events.add(kind, data());
    }
  }
}

const idIn = ([change]: readonly { readonly id: number | undefined }[]): EventData =>
  change?.id === undefined ? {} : { change: change.id };

/** Of a tunnel, its own name says more than those of its options. */
const subjectOf = (part: SettingPart, name: string): string =>
  part === "tunnels" ? name.slice(0, name.lastIndexOf(".")) : name;

const shortened = (value: string): string =>
  value.length > IN_EVENT.characters ? `${value.slice(0, IN_EVENT.characters)}…` : value;
