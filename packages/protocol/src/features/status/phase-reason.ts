import { type Reason, reason } from "../../words/reason.js";
import type { ReasonCode } from "../../words/reasons.js";
import { NET_STATUS } from "./router-info.js";

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

/** The name of a network status, as a value of a reason. */
export const netStatusName = (status: number | null | undefined): string =>
  Object.entries(NET_STATUS).find(([code]) => code === String(status))?.[1].name ?? String(status);
