import type { BudgetEntry, Result, TrafficBytes } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { cell } from "../../terminal/output.js";
import { bytes, moment } from "../../terminal/units.js";

type Traffic = Result<"pilothouse.traffic">;

interface Options {
  readonly days?: boolean;
  readonly months?: boolean;
}

/** Bytes received and sent, over all restarts, and the state of the budget. An extension of Pilothouse. */
export async function traffic(context: Context, _args: [], options: Options): Promise<void> {
  const { out } = context;
  const answer = await call(context, "pilothouse.traffic", {}, { what: "traffic totals" });
  out.result(answer, () =>
    [out.table(rows(answer, options), ["", "received", "sent", "both"]), ...notes(answer)].join("\n"),
  );
}

function rows({ today, month, all, days, months }: Traffic, { days: byDay, months: byMonth }: Options) {
  if (byDay) return days.map(({ day, ...counted }) => row(cell(day), counted));
  if (byMonth) return months.map(({ month: name, ...counted }) => row(cell(name), counted));
  return [row("today", today), row("this month", month), row("all time", all)];
}

const row = (name: string, { received, sent }: TrafficBytes): string[] => [
  name,
  bytes(received),
  bytes(sent),
  bytes(received + sent),
];

function notes({ since, exact, budget }: Traffic): string[] {
  const from = since === null ? "nothing was counted yet" : `counted since ${moment(since)}`;
  const how = exact ? "" : "; estimated from the bandwidth, because this router does not count bytes";
  return ["", `${from}${how}`, ...(budget === null ? [] : budgetLines(budget))];
}

function budgetLines({
  limit,
  used,
  percent,
  ends,
  schedule,
  lowered,
  own,
  now,
  unable,
}: BudgetEntry): string[] {
  return [
    ...(limit === null
      ? []
      : [`budget: ${bytes(used)} of ${bytes(limit)} used (${percent}%), until ${moment(ends)}`]),
    ...(schedule === null ? [] : [`schedule: ${cell(schedule)} holds now`]),
    ...(lowered ? [`lowered: ${limits(now)}; your own: ${limits(own)}`] : []),
    ...(unable === null ? [] : [`not kept: ${cell(unable)}`]),
  ];
}

const limits = ({ share, in: inbound, out }: BudgetEntry["own"]): string =>
  [
    ...(share === null ? [] : [`share ${share}%`]),
    ...(inbound === null ? [] : [`in ${inbound} KiB/s`]),
    ...(out === null ? [] : [`out ${out} KiB/s`]),
  ].join(", ");
