import { INFO_NAMES } from "@pilothouse/client";
import type { Context } from "../context.js";
import { infoName } from "../names.js";
import { withClient } from "../session.js";
import { shownInfo } from "../shown.js";

/** What the router tells, or the part of it that was asked for. */
export async function info(context: Context, [typed]: [readonly string[]]): Promise<void> {
  const { out } = context;
  const names = typed.length > 0 ? [...new Set(typed.map(infoName))] : INFO_NAMES;
  const told = await withClient(context, ({ client, signal }) => client.routerInfo(names, { signal }));
  out.result(told, () =>
    out.table(
      names.map((name) => {
        const value = told[name];
        return [name, value === undefined ? out.paint("dim", "(not told)") : shownInfo(name, value)];
      }),
    ),
  );
}
