import { setImmediate as turn } from "node:timers/promises";
import { badKey, includes, type Params, RpcError, reason } from "@pilothouse/protocol";
import { type Call, type Grant, type Handlers, outOfScope } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import { type Authority, callerName } from "../operators/authority.js";
import type { Operators } from "../operators/operators.js";
import { EVERY } from "../view/selection.js";
import { type SeenNode, selectNodes } from "../view/view.js";
import type { EngineOptions } from "./engine/engine-parts.js";
import { type Control, controlRollout, createRollout, requireFree } from "./engine/manage.js";
import { KnownPlans, type Plan } from "./engine/plan.js";
import {
  DEFAULT_STRATEGY,
  type Rollout,
  type RolloutKind,
  readRollout,
  rolloutKey,
  type Strategy,
} from "./engine/rollout.js";
import { entryOf, pageOf } from "./engine/summary.js";
import { adopt } from "./template/adopt.js";

export interface RolloutNeeds extends Pick<EngineOptions, "state" | "bus" | "view" | "clock" | "hub"> {
  readonly operators: Operators;
  readonly authority: Authority;
}

const CONTROLS = ["pause", "resume", "end"] as const satisfies readonly Control[];
const NODES_IN_PAGE = 100;

/** Starts, lists, pauses, resumes and ends roll-outs. */
export function rolloutHandlers(needs: RolloutNeeds): Pick<Handlers, "fleet.rollout" | "fleet.rollouts"> {
  const { state, view, hub, clock } = needs;
  const plans = new KnownPlans(state);
  return {
    "fleet.rollout": (params, call) =>
      call.audited(`roll-out (${params.kind})`, async (changed) => {
        const selected = selectNodes(needs, params, call.session);
        const { nodes, document } = await planOf(needs, params, selected, call);
        const { kind, labels = {} } = params;
        const grant = grantFor(needs, kind, call);
        const rollout = await createRollout(
          { state, hub, now: clock.now() },
          { kind, grant, labels, strategy: strategyOf(params), nodes, document },
        );
        changed([
          { name: "roll-out", old: null, new: rollout.id },
          { name: "nodes", old: null, new: String(nodes.length) },
        ]);
        return { rollout: entryOf(rollout, nodes, view) };
      }),

    async "fleet.rollouts"({ id, outcome, after, limit = NODES_IN_PAGE, ...controls }, call) {
      const asked = CONTROLS.filter((control) => controls[control] === true);
      if (asked.length > 1) throw badKey(asked[1] ?? "", "contradicts another parameter of the call");
      const [control] = asked;
      if (id === undefined) {
        if (control !== undefined) throw badKey("id", `is missing: ${control} which roll-out?`);
        return { rollouts: await listed(needs, plans, call), nodes: [], next: null };
      }
      const stored = await state.get(rolloutKey(id));
      const plan = await plans.nodes(id);
      if (stored === undefined || !seesAll(needs, plan, call)) throw badKey("id", "names no roll-out");
      const found = readRollout(stored.text);
      const rollout = control === undefined ? found : await controlled(needs, found, control, call);
      return {
        rollouts: [entryOf(rollout, plan, view)],
        ...pageOf(rollout, plan, view, { outcome, after, limit }),
      };
    },
  };
}

async function planOf(
  needs: RolloutNeeds,
  { kind, template, ifRevision, ...strategy }: Params<"fleet.rollout">,
  selected: readonly SeenNode[],
  call: Call,
): Promise<Plan> {
  if (kind !== "apply") {
    for (const [key, value] of Object.entries({ template, ifRevision }))
      if (value !== undefined) throw badKey(key, "goes with the kind apply only");
    if (selected.length === 0) throw new RpcError("invalidParams", reason("node.none"));
    return { nodes: selected.map(({ id }) => id) };
  }
  if (template === undefined) throw badKey("template", "is missing: the text of a fleet.toml");
  for (const key of ["minHealthy", "tunnelShare"] as const)
    if (strategy[key] !== undefined)
      throw badKey(key, "does not go with the kind apply: each node decides itself if its router is healthy");
  call.sessionSignal.throwIfAborted();
  const nodes = await adopt(
    {
      ...needs,
      all: selectNodes(needs, {}, call.session),
      ifRevision,
      requireFree: (nodes) => requireFree(needs.state, nodes),
    },
    template,
    selected,
    callerName(call.session),
  );
  return { nodes, document: template };
}

function strategyOf(params: Params<"fleet.rollout">): Strategy {
  const given = Object.keys(DEFAULT_STRATEGY)
    .map((key) => [key, (params as { readonly [key: string]: unknown })[key]] as const)
    .filter(([, value]) => value !== undefined);
  return { ...DEFAULT_STRATEGY, ...Object.fromEntries(given) };
}

async function listed(needs: RolloutNeeds, plans: KnownPlans, call: Call) {
  const { state, view } = needs;
  const all = [...(await state.list(rolloutKey("")))].map(([, { text }]) => readRollout(text));
  const entries = [];
  for (const rollout of all.sort((a, b) => b.created - a.created)) {
    // Each may have all nodes of a large fleet.
    await turn();
    const nodes = await plans.nodes(rollout.id);
    if (seesAll(needs, nodes, call)) entries.push(entryOf(rollout, nodes, view));
  }
  return entries;
}

/**
 * Only those who may control all nodes of a roll-out see it. Nodes that have left do not count; one of which all have
 * left is for those who see every node.
 */
function seesAll({ view, operators }: RolloutNeeds, plan: readonly NodeId[], { session }: Call): boolean {
  const seen = operators.sees(session);
  if (seen === EVERY) return true;
  const there = plan.map((id) => view.find(id)).filter((node) => node !== undefined);
  return there.length > 0 && there.every(seen);
}

const grantFor = ({ authority }: RolloutNeeds, kind: RolloutKind, { session }: Call): Grant =>
  authority.grant(session, kind === "apply" ? "settings" : "operate");

const controlled = (
  needs: RolloutNeeds,
  { id, kind }: Rollout,
  control: Control,
  call: Call,
): Promise<Rollout> =>
  call.audited(`roll-out (${control})`, async (changed) => {
    const grant = grantFor(needs, kind, call);
    if (control === "resume" && !includes(call.scope, grant.scope))
      throw outOfScope("to resume it", grant.scope, `you have ${call.scope}`);
    const rollout = await controlRollout(needs.state, id, control, grant);
    changed([
      { name: "roll-out", old: null, new: id },
      { name: "status", old: null, new: rollout.status },
    ]);
    return rollout;
  });
