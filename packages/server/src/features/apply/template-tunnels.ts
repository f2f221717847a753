import type { Settings } from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import type { Values } from "../../audit/changes.js";
import type { Writes } from "../router-settings/recorded-settings.js";
import type { ManagedTunnels } from "../tunnels/managed-tunnels.js";
import { type Change, shownOption } from "./applied.js";

/** What is to be changed of tunnels. */
export interface PlannedTunnels {
  readonly changes: readonly Change[];
  /** The router is restarted for it. */
  readonly restarts: boolean;
}

const ON = "StartOnLoad";

/** Tunnels of a template: those that it names are made or edited, and others are left alone. */
export class TemplateTunnels {
  constructor(readonly tunnels: Pick<ManagedTunnels, "values" | "planTowards">) {}

  values(): Promise<Values> {
    return this.tunnels.values();
  }

  /** Refuses what a change of tunnels would refuse, before anything is changed. */
  async plan(wanted: Settings): Promise<PlannedTunnels> {
    if (wanted.size === 0) return { changes: [], restarts: false };
    const now = await this.values();
    const changes = [...complete(wanted, now)]
      .map(([name, value]): Change => [name, now.get(name) ?? null, value])
      .filter(([, old, value]) => old !== value);
    if (changes.length === 0) return { changes, restarts: false };
    // A port that others can reach wants the word of somebody who sees this machine.
    const plan = await this.tunnels.planTowards(after(changes), false);
    return { changes, restarts: plan.interruptsForMs !== undefined };
  }

  write(writes: Writes, { changes }: PlannedTunnels, actor: Actor, signal: AbortSignal): Promise<unknown> {
    return writes.writePart("tunnels", after(changes), actor, signal);
  }

  /** What has another value since is left alone. Resolves with whether there was anything to put back. */
  async putBack(writes: Writes, changes: readonly Change[], actor: Actor): Promise<boolean> {
    if (changes.length === 0) return false;
    const now = await this.values();
    const old = changes.filter(([name, , value]) => (now.get(name) ?? null) === value);
    if (old.length === 0) return false;
    await writes.writePart("tunnels", new Map(old.map(([name, value]) => [name, value])), actor);
    return true;
  }
}

const after = (changes: readonly Change[]): Values =>
  new Map(changes.map(([name, , value]) => [name, value]));

/** A new tunnel runs unless it is said otherwise. */
function complete(wanted: Settings, now: Values): Settings {
  const names = [...wanted.keys()].map((name) => `${name.slice(0, name.lastIndexOf("."))}.${ON}`);
  const made = names.filter((name) => !now.has(name)).map((name) => [name, "true"] as const);
  return new Map([...made, ...wanted]);
}

/** All settings with what is changed of tunnels, for the audit. */
export function withTunnels(settings: Settings, changes: readonly Change[], which: "old" | "new"): Settings {
  const values = changes.map(([name, old, now]) => [shownOption(name), which === "old" ? old : now] as const);
  return new Map([...settings, ...values.filter((one): one is [string, string] => one[1] !== null)]);
}
