import { createHash } from "node:crypto";
import {
  type AppliedDifference,
  type ApplyState,
  type CodedText,
  codedTextOf,
  holdsSecret,
  type Reason,
  reason,
  type Settings,
  textOfReason,
  type WritableKey,
  withoutSecrets,
} from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import { differencesBetween, type Values } from "../../audit/changes.js";
import type { SettingsWritten } from "../../audit/network-details.js";
import type { Grant } from "../../auth/grants.js";
import type { Sqlite } from "../../store/sqlite.js";
import type { Alongside, Store } from "../../store/store.js";
import { putValue, readJson } from "../../store/values.js";

type Pairs = readonly (readonly [string, string])[];

/** What is to be applied. */
export interface ApplyRequest {
  readonly checksum: string;
  readonly network: ReadonlyMap<WritableKey, string>;
  readonly advanced: Settings;
  /** Options of tunnels, by `NAME.Option`. */
  readonly tunnels?: Settings | undefined;
  readonly restart?: "graceful" | "now" | "never" | undefined;
  readonly drain?: number | undefined;
  readonly deadline?: number | undefined;
  /** Who asks for it, where that can end before the router is restarted. */
  readonly grant?: Grant | undefined;
}

/** What goes with it. */
export interface ApplyOptions {
  /** Called with what is there before anything is changed; throws to prevent it. */
  readonly check?: (now: Settings) => void;
  /** What belongs in the commit that records it, such as its audit entry. */
  readonly alongside?: (written: SettingsWritten) => readonly Alongside[];
  /** The same when it fails, and the old settings are back. */
  readonly failed?: (error: unknown) => readonly Alongside[];
}

/** What was to be applied, as it is kept: pairs, since a setting may have any name. */
export interface AppliedSettings {
  readonly checksum: string;
  readonly network: Pairs;
  readonly advanced: Pairs;
  readonly tunnels?: Pairs | undefined;
}

/** A setting that was changed: null where there was none, or is none. */
export type Change = readonly [name: string, old: string | null, now: string | null];

/** Settings that are being applied. Kept before the first change, so that a crash leaves no half of it. */
export type Pending = AppliedSettings & {
  readonly actor: Actor;
  /** What is changed of tunnels. */
  readonly tunnelChanges?: readonly Change[] | undefined;
} & (
    | { readonly step: "writing"; readonly before: Pairs }
    | {
        readonly step: "settling";
        readonly changes: readonly Change[];
        readonly starts: number;
        readonly netStatus: number | null;
        /** When the restart was asked for, in milliseconds since the epoch. */
        readonly since: number;
        readonly deadlineMs: number;
        readonly drainMs: number;
        /** Who ordered the restart, where that can end before it. */
        readonly grant?: Grant | undefined;
      }
  );
export type Settling = Extract<Pending, { readonly step: "settling" }>;

/** What a service remembers of templates. */
export interface Remembered {
  readonly state: ApplyState;
  readonly at: number | null;
  readonly reason: string | null;
  /** The same with its code; absent in what an earlier version kept. */
  readonly coded?: CodedText | null;
  readonly last: AppliedSettings | null;
  readonly pending?: Pending;
}

/** Why settings were not kept, as it is remembered. */
export const saidOf = (why: Reason | string): Pick<Remembered, "reason" | "coded"> => ({
  reason: textOfReason(why),
  coded: typeof why === "object" ? codedTextOf(why) : null,
});

const KEY = "apply";

export const remembered = (store: Store): Remembered | undefined => readJson<Remembered>(store, KEY);

/** To be called inside a write. */
export const putRemembered = (db: Sqlite, what: Remembered): void => putValue(db, KEY, JSON.stringify(what));

/** For a store from a backup: what was being applied when that was made is not taken up again. */
export async function dropPending(store: Store, now: number): Promise<void> {
  const { pending, last = null } = remembered(store) ?? {};
  if (pending === undefined) return;
  const why = saidOf(reason("apply.restored"));
  await store.write((db) => putRemembered(db, { state: "reverted", at: now, ...why, last }));
}

export const NOTHING_APPLIED: Remembered = { state: "none", at: null, reason: null, last: null };

/** Of all settings in any order, without secrets: who knows the rest could find those by trying. */
export function checksumOf(settings: Settings): string {
  const sorted = [...withoutSecrets(settings)].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 32);
}

/** What differs between two states of all settings. */
export const changesOf = (before: Settings, after: Settings): Change[] =>
  differencesBetween(before, after).map(({ name, old, new: now }) => [name, old, now]);

/** All settings without these changes. What has another value since is left alone: somebody else set it. */
export function without(changes: readonly Change[], settings: Settings): Settings {
  const next = new Map(settings);
  for (const [name, old, now] of changes) {
    if ((settings.get(name) ?? null) !== now) continue;
    if (old === null) next.delete(name);
    else next.set(name, old);
  }
  return next;
}

/** An option of a tunnel among settings. */
export const shownOption = (name: string): string => `tunnels.${name}`;

/** What is not as it was applied, fit to be shown. An empty network setting is one that is unset. */
export function differences(
  { network, advanced, tunnels = [] }: Omit<AppliedSettings, "checksum">,
  found: {
    readonly network: ReadonlyMap<string, string | null>;
    readonly advanced: Settings;
    readonly tunnels: Values;
  },
): AppliedDifference[] {
  const compare = (wanted: Pairs, there: ReadonlyMap<string, string | null>) =>
    wanted
      .map(([name, value]) => ({ name, wanted: value, found: there.get(name) ?? null }))
      .filter(({ wanted: value, found: now }) => value !== (now ?? ""));
  const isSecret = ({ name, ...values }: AppliedDifference) =>
    Object.values(values).some((value) => value !== null && holdsSecret(name, value));
  return [
    ...[...compare(network, found.network), ...compare(advanced, found.advanced)].map((one) =>
      isSecret(one) ? { name: one.name, wanted: null, found: null } : one,
    ),
    ...compare(tunnels, found.tunnels).map((one) => ({ ...one, name: shownOption(one.name) })),
  ];
}
