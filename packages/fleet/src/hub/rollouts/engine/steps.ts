import { isObject, parseJson, reason } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { Command } from "../../../bus/hub-bus.js";
import { saidByNode } from "../../../bus/said.js";
import type { Rollout, RolloutKind, Step, Why } from "./rollout.js";

interface StepRow {
  readonly scope: Command["scope"];
  /** How long an answer may take: an update is answered when it is installed. */
  readonly timeoutMs: number;
  /** Changes nothing, so that it may be asked again and again. */
  readonly reads?: true;
  /** The node is followed until its router is healthy again. */
  readonly settles?: true;
}

const ANSWER_MS = 15_000;
const UPDATE_MS = 15 * 60_000;

export const STEPS: { readonly [S in Step]: StepRow } = {
  find: { scope: "operate", timeoutMs: 60_000, reads: true },
  update: { scope: "operate", timeoutMs: UPDATE_MS },
  restart: { scope: "operate", timeoutMs: ANSWER_MS, settles: true },
  "restart-now": { scope: "operate", timeoutMs: ANSWER_MS, settles: true },
  apply: { scope: "settings", timeoutMs: 60_000 },
  confirm: { scope: "read", timeoutMs: ANSWER_MS, reads: true },
};

/** With what each kind begins. */
export const FIRST: { readonly [K in RolloutKind]: Step } = {
  restart: "restart",
  update: "find",
  apply: "apply",
};

/** The settings that a node is to have, as `pilothouse.apply` takes them. */
export interface Wanted {
  readonly checksum: string;
  readonly network: { readonly [key: string]: string };
  readonly advanced: { readonly [name: string]: string };
  /** Options of tunnels, by `NAME.Option`. */
  readonly tunnels?: { readonly [name: string]: string };
}

/** The request that a step sends. */
export function requestOf(step: Step, { id, strategy }: Rollout, wanted: Wanted | undefined): string {
  const ask = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id: `${id}/${step}`, method, params });
  switch (step) {
    case "find":
      return ask("RouterManager", { FindUpdates: null });
    case "update":
      return ask("RouterManager", { Update: null });
    case "restart":
      return ask("RouterManager", { [strategy.graceful ? "RestartGraceful" : "Restart"]: null });
    case "restart-now":
      return ask("RouterManager", { Restart: null });
    case "apply":
      return ask("pilothouse.apply", {
        ...wanted,
        restart: strategy.graceful ? "graceful" : "now",
        drain: strategy.drainLimit,
        deadline: strategy.healthyDeadline,
      });
    case "confirm":
      return ask("pilothouse.apply", {});
  }
}

/** What an answer of the node means for the roll-out. */
export type Meaning =
  | { readonly next: Step }
  /** Done with it: the outcome `d` or `s`, or still under way. */
  | { readonly is: "done" | "skipped"; readonly why?: Why }
  | { readonly is: "failed"; readonly why: Why }
  | { readonly is: "taken" | "pending" };

interface Answered {
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly message?: unknown; readonly data?: { readonly reason?: unknown } & object };
}

export function meaningOf(step: Step, text: string, wanted: Wanted | undefined): Meaning {
  const { result, error } = parsed(text);
  if (error?.data?.reason === "begun") return BEGUN[step];
  if (result === undefined)
    return {
      is: "failed",
      why: typeof error?.message === "string" ? saidByNode(error.message, error.data) : NO_ANSWER,
    };
  switch (step) {
    case "find": {
      const found = result["FindUpdates"];
      if (found === true) return { next: "update" };
      return found === false
        ? { is: "skipped", why: reason("rollout.noUpdate") }
        : { is: "failed", why: saidByNode(found) };
    }
    case "update":
      return { next: "restart" };
    case "restart":
    case "restart-now":
      return { is: "taken" };
    case "apply":
      return { next: "confirm" };
    case "confirm": {
      const { state, applied, reason: said, coded } = result;
      if (state === "pending") return { is: "pending" };
      if (state === "applied" && applied === wanted?.checksum) return { is: "done" };
      return {
        is: "failed",
        why: typeof said === "string" ? saidByNode(said, coded) : reason("rollout.changed"),
      };
    }
  }
}

/**
 * The node began to carry it out before, and is still at it or was ended meanwhile. Whether it has come to anything
 * is seen from its reports, or from what it says next.
 */
const BEGUN: { readonly [S in Step]: Meaning } = {
  find: { is: "pending" },
  update: { is: "pending" },
  restart: { is: "taken" },
  "restart-now": { is: "taken" },
  apply: { next: "confirm" },
  confirm: { is: "pending" },
};

const NO_ANSWER = reason("rollout.noAnswer");

function parsed(text: string): Answered {
  const value = orNone(() => parseJson(text));
  return isObject(value) ? (value as Answered) : {};
}
