import { FINDING_LEVELS, type FindingEntry, type Result } from "@pilothouse/protocol";
import type { Families } from "../../telemetry/prometheus.js";

type Verdict = Result<"pilothouse.health">["verdict"];

/** What was found about a router or a fleet, the worst first, and what that comes to. */
export interface Judged {
  readonly verdict: Verdict;
  readonly findings: readonly FindingEntry[];
}

/** Of findings that matter as much, the earlier one stays first. */
export function judged(found: readonly FindingEntry[]): Judged {
  const findings = [...found].sort((one, other) => rank(other) - rank(one));
  const worst = findings[0]?.level;
  return { verdict: worst === undefined || worst === "note" ? "ok" : (worst as Verdict), findings };
}

const rank = ({ level }: FindingEntry): number => (FINDING_LEVELS as readonly string[]).indexOf(level);

const VERDICTS = ["ok", "wait", "warning", "problem"] as const satisfies readonly Verdict[];

/** The same for Prometheus. */
export const FINDINGS_FOUND: Families<Judged> = {
  pilothouse_verdict: {
    help: "Whether all is well: 1 for the verdict that holds.",
    of: ({ verdict }) => VERDICTS.map((one) => [{ verdict: one }, Number(one === verdict)]),
  },
  pilothouse_findings: {
    help: "What was found, by key and level: 1, or at a hub the number of nodes.",
    of: ({ findings }) =>
      findings.map(({ key, level, values }) => [{ finding: key, level }, Number(values["all"] ?? 1)]),
  },
};
