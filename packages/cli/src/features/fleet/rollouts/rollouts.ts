import type { Params, RolloutEntry } from "@pilothouse/protocol";
import type { Context, Run } from "../../../command/context.js";
import { ownCommand } from "../../../package-file.js";
import { call } from "../../../remote/call.js";
import { withClient } from "../../../remote/session.js";
import { cell } from "../../../terminal/output.js";
import { moment } from "../../../terminal/units.js";
import { labelText } from "../labels.js";
import { countsText, followRollout, isOver, reportEnd } from "./follow.js";
import { type RolloutOptions, rolloutParams } from "./options.js";

const WORDS = { restart: "Restart", update: "Update", apply: "Apply the settings to" } as const;
type Asked = Params<"fleet.rollout">;

export const fleetRollout =
  (kind: "restart" | "update"): Run<[string[]], RolloutOptions> =>
  (context, [nodes], options) =>
    start(context, { kind, ...rolloutParams(options), ...(nodes.length > 0 && { nodes }) }, options);

/** Asks, starts a roll-out and, if that is wanted, follows it to its end. */
export async function start(context: Context, asked: Asked, options: RolloutOptions): Promise<void> {
  await context.ask.agree(`${WORDS[asked.kind]} ${whichText(asked)}, ${asked.maxParallel ?? 1} at a time?`);
  await withClient(context, async (connection) => {
    const { rollout } = await call(connection, "fleet.rollout", asked);
    const { wait, timeout } = options;
    if (wait)
      return reportEnd(context, connection, await followRollout(context, connection, rollout, timeout));
    context.out.result(rollout, () =>
      rollout.total === 0
        ? "There is nothing to do: all nodes have these settings."
        : `Roll-out ${rollout.id} over ${rollout.total} nodes has begun: ${ownCommand(`fleet rollouts ${rollout.id} --wait`)}`,
    );
  });
}

function whichText({ nodes, labels, filter }: Asked): string {
  const parts = [
    nodes === undefined ? "all nodes" : nodes.join(", "),
    labels !== undefined && `with ${labelText(labels)}`,
    filter !== undefined && `with "${filter}" in their names`,
  ];
  return parts.filter((part) => part !== false).join(" ");
}

export const fleetRollouts: Run<[string | undefined], Pick<RolloutOptions, "wait" | "timeout">> = async (
  context,
  [id],
  { wait, timeout },
) => {
  if (id === undefined) {
    const { rollouts } = await call(context, "fleet.rollouts", {});
    context.out.result(rollouts, () => listText(context, rollouts));
    return;
  }
  await withClient(context, async (connection) => {
    const answer = await call(connection, "fleet.rollouts", { id });
    const [rollout] = answer.rollouts;
    if (wait && rollout !== undefined)
      return reportEnd(context, connection, await followRollout(context, connection, rollout, timeout));
    const { out } = context;
    const isLeft = (outcome: string) => outcome === "waiting" && rollout !== undefined && isOver(rollout);
    out.result({ ...rollout, nodes: answer.nodes }, () => {
      const rows = answer.nodes.map((node) => [
        cell(node.name ?? node.id),
        isLeft(node.outcome) ? "not started" : cell(node.outcome),
        cell(node.step),
        node.since === null ? "" : moment(node.since),
        cell(node.reason),
      ]);
      const more = answer.next === null ? "" : "\n…";
      return `${listText(context, answer.rollouts)}\n\n${out.table(rows, ["node", "outcome", "step", "since", ""])}${more}`;
    });
  });
};

function listText({ out }: Context, rollouts: readonly RolloutEntry[]): string {
  return out.table(
    rollouts.map((rollout) => [
      cell(rollout.id),
      cell(rollout.kind),
      cell(rollout.status),
      countsText(rollout),
      cell(labelText(rollout.labels)),
      cell(rollout.by),
      moment(rollout.created),
      cell(rollout.why),
    ]),
    ["id", "what", "status", "nodes", "labels", "by", "begun", ""],
    "there are no roll-outs",
  );
}

const rolloutControl =
  (control: "pause" | "resume" | "end", question?: string): Run<[string], object> =>
  async (context, [id]) => {
    if (question !== undefined) await context.ask.agree(question);
    const { rollouts } = await call(context, "fleet.rollouts", { id, [control]: true, limit: 0 });
    const [rollout] = rollouts;
    context.out.result(rollout, () => `The roll-out ${id} is ${rollout?.status}.`);
  };

export const fleetPause = rolloutControl("pause");
export const fleetResume = rolloutControl("resume");
export const fleetEnd = rolloutControl("end", "End this roll-out? It cannot be resumed.");
