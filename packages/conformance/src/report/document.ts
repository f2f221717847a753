import { PROFILES, profileOf } from "../check/check.js";
import { CHECKS } from "../checks/index.js";
import { KIT } from "../kit.js";
import { OUTCOMES, type Outcome, type Result, type Shown } from "../run/result.js";
import type { Run } from "../run/runner.js";

/** The profiles of servers, and the one of clients. */
const REPORTED = [...PROFILES, "client"] as const;

/** What a run leaves behind. The schema is frozen: report.schema.json. */
export interface Document {
  readonly schema: "i2pcontrol-conformance/3";
  readonly kit: typeof KIT;
  readonly target: {
    readonly url: string;
    /** What the server says that it is. */
    readonly server: string;
    readonly names: string;
    readonly label: string;
    /** A double that plays what was recorded is no server. */
    readonly evidence: "live" | "recorded";
  };
  readonly command: string;
  readonly started: string;
  readonly ended: string;
  readonly interrupted: boolean;
  readonly summary: { readonly [outcome in Outcome]: number };
  readonly leftovers: readonly string[];
  /** What is worth knowing, and is no failure. */
  readonly remarks: readonly string[];
  readonly checks: readonly Row[];
}

export type Row = Omit<Result, "endangers">;

interface About extends Pick<Document["target"], "url" | "label" | "evidence">, Pick<Document, "command"> {
  /** The report is for everybody: it says what is wrong, and not how to make use of it. */
  readonly isPublic: boolean;
}

const UNSAID = "The server does not do this. Public reports leave out how to repeat it.";

/** Which request ended a server is not for everybody either. */
const ENDED_AT = /stopped answering at (\w+)\.\S+/;

/** Stack traces name places on the machine of the server. */
const FRAMES = /\n\s+at [^\n<]*/g;
const published = (shown: Shown): Shown => ({ ...shown, got: shown.got.replaceAll(FRAMES, "") });

function rowOf({ endangers, ...result }: Result, isPublic: boolean): Row {
  const { id, profile, level, outcome, says, clause, ms, reason, exchanges } = result;
  const hidden = isPublic && endangers === true && outcome === "fail";
  const why = hidden
    ? UNSAID
    : isPublic
      ? reason?.replace(ENDED_AT, "stopped answering in the profile $1")
      : reason;
  return {
    ...{ id, profile, level, outcome, says, clause, ms },
    ...(why === undefined ? {} : { reason: why }),
    ...(exchanges === undefined || hidden
      ? {}
      : { exchanges: isPublic ? exchanges.map(published) : exchanges }),
  };
}

export const summaryOf = (
  results: readonly { readonly outcome: Outcome }[],
): { [outcome in Outcome]: number } =>
  Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, results.filter((one) => one.outcome === outcome).length]),
  ) as { [outcome in Outcome]: number };

/** The checks of each profile that has any. */
export const byProfile = (checks: readonly Row[]) =>
  REPORTED.map((profile) => ({ profile, rows: checks.filter((row) => row.profile === profile) })).filter(
    ({ rows }) => rows.length > 0,
  );

/** How many came to each outcome. */
export function counted(rows: readonly Row[], mark = (text: string, _outcome: Outcome) => text): string {
  const summary = summaryOf(rows);
  return OUTCOMES.filter((outcome) => summary[outcome] > 0)
    .map((outcome) => mark(`${summary[outcome]} ${outcome}`, outcome))
    .join(", ");
}

export function documentOf(run: Run, about: About): Document {
  const { url, label, evidence, command } = about;
  return {
    schema: "i2pcontrol-conformance/3",
    kit: KIT,
    target: { url, server: run.server, names: run.names, label, evidence },
    command,
    started: run.started.toISOString(),
    ended: run.ended.toISOString(),
    interrupted: run.interrupted,
    summary: summaryOf(run.results),
    leftovers: run.leftovers,
    remarks: run.remarks,
    checks: run.results.map((result) => rowOf(result, about.isPublic)),
  };
}

/** A summary, as `npm run conformance` keeps it, leaves out what the kit itself knows of a check. */
function fromSummary(row: Pick<Row, "id" | "outcome" | "reason">): Row {
  const check = CHECKS.find(({ id }) => id === row.id);
  if (check === undefined)
    throw new Error(`it is a summary of another revision: there is no check ${row.id}`);
  const { level, says, clause } = check;
  return { ...row, profile: profileOf(check), level, says, clause, ms: 0 };
}

/** A report of an earlier run, or its summary, from its file. Throws a sentence for what is none. */
export function readDocument(text: string): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  const found = value as Partial<Document> | null;
  const isSummary = /^i2pcontrol-conformance-summary\/[23]$/.test(String(found?.schema));
  // The first schema had no remarks, and the second fewer profiles.
  const isReport = isSummary || /^i2pcontrol-conformance\/[123]$/.test(String(found?.schema));
  if (typeof found !== "object" || !isReport || !Array.isArray(found?.checks))
    throw new Error("it is not a report that --json wrote");
  const checks = isSummary ? found.checks.map(fromSummary) : found.checks;
  return { ...(found as Document), checks, remarks: found.remarks ?? [] };
}
