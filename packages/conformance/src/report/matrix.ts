import { byProfile, counted, type Document, type Row } from "./document.js";
import { page } from "./page.js";
import { escaped, inCell } from "./texts.js";

/** A run and the file that holds it. */
export interface Column {
  /** As the matrix can reach it. */
  readonly file: string;
  readonly text: string;
  readonly document: Document;
}

const MARKS = { pass: "pass", fail: "**fail**", unsupported: "unsupported", skipped: "skipped" } as const;

/** The line of a check in its file, so that a cell leads to it. */
const lineOf = ({ text }: Column, id: string): number => {
  const at = text.indexOf(`"id": ${JSON.stringify(id)}`);
  return at < 0 ? 1 : text.slice(0, at).split("\n").length;
};

const rowOf = ({ document }: Column, id: string): Row | undefined =>
  document.checks.find((row) => row.id === id);

/** Every check of all runs, in the order of the profiles. */
function idsOf(columns: readonly Column[]): { profile: string; ids: string[] }[] {
  const all = columns.flatMap(({ document }) => document.checks);
  return byProfile(all).map(({ profile, rows }) => ({
    profile,
    ids: [...new Set(rows.map(({ id }) => id))],
  }));
}

const levelOf = (columns: readonly Column[], id: string): string =>
  columns.map((column) => rowOf(column, id)?.level).find((level) => level !== undefined) ?? "";

const about = ({ document: { target, started, kit, remarks } }: Column): string[] => [
  target.server === "" ? "version unknown" : `router ${target.server}`,
  started.slice(0, 10),
  target.evidence,
  `kit ${kit.version}, revision ${kit.revision}`,
  ...remarks,
];

export function matrixMarkdown(columns: readonly Column[]): string {
  const head = `| | ${columns.map(({ document, file }) => `[${inCell(document.target.label)}](${file})`).join(" | ")} |\n|---|${"---|".repeat(columns.length)}\n`;
  const line = (name: string, cells: readonly string[]) => `| ${name} | ${cells.join(" | ")} |\n`;
  let text =
    head +
    line(
      "",
      columns.map((column) => about(column).map(inCell).join("<br>")),
    );
  for (const { profile } of idsOf(columns))
    text += line(
      `[${profile}](#${profile})`,
      columns.map(({ document }) => counted(document.checks.filter((row) => row.profile === profile))),
    );
  for (const { profile, ids } of idsOf(columns)) {
    text += `\n## ${profile}\n\n${head}`;
    for (const id of ids)
      text += line(
        `\`${id}\` ${levelOf(columns, id)}`,
        columns.map((column) => {
          const row = rowOf(column, id);
          return row === undefined ? "" : `[${MARKS[row.outcome]}](${column.file}#L${lineOf(column, id)})`;
        }),
      );
  }
  return text;
}

export function matrixHtml(columns: readonly Column[]): string {
  const head = `<tr><th></th>${columns.map(({ document, file }) => `<th><a href="${escaped(file)}">${escaped(document.target.label)}</a></th>`).join("")}</tr>`;
  const facts = `<tr><td></td>${columns.map((column) => `<td>${about(column).map(escaped).join("<br>")}</td>`).join("")}</tr>`;
  const tables = idsOf(columns).map(({ profile, ids }) => {
    const rows = ids.map((id) => {
      const cells = columns.map((column) => {
        const row = rowOf(column, id);
        if (row === undefined) return "<td></td>";
        const link = `${escaped(column.file)}#L${lineOf(column, id)}`;
        return `<td><a class="${row.outcome}" href="${link}" title="${escaped(row.reason ?? row.says)}">${row.outcome}</a></td>`;
      });
      return `<tr><td><code>${escaped(id)}</code> ${levelOf(columns, id)}</td>${cells.join("")}</tr>`;
    });
    return `<h2 id="${profile}">${profile}</h2><table>${head}${rows.join("\n")}</table>`;
  });
  return page(
    "Conformance of servers of I2PControl",
    `<h1>Conformance</h1><table>${head}${facts}</table>${tables.join("\n")}`,
  );
}
