/** What one look found: how bad it is, what was seen, and what to do about it. */
export type Finding =
  | { readonly level: "ok"; readonly saw: string }
  | { readonly level: "warning" | "problem"; readonly saw: string; readonly todo: string };

export type Level = Finding["level"];

export const ok = (saw: string): Finding => ({ level: "ok", saw });
/** It works, and should not stay so. */
export const warning = (saw: string, todo: string): Finding => ({ level: "warning", saw, todo });
/** It does not work, or is not safe. */
export const problem = (saw: string, todo: string): Finding => ({ level: "problem", saw, todo });

/** One thing to look at. A look that does not concern this set-up finds nothing. */
export interface Check<S> {
  readonly name: string;
  readonly look: (situation: S) => Promise<readonly Finding[]> | readonly Finding[];
}

/** A finding, under the name of the check that made it. */
export type Told = { readonly check: string } & Finding;

/** All checks, one after the other. One that cannot be made is a finding as well. */
export async function examine<S>(checks: readonly Check<S>[], situation: S): Promise<Told[]> {
  const told: Told[] = [];
  for (const { name, look } of checks)
    for (const finding of await attempted(look, situation)) told.push({ check: name, ...finding });
  return told;
}

async function attempted<S>(look: Check<S>["look"], situation: S): Promise<readonly Finding[]> {
  try {
    return await look(situation);
  } catch (error) {
    return [problem(`it could not be looked at: ${(error as Error).message}`, WHO)];
  }
}

const WHO = "run this as the user of the service, or as root";
