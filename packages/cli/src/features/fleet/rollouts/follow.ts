import { setTimeout as sleep } from "node:timers/promises";
import type { Result, RolloutEntry, RolloutNodeEntry } from "@pilothouse/protocol";
import type { Context } from "../../../command/context.js";
import { ownCommand } from "../../../package-file.js";
import { call } from "../../../remote/call.js";
import type { Connection } from "../../../remote/session.js";
import { retried } from "../../../remote/wait.js";
import { Complaint, EXIT } from "../../../terminal/exit.js";
import { cell } from "../../../terminal/output.js";
import { Progress } from "../../../terminal/progress.js";
import { moment, span, timeSpan } from "../../../terminal/units.js";

const EVERY_MS = 1_000;
/** A hub that was started again sees its nodes come back one by one. */
const COMING_BACK_MS = 60_000;

export const isOver = ({ status }: RolloutEntry): boolean => ["done", "failed", "ended"].includes(status);

/** All that can be done now is done: the rest is offline. */
const waitsOnly = ({ status, underWay, waiting, offline }: RolloutEntry): boolean =>
  status === "running" && underWay === 0 && waiting > 0 && waiting === offline;

/** Shows the progress of a roll-out until it is over. If the hub is away meanwhile, it is asked again. */
export async function followRollout(
  { out }: Context,
  connection: Connection,
  first: RolloutEntry,
  timeout: string | undefined,
): Promise<RolloutEntry> {
  const { signal } = connection;
  const limitMs = timeout === undefined ? Number.POSITIVE_INFINITY : timeSpan(timeout);
  const began = performance.now();
  let rollout = first;
  let nodes: readonly RolloutNodeEntry[] = [];
  let idleSince = Number.POSITIVE_INFINITY;
  using progress = new Progress(out.json);
  for (;;) {
    progress.say(`${progressText(rollout)}${waitingText(nodes)}`, shareOf(rollout));
    idleSince = waitsOnly(rollout) ? Math.min(idleSince, performance.now()) : Number.POSITIVE_INFINITY;
    if (isOver(rollout) || performance.now() - idleSince >= COMING_BACK_MS) return rollout;
    if (performance.now() - began >= limitMs)
      throw new Complaint(
        `it is not over after ${span(limitMs)}${waitingText(nodes)}; it continues without this command`,
        EXIT.timedOut,
      );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted)
      throw new Complaint(
        `waiting was interrupted; the roll-out continues: ${ownCommand(`fleet rollouts ${first.id}`)}`,
        EXIT.interrupted,
      );
    const answer = await look(connection, rollout);
    if (answer === undefined) progress.say("the hub does not answer; asking again", shareOf(rollout));
    else [rollout = rollout, nodes] = [answer.rollouts[0], answer.nodes];
  }
}

const AWAY: ReadonlySet<string> = new Set(["network", "timeout", "tls"]);

/** The roll-out, and some of the nodes that hold it up. */
async function look(
  connection: Connection,
  { id, underWay }: RolloutEntry,
): Promise<Result<"fleet.rollouts"> | undefined> {
  const outcome = underWay > 0 ? "under way" : "waiting";
  try {
    return await call(connection, "fleet.rollouts", { id, outcome, limit: MOST_NAMED });
  } catch (error) {
    const { failed } = retried(error);
    // The hub has answered, and would answer the same again.
    if (!AWAY.has(failed.kind)) throw failed;
    return undefined;
  }
}

const MOST_NAMED = 5;

const waitsText = ({ name, id, reason }: RolloutNodeEntry): string =>
  `${cell(name ?? id)}${reason === null ? "" : ` (${cell(reason)})`}`;

const waitingText = (nodes: readonly RolloutNodeEntry[]): string =>
  nodes.length === 0 ? "" : `; waiting for ${nodes.map(waitsText).join(", ")}`;

const shareOf = ({ total, done, failed, skipped, expired }: RolloutEntry): number =>
  total === 0 ? 1 : (done + failed + skipped + expired) / total;

/** How many nodes are where. Nothing waits in line any more when it is over. */
export function countsText(rollout: RolloutEntry): string {
  const { total, done, underWay, failed, skipped, expired, offline, waiting } = rollout;
  const over = isOver(rollout);
  const parts = [
    `${done} of ${total} done`,
    underWay > 0 && `${underWay} under way`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    expired > 0 && `${expired} expired`,
    !over && offline > 0 && `${offline} offline`,
    over && waiting > 0 && `${waiting} not started`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

export function progressText(rollout: RolloutEntry): string {
  const { status } = rollout;
  const more = status === "running" || status === "done" ? "" : `, ${status}`;
  return `${countsText(rollout)}${more}`;
}

/** How a node may end other than well; each has its reason. */
const NOT_DONE = ["failed", "skipped", "expired"] as const;
const MOST_SHOWN = 20;

/** Prints how a roll-out has ended; one that has failed is a failure of the command. */
export async function reportEnd(
  { out }: Context,
  connection: Connection,
  rollout: RolloutEntry,
): Promise<void> {
  const nodesThat = async (outcome: (typeof NOT_DONE)[number] | "waiting") => {
    if (rollout[outcome] === 0) return [];
    const { id } = rollout;
    return (await call(connection, "fleet.rollouts", { id, outcome, limit: MOST_SHOWN })).nodes;
  };
  const [failures = [], ...rest] = await Promise.all(NOT_DONE.map(nodesThat));
  const leftOut = rest.flat();
  const waitingFor = isOver(rollout) ? [] : await nodesThat("waiting");
  out.result({ ...rollout, failures, leftOut, waitingFor }, () => endText(rollout, waitingFor));
  if (!out.json)
    for (const { name, id, reason } of [...failures, ...leftOut])
      out.note(`${cell(name ?? id)}: ${cell(reason)}`);
  if (rollout.status === "failed") throw new Complaint(`the roll-out was stopped: ${cell(rollout.why)}`);
  if (rollout.status === "ended")
    throw new Complaint(`the roll-out was ended before its end: ${cell(rollout.why)}`);
}

function endText(rollout: RolloutEntry, waitingFor: readonly RolloutNodeEntry[]): string {
  const text = `${progressText(rollout)}.`;
  if (isOver(rollout)) return text;
  const more = rollout.waiting > waitingFor.length ? ", …" : "";
  const names = waitingFor.map(waitsText).join(", ");
  return `${text} These nodes are waited for until ${moment(rollout.lineExpires)}: ${names}${more}.`;
}
