import { type Reason, reason } from "../../words/reason.js";
import type { ReasonCode } from "../../words/reasons.js";
import { NET_STATUS, type NetStatus } from "./router-info.js";

const PHASES: { readonly [phase: string]: ReasonCode } = {
  starting: "phase.starting",
  stopping: "phase.stopping",
  stopped: "phase.stopped",
  draining: "phase.draining",
  crashed: "phase.crashed",
  unreachable: "phase.unreachable",
};

/** The phase of a router as a value of a reason; the plain name of one that has no words. */
export const phaseReason = (phase: string): Reason | string => {
  const code = PHASES[phase];
  return code === undefined ? phase : reason(code);
};

/** A network status as a value of a reason. */
export const netStatusReason = (status: number | null | undefined): Reason =>
  reason(isNetStatus(status) ? `net.${status}` : "net.unknown");

const isNetStatus = (status: number | null | undefined): status is NetStatus =>
  Object.hasOwn(NET_STATUS, String(status));
