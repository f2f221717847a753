// Tables as docs/benchmarks.md has them.

/** Rows that share their columns, as Markdown. */
export function markdown(rows) {
  const columns = Object.keys(rows[0]);
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return [
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map((column) => shown(row[column])))),
  ].join("");
}

const shown = (value) => (typeof value === "number" ? value.toLocaleString("en") : value);

/** Rounded to the digits that mean something. */
export const rounded = (value, digits = 3) => Number(value.toPrecision(digits));

export const micros = (value) => `${rounded(value).toLocaleString("en")} µs`;
export const millis = (value) => `${rounded(value).toLocaleString("en")} ms`;
export const mebibytes = (value) => `${value.toFixed(1)} MiB`;
