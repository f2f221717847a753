import type { Clock } from "@pilothouse/drivers/port";
import type { Call, Handlers, Session } from "@pilothouse/server";
import { every } from "@pilothouse/system";
import type { HubBus } from "../../bus/hub-bus.js";
import type { FleetState } from "../../state/state.js";
import type { FleetView, SeenNode } from "../view/view.js";
import { RolloutEngine } from "./engine/engine.js";
import type { EngineOptions, RolloutAuthority } from "./engine/engine-parts.js";
import { type RolloutNeeds, rolloutHandlers } from "./rollout-handlers.js";
import { effective, labelsOf } from "./template/effective.js";
import { parseTemplate } from "./template/parse.js";
import type { Template } from "./template/template.js";
import { templateHandlers } from "./template-handlers.js";

const TICK_MS = 1_000;

/** What a hub gives for its roll-outs. */
export interface RolloutsOptions<N extends SeenNode> {
  readonly state: FleetState;
  readonly bus: HubBus;
  readonly view: FleetView<N>;
  readonly clock: Clock;
  /** This hub's name for ever, unlike that of any other hub of the fleet. */
  readonly hub: string;
  readonly sees: (session: Session | undefined) => (node: N) => boolean;
  readonly nameOf: (call: Call) => string;
  readonly authority: RolloutAuthority & Pick<RolloutNeeds<N>["authority"], "grant">;
  readonly log: (message: string) => void;
}

export interface Rollouts {
  readonly handlers: Pick<
    Handlers,
    "fleet.rollout" | "fleet.rollouts" | "fleet.template" | "fleet.drift" | "fleet.import"
  >;
  /** Looks at all roll-outs now, instead of within a second. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the roll-outs of a hub, and answers for them. */
export async function openRollouts<N extends SeenNode>(options: RolloutsOptions<N>): Promise<Rollouts> {
  const engine = new RolloutEngine({ ...options, wantedOf: wantedNodes(options.view) });
  await engine.start();
  const endTicks = every(TICK_MS, () => engine.tick());
  const handling = { ...options, now: () => options.clock.now() };
  return {
    handlers: { ...rolloutHandlers(handling), ...templateHandlers(handling) },
    tick: () => engine.tick(),
    close: () => {
      void endTicks();
      return engine.close();
    },
  };
}

/** What a document wants of a node. The same document is asked for again and again, and read once. */
function wantedNodes(view: FleetView): EngineOptions["wantedOf"] {
  let last: { readonly text: string; readonly template: Template } | undefined;
  return (document, id) => {
    const node = view.find(id);
    if (document === undefined || node === undefined) return undefined;
    if (last?.text !== document) last = { text: document, template: parseTemplate(document) };
    const { name, record } = node;
    const labels = labelsOf(last.template, { name, labels: record.labels });
    return effective(last.template, { name, labels });
  };
}
