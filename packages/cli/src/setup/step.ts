import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory, replaceFile, run } from "@pilothouse/system";
import { Complaint } from "../terminal/exit.js";

/** One thing that setup does to the machine: a command, a file that it writes, or one that it removes. */
export type Step =
  | { readonly says: string; readonly run: readonly string[] }
  | { readonly says: string; readonly write: string; readonly text: string }
  | { readonly says: string; readonly remove: string };

/** A step as a person reads it before it is done: why, and below it exactly what. */
export const shown = (step: Step): string =>
  `${step.says}\n${whatOf(step)
    .map((line) => `    ${line}`)
    .join("\n")}`;

function whatOf(step: Step): string[] {
  if ("run" in step) return [step.run.map(quoted).join(" ")];
  if ("remove" in step) return [`rm ${step.remove}`];
  const lines = step.text.trimEnd().split("\n");
  return lines.length > LONGEST
    ? [`write ${step.write}`]
    : [`write ${step.write}:`, ...lines.map((line) => `  ${line}`)];
}

/** A longer file is not shown: only a few lines of it differ, and `says` names them. */
const LONGEST = 15;

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A graceful end of a router, or a copy of its data, may take its time. */
const LONGEST_MS = 600_000;

/** Does a step; fails with what the command complained of. */
export async function carryOut(step: Step): Promise<void> {
  if ("remove" in step) rmSync(step.remove, { force: true });
  else if ("write" in step) {
    makeDirectory(dirname(step.write), 0o755);
    replaceFile(step.write, step.text, { newMode: 0o644 });
  } else await runProgram(step.run);
}

async function runProgram(argv: readonly string[]): Promise<void> {
  const failed = (why: string) => new Complaint(`${argv.map(quoted).join(" ")} failed: ${why}`);
  const { code, stderr } = await run(argv, { timeout: LONGEST_MS }).catch((error: Error) => {
    throw failed(error.message);
  });
  if (code !== 0) throw failed(stderr.trim().split("\n").at(-1) || `exit code ${code}`);
}
