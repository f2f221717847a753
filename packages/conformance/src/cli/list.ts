import { writeFileSync } from "node:fs";
import { type Check, isWatching, needsOf, profileOf } from "../check/check.js";
import { KIT } from "../kit.js";
import { curlOf } from "../wire/curl.js";
import { requestText, type Send } from "../wire/request.js";
import { chosen, type Options } from "./options.js";
import type { Streams } from "./outputs.js";

const ADDRESS = "https://127.0.0.1:7650/";
const short = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

/** A check as others can read it: what it sends, what it wants, and why. */
export function described(check: Check) {
  const { id, level, says, clause } = check;
  const about = { id, profile: profileOf(check), level, says, clause };
  if (isWatching(check)) return { ...about, needs: [], steps: [] };
  const step = (send: Send, wanted: string) => ({
    sent: short(requestText(new URL(ADDRESS), send, Buffer.from(send.body))),
    wanted,
    curl: curlOf(ADDRESS, send, typeof send.body === "string" ? short(send.body) : send.body),
  });
  const steps = check.steps.map(({ send, want }) =>
    step(send, want.map((one) => one.says).join("; ") || "any answer"),
  );
  if (check.undo !== undefined) steps.push(step(check.undo, "any answer; it is only sent after a failure"));
  return { ...about, needs: needsOf(check), steps };
}

/** Prints every check, or writes them as JSON. */
export function list(options: Options, streams: Streams): number {
  const rows = chosen(options).map(described);
  if (options.values.json !== undefined) {
    writeFileSync(options.values.json, `${JSON.stringify({ kit: KIT, checks: rows }, null, 2)}\n`);
    return 0;
  }
  for (const { id, level, says, clause, steps } of rows) {
    streams.out(`${id}  ${level}\n  ${says}\n  section ${clause.section}: ${clause.text}\n`);
    if (steps.length === 0) streams.out("  looks at every reply of a run\n");
    for (const { sent, wanted, curl } of steps)
      streams.out(`  sent    ${sent}\n  wanted  ${wanted}\n  ${curl}\n`);
    streams.out("\n");
  }
  return 0;
}
