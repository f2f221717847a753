import { type Check, type Finding, problem } from "@pilothouse/system";

/** A finding, under the name of the check that made it. */
export type CheckResult = { readonly check: string } & Finding;

/** All checks, one after the other. One that cannot be made is a finding as well. */
export async function examine<S>(checks: readonly Check<S>[], situation: S): Promise<CheckResult[]> {
  const result: CheckResult[] = [];
  for (const { name, look } of checks)
    for (const finding of await attempted(look, situation)) result.push({ check: name, ...finding });
  return result;
}

async function attempted<S>(look: Check<S>["look"], situation: S): Promise<readonly Finding[]> {
  try {
    return await look(situation);
  } catch (error) {
    return [problem(`it could not be checked: ${(error as Error).message}`, WHO)];
  }
}

const WHO = "run this as the user of the service, or as root";
