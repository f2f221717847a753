import type { ComparisonEntry, Result } from "@pilothouse/protocol";
import type { Context, Run } from "../../../command/context.js";
import { call } from "../../../remote/call.js";
import { type Connection, withClient } from "../../../remote/session.js";
import { Complaint, EXIT } from "../../../terminal/exit.js";
import { cell } from "../../../terminal/output.js";
import { readInput } from "../../../terminal/questions.js";
import { moment } from "../../../terminal/units.js";
import { allPages, type SelectionOptions, selectionFrom } from "../selection.js";
import { type RolloutOptions, rolloutParams } from "./options.js";
import { start } from "./rollouts.js";

export const fleetApply: Run<[string], RolloutOptions & { readonly dryRun?: true }> = async (
  context,
  [file],
  options,
) => {
  const template = readInput(file);
  if (!options.dryRun) {
    const { by, at, revision: ifRevision } = await call(context, "fleet.template", {});
    if (by !== null && !context.out.json)
      context.out.note(`This replaces the template that ${cell(by)} applied at ${moment(at)}.`);
    return start(context, { kind: "apply", template, ifRevision, ...rolloutParams(options) }, options);
  }
  const { nodes, checked } = await pages(context, (connection, from) =>
    call(connection, "fleet.template", { text: template, ...selectionFrom(options), ...from }),
  );
  const differing = nodes.filter(({ differences, reason }) => differences.length > 0 || reason !== null);
  context.out.result(differing, () => comparisonText(differing, checked, "Nothing would change."));
  if (differing.length > 0)
    throw new Complaint(`Nodes that are not as the file wants them: ${differing.length}`, EXIT.differs);
};

export const fleetDrift: Run<[], SelectionOptions> = async (context, _args, options) => {
  const { nodes, checked } = await pages(context, (connection, from) =>
    call(connection, "fleet.drift", { ...selectionFrom(options), ...from }),
  );
  context.out.result(nodes, () =>
    comparisonText(nodes, checked, "All nodes are as the template wants them."),
  );
  if (nodes.length > 0)
    throw new Complaint(
      `Nodes that are not as the template wants them: ${nodes.length} (${countsOf(nodes)})`,
      EXIT.differs,
    );
};

/** What differs; without a difference `same`, if the template is for any of the nodes that were compared. */
export function comparisonText(nodes: readonly ComparisonEntry[], checked: number, same: string): string {
  if (nodes.length > 0) return nodes.map(nodeText).join("\n\n");
  return checked > 0 ? same : "The template wants nothing of any of these nodes: check its labels and names.";
}

/** All pages on one connection. */
const pages = async (
  context: Context,
  ask: (
    connection: Connection,
    from: { readonly after?: string },
  ) => Promise<Result<"fleet.template" | "fleet.drift">>,
): Promise<{ readonly nodes: readonly ComparisonEntry[]; readonly checked: number }> => {
  const found = await withClient(context, (connection) => allPages((from) => ask(connection, from)));
  return {
    nodes: found.flatMap(({ nodes }) => nodes),
    checked: found.reduce((sum, page) => sum + page.checked, 0),
  };
};

const DRIFT: { readonly [drift: string]: string } = {
  none: "has applied it",
  changed: "was changed on the node after it applied it",
  unapplied: "has not applied it",
  unknown: "has not reported since the hub's start",
};

const COUNTED: { readonly [drift: string]: string } = {
  changed: "changed on the node",
  unapplied: "not applied yet",
  unknown: "not known",
};

/** Those that were changed and are online are as many as `pilothouse health` says; offline ones are counted apart. */
function countsOf(nodes: readonly ComparisonEntry[]): string {
  const counts = new Map<string, number>();
  for (const { state, drift } of nodes) {
    const kind = state === "offline" ? state : (COUNTED[drift] ?? drift);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${cell(kind)}: ${count}`).join(", ");
}

const value = (text: string | null): string => (text === null ? "(not set)" : JSON.stringify(text));

/** One node and what differs, as a difference of two files is shown. */
function nodeText({ name, drift, differences, reason }: ComparisonEntry): string {
  const head = `${cell(name)}: ${DRIFT[drift] ?? cell(drift)}${reason === null ? "" : ` (${cell(reason)})`}`;
  const lines = differences.flatMap((one) => [
    `  - ${cell(one.name)} = ${cell(value(one.found))}`,
    `  + ${cell(one.name)} = ${cell(value(one.wanted))}`,
  ]);
  return [head, ...lines].join("\n");
}

export const fleetImport: Run<[], SelectionOptions & { readonly advanced?: true }> = async (
  context,
  _args,
  { advanced, ...options },
) => {
  const imported = await call(context, "fleet.import", {
    ...selectionFrom(options),
    ...(advanced && { advanced }),
  });
  const { out } = context;
  const { text, missing } = imported;
  if (!out.json && missing.length > 0)
    out.note(`${missing.length} could not be asked, and are not in it: ${missing.map(cell).join(", ")}`);
  out.result(imported, () => text.trimEnd().split("\n").map(cell).join("\n"));
};
