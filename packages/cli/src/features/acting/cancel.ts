import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";

/** Cancels a graceful restart or shutdown that is waiting. */
export async function cancel(context: Context): Promise<void> {
  const { out } = context;
  const cancelled = await withClient(context, ({ client, signal }) => client.manager.cancel({ signal }));
  out.result({ action: "cancel", cancelled }, () =>
    cancelled ? "Cancelled: the router keeps running." : "Nothing is waiting.",
  );
}
