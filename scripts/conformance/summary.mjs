// What the repository keeps of a run: the matrix needs no more, and what a check says is in the kit itself.
import { readFileSync, writeFileSync } from "node:fs";

/** Replaces a report by its summary, which has a line for each check so that a cell of the matrix leads to it. */
export function summarize(file) {
  const { checks, ...head } = JSON.parse(readFileSync(file, "utf8"));
  const lines = checks.map(
    ({ id, outcome, reason }) =>
      `    ${JSON.stringify({ id, outcome, reason }, null, 1).replaceAll(/\n\s*/g, " ")}`,
  );
  const text = JSON.stringify({ ...head, schema: "i2pcontrol-conformance-summary/3", checks: [] }, null, 2);
  writeFileSync(file, `${text.replace(/\[\]\n\}$/, `[\n${lines.join(",\n")}\n  ]\n}`)}\n`);
}
