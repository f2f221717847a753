import type { Result } from "../run/result.js";
import { SEND_CHECKS, type SendCheck } from "./checks.js";
import type { Dialect } from "./dialects.js";
import type { Observed } from "./observed.js";

/** More requests than this for one run of a command are a storm. */
const STORM = 50;
const VERSION = "1.2.3-reference";

type Judged = Pick<Result, "outcome" | "reason">;

const about = ({ id, level, says, clause }: Pick<SendCheck, "id" | "level" | "says" | "clause">) => ({
  ...{ id, profile: "client" as const, level, says, clause },
  ms: 0,
});

function sent({ about: isMeant = () => true, wrong }: SendCheck, all: readonly Observed[]): Judged {
  let looked = 0;
  for (const observed of all)
    for (const request of observed.requests.filter(isMeant)) {
      looked++;
      const problem = wrong(request, observed);
      if (problem !== undefined)
        return {
          outcome: "fail",
          reason: `${request.method ?? request.verb}: ${problem} (${observed.dialect.name})`,
        };
    }
  return looked === 0
    ? { outcome: "skipped", reason: "the client sent no such request" }
    : { outcome: "pass" };
}

/** What is wrong with how a client ended. */
function problemOf(
  { dialect, ended, requests }: Observed,
  standard: Observed | undefined,
): string | undefined {
  if (ended === undefined) return undefined;
  if (ended.late) return "it did not end in time";
  if (ended.signal !== null) return `it was ended by ${ended.signal}`;
  if (ended.code === 127 && requests.length === 0)
    return `it could not be started: ${ended.output.slice(0, 200)}`;
  if (requests.length === 0) return "it sent nothing";
  if (requests.length > STORM) return `it sent ${requests.length} requests`;
  const tail = ended.output.trim().split("\n").at(-1)?.slice(0, 200);
  if (dialect.wants === "fails" && ended.code === 0) return "it ended with exit code 0, as if all were well";
  if (dialect.wants !== "works") return undefined;
  if (ended.code !== 0) return `it ended with exit code ${ended.code}: ${tail}`;
  const showsVersion = standard?.ended?.output.includes(VERSION) ?? false;
  return showsVersion && !ended.output.includes(VERSION)
    ? "it no longer shows the version of the router"
    : undefined;
}

function taken(dialect: Dialect, all: readonly Observed[]): Judged {
  const observed = all.find((one) => one.dialect === dialect);
  if (observed === undefined) return { outcome: "skipped", reason: "this dialect was not played" };
  if (observed.ended === undefined)
    return { outcome: "skipped", reason: "needs a command that ends: --client -- COMMAND" };
  const problem = problemOf(
    observed,
    all.find((one) => one.dialect.name === "standard"),
  );
  return problem === undefined ? { outcome: "pass" } : { outcome: "fail", reason: problem };
}

/** Judges a client by what it did in each dialect. */
export function judgeClient(all: readonly Observed[], dialects: readonly Dialect[]): Result[] {
  return [
    ...SEND_CHECKS.map((check) => ({ ...about(check), ...sent(check, all) })),
    ...dialects.map((dialect) => ({
      ...about({ ...dialect, id: `client.take.${dialect.name}` }),
      ...taken(dialect, all),
    })),
  ];
}
