import { codedTextOf, type Params, parseJson, type Reason } from "@pilothouse/protocol";
import type { Grant } from "@pilothouse/server";
import type { Said } from "../../../bus/hub-bus.js";
import type { Report } from "../../../bus/report.js";

/** What a roll-out does on each node. */
export type RolloutKind = "restart" | "update" | "apply";

/** How careful a roll-out is, unless it is asked otherwise. Times are milliseconds. */
export const DEFAULT_STRATEGY = {
  maxParallel: 1,
  canary: 1,
  failureBudget: 0,
  healthyDeadline: 10 * 60_000,
  minHealthy: 5_000,
  tunnelShare: 50,
  lineExpiry: 60 * 60_000,
  graceful: true,
  drainLimit: 11 * 60_000,
} satisfies Partial<Params<"fleet.rollout">>;
export type Strategy = {
  readonly [N in keyof typeof DEFAULT_STRATEGY]: NonNullable<Params<"fleet.rollout">[N]>;
};

/** Stopping: starts nothing new, and waits for what is under way; `endsAs` is the status after that. */
export type Status = "running" | "paused" | "stopping" | "done" | "failed" | "ended";

/** What became of a node, one letter each: fifty thousand of them are written with every step. */
export const OUTCOMES = {
  ".": "waiting",
  o: "under way",
  d: "done",
  f: "failed",
  s: "skipped",
  x: "expired",
} as const;
export type Outcome = keyof typeof OUTCOMES;

export type Step = "find" | "update" | "restart" | "restart-now" | "apply" | "confirm";

/** What the node reported before anything was asked of it. */
export type Before = Pick<Report, "at" | "starts" | "uptime" | "participating" | "netStatus">;

/** A node that is begun and not finished. It is written, and the write acknowledged, before its command is sent. */
export interface InFlight {
  /** When it began, by the hub's clock. */
  readonly at: number;
  readonly before: Before;
  readonly step: Step;
  /** When the step began. */
  readonly stepAt: number;
  /** The holder of the lease that may send the command, and until when the node takes it. */
  readonly epoch: number;
  readonly expires: number;
  /** An earlier sending of this step may have reached the node. */
  readonly maybe?: true;
  /** The node has taken the step's command. */
  readonly taken?: true;
  /** When the router was first seen to have started again. */
  readonly started?: number;
  /** Since when it has been healthy. */
  readonly healthy?: number;
}

/** With a code where it is ours or a node gives one, and a plain text otherwise. */
export type Why = Reason | Said;

/**
 * As it is kept: the text is for hubs of other versions, which may not know the code. An earlier hub kept a reason without
 * its text.
 */
export interface KeptWhy {
  readonly why: Reason | string;
  readonly coded?: Exclude<Said, string>;
}

export const keptWhy = (why: Why): KeptWhy => {
  if (typeof why === "string") return { why };
  const coded = codedTextOf(why);
  return { why: coded.text, coded };
};

/** Why a node failed or was skipped, and when. An earlier version kept only a text. */
type Ended = string | (KeptWhy & { readonly at: number });

/**
 * A roll-out as it is kept, under `rollout/<id>`. Lease and intents are in one text, so that a hub whose lease was
 * taken over cannot write an intent, and sends no command without one.
 */
export interface Rollout {
  readonly id: string;
  readonly kind: RolloutKind;
  /** Who asked for it. */
  readonly by: string;
  /** On whose authority: of who started it, or resumed it last. Absent in roll-outs of an earlier version. */
  readonly grant?: Grant;
  readonly created: number;
  readonly labels: { readonly [name: string]: string };
  readonly strategy: Strategy;
  readonly status: Status;
  readonly endsAs?: "failed" | "ended";
  /** Why it was stopped. */
  readonly why?: KeptWhy["why"];
  readonly coded?: KeptWhy["coded"];
  readonly finished?: number;
  readonly lease: { readonly hub: string; readonly epoch: number };
  /** Grows while the holder lives. */
  readonly beat: number;
  /** One letter for each node of the plan. */
  readonly progress: string;
  /** The nodes in flight, by their place in the plan. */
  readonly flights: { readonly [index: string]: InFlight };
  /** Why nodes failed or were skipped, by their place; of very many only the first. */
  readonly reasons: { readonly [index: string]: Ended };
}

export const rolloutKey = (id: string): string => `rollout/${id}`;

export const isOver = ({ status }: Rollout): boolean =>
  status === "done" || status === "failed" || status === "ended";

export const isStopping = ({ status }: Rollout): boolean => status === "stopping";

export const readRollout = (text: string): Rollout =>
  parseJson(text, { what: "a saved roll-out" }) as Rollout;

export function countOf({ progress }: Rollout, outcome: Outcome): number {
  let count = 0;
  for (let at = progress.indexOf(outcome); at !== -1; at = progress.indexOf(outcome, at + 1)) count++;
  return count;
}
