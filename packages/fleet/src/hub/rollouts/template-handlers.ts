import { badKey, type ComparisonEntry, type Labels, MOST_ASKED, RpcError } from "@pilothouse/protocol";
import type { Call, Handlers } from "@pilothouse/server";
import { inTurns } from "../../in-turns.js";
import { readDocument, readRevised } from "../../state/documents.js";
import { callerName } from "../operators/authority.js";
import { orderOf } from "../view/natural-order.js";
import { isOnline, type SeenNode, selectNodes } from "../view/view.js";
import type { RolloutNeeds } from "./rollout-handlers.js";
import { readTemplate, type StoredTemplate, shownTemplate, TEMPLATE_KEY } from "./template/adopt.js";
import { askSettings, forEach } from "./template/ask-node.js";
import { compare, type WantedSettings, wantedSettingsOf } from "./template/compare.js";
import { labelsOf } from "./template/effective.js";
import { parseTemplate } from "./template/parse.js";
import type { Template } from "./template/template.js";
import { type FoundNode, writeTemplate } from "./template/write.js";

interface Paging {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** More would have to be asked than one call should wait for. */
const MOST_IMPORTED = 1_000;

/** The template of the fleet: what it is, what it would change, what has drifted, and what is there now. */
export function templateHandlers(
  needs: RolloutNeeds,
): Pick<Handlers, "fleet.template" | "fleet.drift" | "fleet.import"> {
  const { state, bus, clock } = needs;
  const asking = ({ session }: Call) => ({ bus, clock, by: callerName(session) });
  return {
    async "fleet.template"({ text, ...selection }, call) {
      const { value: stored, revision } = await readRevised<StoredTemplate>(state, TEMPLATE_KEY);
      const { by = null, at = null } = stored ?? {};
      const current = {
        template: stored === undefined ? null : shownTemplate(stored.text),
        by,
        at,
        revision,
      };
      if (text === undefined) return { ...current, nodes: [], checked: 0, next: null };
      const wanted = readTemplate(text, "text");
      let checked = 0;
      const page = await pageOf(selectNodes(needs, selection, call.session), selection, (node) => {
        const wantedSettings = wantedSettingsOf(wanted, node);
        if (wantedSettings !== undefined || wanted.labels.has(node.name)) checked++;
        const differs = (wantedSettings?.drift ?? "none") !== "none" || labelsDiffer(wanted, node);
        return differs ? node : undefined;
      });
      const nodes = await forEach(page.items, (node) => previewed(asking(call), wanted, node));
      return { ...current, nodes, checked, next: page.next };
    },

    async "fleet.drift"(selection, call) {
      const stored = await readDocument<StoredTemplate>(state, TEMPLATE_KEY);
      if (stored === undefined)
        throw new RpcError(
          "invalidParams",
          "the fleet has no template yet: pilothouse fleet apply fleet.toml",
        );
      const template = parseTemplate(stored.text);
      let checked = 0;
      const page = await pageOf(selectNodes(needs, selection, call.session), selection, (node) => {
        const wantedSettings = wantedSettingsOf(template, node);
        if (wantedSettings === undefined) return undefined;
        checked++;
        // As the finding has it, also of one that has not applied the newest template yet.
        const drift = node.report?.drifted ? "changed" : wantedSettings.drift;
        return drift === "none" ? undefined : { ...wantedSettings, drift };
      });
      const nodes = await forEach(page.items, (wantedSettings: WantedSettings) =>
        compare(asking(call), wantedSettings),
      );
      return { nodes, checked, next: page.next };
    },

    async "fleet.import"({ advanced = false, ...selection }, call) {
      const nodes = selectNodes(needs, selection, call.session);
      if (nodes.length > MOST_IMPORTED)
        throw badKey(
          "labels",
          `fit ${nodes.length} nodes, and at most ${MOST_IMPORTED} can be imported at once`,
        );
      const missing: string[] = [];
      const found = await forEach(nodes, async (node): Promise<FoundNode | undefined> => {
        try {
          if (!isOnline(node)) throw new Error("it is offline");
          const settings = await askSettings(asking(call), node.id);
          const { name, record } = node;
          const network = new Map([...settings.network, ...settings.lowered]);
          const ofRouter = advanced ? { network, advanced: settings.advanced } : { network };
          return { name, labels: record.labels, ...ofRouter };
        } catch {
          missing.push(node.name);
          return undefined;
        }
      });
      const extent = { fleet: [...needs.view.all()].length, missing: missing.length };
      const text = writeTemplate(
        found.filter((node) => node !== undefined),
        extent,
      );
      return { text, missing: missing.sort() };
    },
  };
}

const labelsDiffer = (template: Template, node: SeenNode): boolean =>
  JSON.stringify(sorted(labelsOf(template, node))) !== JSON.stringify(sorted(node.record.labels));

const sorted = (labels: Labels) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** What a template would change on a node: its labels, and its settings value by value. */
async function previewed(
  asking: Parameters<typeof compare>[0],
  template: Template,
  node: SeenNode,
): Promise<ComparisonEntry> {
  const { name, state, record } = node;
  const wantedSettings = wantedSettingsOf(template, node);
  const settings =
    wantedSettings === undefined
      ? { name, state, drift: "none", differences: [], reason: null, coded: null }
      : await compare(asking, wantedSettings);
  const wanted = labelsOf(template, node);
  const labels = [...new Set([...Object.keys(wanted), ...Object.keys(record.labels)])]
    .map((label) => ({
      name: `label ${label}`,
      wanted: wanted[label] ?? null,
      found: record.labels[label] ?? null,
    }))
    .filter((one) => one.wanted !== one.found);
  // Its settings may be in place when its labels are not.
  const drift = settings.drift === "none" && labels.length > 0 ? "unapplied" : settings.drift;
  return { ...settings, drift, differences: [...labels, ...settings.differences] };
}

/** A page of the wanted entries, after a name. */
async function pageOf<T>(
  nodes: readonly SeenNode[],
  { after, limit = MOST_ASKED }: Paging,
  want: (node: SeenNode) => T | undefined,
): Promise<{ readonly items: readonly T[]; readonly next: string | null }> {
  const behind = after === undefined ? undefined : orderOf(after);
  const items: T[] = [];
  let last: string | null = null;
  for await (const node of inTurns(nodes)) {
    if (behind !== undefined && orderOf(node.name) <= behind) continue;
    if (items.length === limit) return { items, next: last };
    const item = want(node);
    if (item !== undefined) items.push(item);
    last = node.name;
  }
  return { items, next: null };
}
