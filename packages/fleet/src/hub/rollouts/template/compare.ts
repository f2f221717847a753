import { type ComparisonEntry, hideSecrets, reason, shownSetting } from "@pilothouse/protocol";
import { BusAway, NodeAway, NodeRefused } from "../../../bus/hub-bus.js";
import { isOnline, type SeenNode } from "../../view/view.js";
import type { Why } from "../engine/rollout.js";
import type { Wanted } from "../engine/steps.js";
import { saidOf } from "../engine/summary.js";
import { type Asking, askSettings, type NodeSettings } from "./ask-node.js";
import { effective } from "./effective.js";
import type { Template } from "./template.js";

export type Drift = "none" | "changed" | "unapplied" | "unknown";

/** What a template wants of a node, and whether the node says that it has it. */
export interface WantedSettings {
  readonly node: SeenNode;
  readonly wanted: Wanted;
  readonly drift: Drift;
}

export function wantedSettingsOf(template: Template, node: SeenNode): WantedSettings | undefined {
  const { report } = node;
  const wanted = effective(template, node);
  if (wanted === undefined) return undefined;
  if (report === undefined) return { node, wanted, drift: "unknown" };
  if (report.applied !== wanted.checksum) return { node, wanted, drift: "unapplied" };
  return { node, wanted, drift: report.drifted ? "changed" : "none" };
}

/** The difference value by value, by what the node answers now. */
export async function compare(
  asking: Asking,
  { node, wanted, drift }: WantedSettings,
): Promise<ComparisonEntry> {
  const entry = { name: node.name, state: node.state, drift };
  const unasked = (why: Why) => ({ ...entry, differences: [], ...saidOf(why) });
  if (!isOnline(node)) return unasked(reason("rollout.offline"));
  try {
    const found = await askSettings(asking, node.id, wanted.tunnels && "tunnels");
    return { ...entry, differences: differencesFrom(wanted, found), ...saidOf(undefined) };
  } catch (error) {
    return unasked(whyUnasked(error as Error));
  }
}

function whyUnasked(error: Error): Why {
  if (error instanceof NodeRefused) return error.why;
  if (error instanceof BusAway) return reason("bus.away");
  return error instanceof NodeAway ? reason("away.none") : hideSecrets(error.message);
}

function differencesFrom({ network, advanced, tunnels = {} }: Wanted, found: NodeSettings) {
  const differs = (wanted: { readonly [name: string]: string }, there: ReadonlyMap<string, string | null>) =>
    Object.entries(wanted)
      .map(([name, value]) => ({ name, wanted: value, found: there.get(name) ?? null }))
      // An empty network setting is one that is unset.
      .filter((one) => one.wanted !== (one.found ?? ""))
      // A node of an earlier version may not hide them, and an earlier template may hold them.
      .map(({ name, wanted, found }) => ({
        name,
        wanted: shownSetting(name, wanted),
        found: shownSetting(name, found),
      }));
  return [
    ...differs(network, found.network).filter(({ name, wanted }) => found.lowered.get(name) !== wanted),
    ...differs(advanced, found.advanced),
    ...differs(tunnels, found.tunnels).map((one) => ({ ...one, name: `tunnels.${one.name}` })),
  ];
}
