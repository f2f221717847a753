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

export type Findings = Finding | readonly Finding[];

/** One check. If it does not apply to this set-up, it finds nothing. */
export interface Check<S> {
  readonly name: string;
  readonly look: (situation: S) => Findings | Promise<Findings>;
}
