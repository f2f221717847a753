import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { badges } from "../report/badge.js";
import { type Document, readDocument } from "../report/document.js";
import { junit } from "../report/junit.js";
import { html } from "../report/page.js";
import { terminal } from "../report/terminal.js";
import { type Options, readText } from "./options.js";
import { UsageError } from "./usage.js";

export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly colour: boolean;
}

/** A report that --json wrote, and its text. */
export function readReport(
  file: string,
  what: string,
): { readonly text: string; readonly document: Document } {
  const text = readText(file, what);
  try {
    return { text, document: readDocument(text) };
  } catch (error) {
    throw new UsageError(`${what} ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** An earlier report, read before the run so that a wrong file costs no run. */
export const baselineOf = ({ values: { baseline } }: Options): Document | undefined =>
  baseline === undefined ? undefined : readReport(baseline, "--baseline").document;

/** Writes every report that was asked for, and returns the exit code. */
export function write(
  document: Document,
  options: Options,
  baseline: Document | undefined,
  streams: Streams,
): number {
  const { values } = options;
  const text = terminal(document, streams.colour);
  streams.out(values.quiet ? `${text.trimEnd().split("\n").at(-1)}\n` : text);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(document, null, 2)}\n`);
  if (values.junit !== undefined) writeFileSync(values.junit, junit(document));
  if (values.html !== undefined) writeFileSync(values.html, html(document));
  if (values.badges !== undefined) {
    if (!existsSync(values.badges)) mkdirSync(values.badges);
    for (const [name, svg] of badges(document)) writeFileSync(join(values.badges, name), svg);
  }
  if (baseline !== undefined) {
    const moves = moved(baseline, document);
    for (const move of moves) streams.out(`moved: ${move}\n`);
    if (moves.length === 0) streams.out("nothing moved since the baseline\n");
    return moves.length === 0 && document.leftovers.length === 0 ? 0 : 1;
  }
  const { fail, pass } = document.summary;
  return fail === 0 && pass > 0 && document.leftovers.length === 0 ? 0 : 1;
}

/** What has moved since an earlier report, for better or worse: a line for each check. */
function moved(before: Document, now: Document): string[] {
  const was = new Map(before.checks.map(({ id, outcome }) => [id, outcome]));
  const is = new Map(now.checks.map(({ id, outcome }) => [id, outcome]));
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  return ids
    .filter((id) => was.get(id) !== is.get(id))
    .map((id) => `${id}: ${was.get(id) ?? "not there"} before, ${is.get(id) ?? "not there"} now`);
}
