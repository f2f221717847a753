import type { Feature, Log } from "@pilothouse/server";
import type { NodesProvide } from "../nodes/feature.js";
import type { FleetView } from "../view/view.js";
import { RolloutEngine } from "./engine/engine.js";
import type { EngineOptions } from "./engine/engine-parts.js";
import { type RolloutNeeds, rolloutHandlers } from "./rollout-handlers.js";
import { effective } from "./template/effective.js";
import { parseTemplate } from "./template/parse.js";
import type { Template } from "./template/template.js";
import { templateHandlers } from "./template-handlers.js";

const TICK_MS = 1_000;

/** Settings that are rolled out to nodes step by step. */
export const rollouts: Feature<
  NodesProvide & Omit<RolloutNeeds, "view"> & { readonly log: Log },
  { readonly rollouts: RolloutEngine },
  keyof ReturnType<typeof rolloutHandlers> | keyof ReturnType<typeof templateHandlers>
> = {
  async open({ log, inventory: view, ...given }) {
    const needs = { ...given, view };
    const engine = new RolloutEngine({
      ...needs,
      wantedOf: wantedNodes(view),
      log: (message) => log.warn(message),
    });
    await engine.start();
    given.judge.changing = () => engine.changing();
    given.judge.failedRollouts = () => engine.failed();
    return {
      provides: { rollouts: engine },
      handlers: { ...rolloutHandlers(needs), ...templateHandlers(needs) },
      recurring: [{ everyMs: TICK_MS, work: () => engine.tick() }],
      stop: () => engine.close(),
    };
  },
};

/** What a document wants of a node. The same document is asked for again and again, and read once. */
function wantedNodes(view: FleetView): EngineOptions["wantedOf"] {
  let last: { readonly text: string; readonly template: Template } | undefined;
  return (document, id) => {
    const node = view.find(id);
    if (document === undefined || node === undefined) return undefined;
    if (last?.text !== document) last = { text: document, template: parseTemplate(document) };
    return effective(last.template, node);
  };
}
