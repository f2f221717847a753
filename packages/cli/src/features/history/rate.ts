import { ClientError } from "@pilothouse/client";
import { METHODS, statMeanings, Unfit } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { shownRate } from "../../terminal/shown.js";
import { meant } from "../../terminal/suggest.js";
import { timeSpan } from "../../terminal/units.js";

/** The mean of a rate statistic over the last while. */
export async function rate(context: Context, [stat, typed]: [string, string]): Promise<void> {
  const period = checked(timeSpan(typed));
  const value = await withClient(context, async ({ client, signal }) => {
    try {
      return await client.rate(stat, period, { signal });
    } catch (error) {
      // Only the server knows which statistics exist; a typing error can still be recognised here.
      const names = statMeanings().map(([name]) => name);
      const help = error instanceof ClientError && error.kind === "rpc" ? meant(stat, names) : undefined;
      if (help === undefined || names.includes(stat)) throw error;
      throw new Complaint(`the server has no statistic ${stat}; ${help}`, EXIT.usage);
    }
  });
  context.out.result({ stat, period, value }, () => shownRate(stat, value));
}

function checked(period: number): number {
  try {
    return METHODS.GetRate.params.Period.type.read(period);
  } catch (error) {
    if (error instanceof Unfit) throw new Complaint(`the period ${error.message}`, EXIT.usage);
    throw error;
  }
}
