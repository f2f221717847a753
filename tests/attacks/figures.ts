import { appendFileSync } from "node:fs";

/**
 * Leaves what a test measured where `npm run soak` gathers it: a line of JSON in the file that
 * `PILOTHOUSE_FIGURES` names. Without that variable nothing is written.
 */
export function report(what: string, figures: Record<string, string | number>): void {
  const file = process.env["PILOTHOUSE_FIGURES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, figures })}\n`);
}
