import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "@pilothouse/drivers/port";
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

/** Does a step; fails with what the command complained of. */
export function carryOut(step: Step): void {
  if ("remove" in step) rmSync(step.remove, { force: true });
  else if ("write" in step) {
    makeDirectory(dirname(step.write), 0o755);
    writeFileSync(step.write, step.text);
  } else runProgram(step.run);
}

function runProgram(argv: readonly string[]): void {
  const [program = "", ...args] = argv;
  const { status, error, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return;
  const why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  throw new Complaint(`${argv.map(quoted).join(" ")} failed: ${why}`);
}
