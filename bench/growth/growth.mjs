// What grows with what: tables, verdicts that are computed from them, and plots in docs/plots.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exponent, lastExponent, verdict } from "../support/exponent.mjs";
import { plot } from "../support/plot.mjs";
import { batches } from "./batches.mjs";
import { connections } from "./connections.mjs";
import { historyGrowth } from "./history.mjs";
import { tokens } from "./tokens.mjs";

const PLOTS = fileURLToPath(new URL("../../docs/plots/", import.meta.url));

/** Each resolves with a table, and with the lines that can be drawn and judged. */
const STUDIES = { tokens, connections, batches, history: historyGrowth };

export async function growth() {
  mkdirSync(PLOTS, { recursive: true });
  const tables = {};
  const verdicts = [];
  for (const [name, study] of Object.entries(STUDIES)) {
    const { title, rows, ...picture } = await study();
    tables[title] = rows;
    writeFileSync(`${PLOTS}${name}.svg`, plot({ title, ...picture }));
    for (const line of picture.lines)
      verdicts.push({
        "as these grow": name,
        "this does": line.name,
        "with the power": exponent(line.points).toFixed(2),
        "between the last two": lastExponent(line.points).toFixed(2),
        verdict: verdict(line.points),
      });
  }
  return { ...tables, "What grows how": verdicts };
}
