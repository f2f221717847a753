import type { Result } from "@pilothouse/protocol";
import { Table } from "../../parts/table.js";
import { useI18n } from "../../state/hooks.js";

/** How many days are listed; older traffic is in the months. */
const DAYS = 31;

interface TableProps {
  readonly traffic: Result<"pilothouse.traffic">;
  /** Shown without a click. */
  readonly open?: boolean;
}

/** Traffic received and sent, by day and month, newest first. */
export function TrafficTable({ traffic, open }: TableProps) {
  const { texts, format } = useI18n();
  const words = texts.health;
  const amount = format.amounts(traffic.budget?.limit ?? null);
  const days = traffic.days.slice(-DAYS).map(({ day, ...bytes }) => ({ period: day, ...bytes }));
  const months = traffic.months.map(({ month, ...bytes }) => ({ period: month, ...bytes }));
  return (
    <details open={open}>
      <summary>{words.byDay}</summary>
      <Table
        caption={words.byDay}
        columns={[words.period, texts.overview.inbound, texts.overview.outbound]}
        stacks
      >
        {[...months.reverse(), ...days.reverse()].map(({ period, received, sent }) => (
          <tr key={period}>
            <th scope="row">{format.period(period)}</th>
            <td class="number" data-column={texts.overview.inbound}>
              {amount(received)}
            </td>
            <td class="number" data-column={texts.overview.outbound}>
              {amount(sent)}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
