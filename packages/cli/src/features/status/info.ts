import { INFO_NAMES, type InfoName } from "@pilothouse/client";
import { ROUTER_INFO } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { infoName } from "../../remote/names.js";
import { withClient } from "../../remote/session.js";
import { shownInfo } from "../../terminal/shown.js";

/** What the router reports, or the part of it that was asked for. */
export async function info(context: Context, [typed]: [readonly string[]]): Promise<void> {
  const { out } = context;
  const names = typed.length > 0 ? [...new Set(typed.map(infoName))] : INFO_NAMES;
  const answer = await withClient(context, ({ client, signal }) => client.routerInfo(names, { signal }));
  // What only some routers have is listed only for them, or when you ask for it.
  const isShown = (name: InfoName) =>
    typed.length > 0 || answer[name] !== undefined || !("optional" in ROUTER_INFO[`router.${name}`]);
  out.result(answer, () =>
    out.table(
      names.filter(isShown).map((name) => {
        const value = answer[name];
        return [name, value === undefined ? out.paint("dim", "(not reported)") : shownInfo(name, value)];
      }),
    ),
  );
}
