import { Table } from "../../parts/table.js";
import { useI18n } from "../../state/hooks.js";
import { lineName } from "./graph-rows.js";
import type { History } from "./history.js";
import { shownAs } from "./stats.js";

/** The graphs as a table, for screen readers and for copying numbers. */
export function HistoryNumbers({ history }: { readonly history: History }) {
  const { texts, format, fill } = useI18n();
  const words = texts.graphs;
  return (
    <details>
      <summary>{words.numbers}</summary>
      <p class="help">
        {fill(words.from, {
          from: format.moment(history.from * 1_000),
          to: format.moment(history.to * 1_000),
        })}
      </p>
      <Table
        caption={words.numbers}
        columns={[words.series, words.lowest, words.mean, words.highest, words.last]}
        stacks
      >
        {history.graphs.flatMap((row) =>
          row.lines.map((line) => {
            const { stat } = line;
            const show = shownAs(stat, format);
            const values = history.valuesOf(stat).filter((value) => value !== null);
            const cell = (column: string, value: number | undefined) => (
              <td class="number" data-column={column}>
                {value === undefined ? "–" : show(value)}
              </td>
            );
            return (
              <tr key={stat}>
                <th scope="row">{lineName(row, line, texts)}</th>
                {cell(words.lowest, least(values))}
                {cell(words.mean, mean(values))}
                {cell(words.highest, most(values))}
                {cell(words.last, values.at(-1))}
              </tr>
            );
          }),
        )}
      </Table>
    </details>
  );
}

const of = (values: readonly number[], make: () => number) => (values.length === 0 ? undefined : make());
const least = (values: readonly number[]) => of(values, () => Math.min(...values));
const most = (values: readonly number[]) => of(values, () => Math.max(...values));
const mean = (values: readonly number[]) =>
  of(values, () => values.reduce((sum, value) => sum + value, 0) / values.length);
