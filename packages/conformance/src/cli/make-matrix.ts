import { writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { type Column, matrixHtml, matrixMarkdown } from "../report/matrix.js";
import type { Options } from "./options.js";
import { readReport, type Streams } from "./outputs.js";
import { UsageError } from "./usage.js";

/** Makes a matrix from reports, as HTML and Markdown. */
export function makeMatrix({ values, positionals }: Options, streams: Streams): number {
  const files = positionals.slice(1);
  if (files.length === 0) throw new UsageError("matrix needs reports: conformance matrix FILE.json...");
  const reports = files.map((file) => ({ file, ...readReport(file, "matrix") }));
  const from = (out: string): Column[] =>
    reports.map(({ file, ...rest }) => ({
      ...rest,
      file: relative(dirname(resolve(out)), resolve(file)).replaceAll("\\", "/"),
    }));
  const [page, markdown] = [values.html ?? "matrix.html", values.markdown ?? "matrix.md"];
  writeFileSync(page, matrixHtml(from(page)));
  writeFileSync(markdown, `# Conformance\n\n${matrixMarkdown(from(markdown))}`);
  streams.out(`${page} and ${markdown}: ${files.length} runs\n`);
  return 0;
}
