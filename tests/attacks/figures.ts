import { appendFileSync } from "node:fs";

/** Appends what a run has measured to the file that `PILOTHOUSE_FIGURES` names; without it nothing is kept. */
export function report(what: string, figures: Record<string, string | number>): void {
  const file = process.env["PILOTHOUSE_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, ...figures })}\n`);
}
