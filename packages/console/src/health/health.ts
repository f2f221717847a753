import type { NetStatus } from "@pilothouse/protocol";
import { NET_STATUS } from "@pilothouse/protocol";
import type { IconName } from "../parts/icon.js";
import type { Seen } from "../state/live.js";
import type { Texts } from "../texts/en.js";

export type Severity = Extract<IconName, "good" | "testing" | "warning" | "error">;

/** How the router is, in words, and what to do about it. */
export interface Health {
  readonly severity: Severity;
  readonly says: string;
  readonly advice: string;
}

type PlainPhase = Exclude<keyof Texts["phases"], "draining" | "running">;

const SEVERITY: Record<PlainPhase, Severity> = {
  starting: "testing",
  stopping: "warning",
  stopped: "error",
  crashed: "error",
  unreachable: "error",
};

const isPlain = (phase: string): phase is PlainPhase => Object.hasOwn(SEVERITY, phase);

/** The service is free to know phases that this page has no words for; then the network status speaks. */
export function health({ status, info }: Pick<Seen, "status" | "info">, texts: Texts): Health {
  const { phase, next } = status;
  if (phase === "draining")
    return {
      severity: "warning",
      says: texts.phases.draining[next === "restart" ? "restart" : "stop"],
      advice: texts.phaseAdvice.draining,
    };
  if (isPlain(phase))
    return { severity: SEVERITY[phase], says: texts.phases[phase], advice: texts.phaseAdvice[phase] };
  const code = info["net.status"];
  if (code === undefined) return { severity: "testing", says: texts.phases.running, advice: "" };
  return { severity: severityOf(code), ...texts.net[code] };
}

/** The names in the interface's table say how bad it is. */
export function severityOf(code: NetStatus): Severity {
  const { name } = NET_STATUS[code];
  if (name === "OK" || name === "HIDDEN") return "good";
  if (name === "TESTING") return "testing";
  return name.startsWith("ERROR") ? "error" : "warning";
}
