import { KIT } from "../kit.js";
import { byProfile, counted, type Document, type Row } from "./document.js";
import { harmless } from "./texts.js";

const COLOURS = { pass: 32, fail: 31, unsupported: 33, skipped: 36 } as const;
const paint = (colour: boolean) => (text: string, code: number) =>
  colour ? `\u001b[${code}m${text}\u001b[0m` : text;

const counts = (rows: readonly Row[], mark: ReturnType<typeof paint>): string =>
  counted(rows, (text, outcome) => mark(text, COLOURS[outcome]));

/** Rows with the same reason stand together. */
function grouped(rows: readonly Row[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, reason = "" } of rows) groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return groups;
}

function failure(row: Row, mark: ReturnType<typeof paint>): string[] {
  const lines = [
    `${mark("FAIL", 31)}  ${row.level}  ${mark(row.id, 1)}`,
    `      ${row.says}`,
    `      section ${row.clause.section}: ${row.clause.text}`,
    `      ${row.reason ?? ""}`,
  ];
  const last = row.exchanges?.at(-1);
  if (last !== undefined)
    lines.push(
      `      sent    ${last.sent}`,
      `      wanted  ${last.wanted}`,
      `      got     ${last.got}`,
      `      ${last.curl}`,
    );
  return lines.map((line) => (line.length > 1_200 ? `${line.slice(0, 1_200)}…` : line));
}

/** The report for people at a terminal. */
export function terminal(document: Document, colour: boolean): string {
  const mark = paint(colour);
  const { checks, target, leftovers, remarks } = document;
  const of = (outcome: Row["outcome"]) => checks.filter((row) => row.outcome === outcome);
  const lines = [
    `${KIT.name} ${KIT.version}, requirements of revision ${KIT.revision}`,
    target.url === ""
      ? target.label
      : `${target.url}  ${target.server === "" ? "" : `router ${target.server}, `}${target.names} names`,
    "",
    ...byProfile(checks).map(({ profile, rows }) => `${profile.padEnd(10)}${counts(rows, mark)}`),
    "",
    ...of("fail").flatMap((row) => [...failure(row, mark), ""]),
  ];
  for (const outcome of ["unsupported", "skipped"] as const)
    for (const [reason, ids] of grouped(of(outcome)))
      lines.push(`${mark(outcome, COLOURS[outcome])}: ${reason}`, `      ${ids.join(" ")}`);
  for (const remark of remarks) lines.push(`${mark("remark", 33)}: ${remark}`);
  for (const leftover of leftovers) lines.push(`${mark("NOT PUT BACK", 31)}: ${leftover}`);
  lines.push("", counts(checks, mark));
  // The marks above are the only control characters that go out.
  const safe = lines.join("\n").split(/(\u001b\[\d+m)/);
  return `${safe.map((part, at) => (at % 2 === 1 && colour ? part : harmless(part))).join("")}\n`;
}
