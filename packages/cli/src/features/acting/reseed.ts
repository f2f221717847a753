import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { waitFor } from "../../remote/wait.js";
import { Progress } from "../../terminal/progress.js";
import { timeSpan } from "../../terminal/units.js";

interface Options {
  readonly wait?: true;
  readonly timeout: string;
}

const WATCHED = ["netdb.isreseeding", "netdb.knownpeers"] as const;
/** Some servers never report a reseed: after this long, the command stops waiting for it. */
const SILENT_MS = 10_000;

/** Lets the router fetch addresses of other routers again. */
export async function reseed(context: Context, _args: [], { wait, timeout }: Options): Promise<void> {
  const { out } = context;
  const limitMs = timeSpan(timeout);
  let seen = false;
  let known: number | undefined;
  await withClient(context, async ({ client, signal }) => {
    await client.manager.reseed({ signal });
    if (!wait) return;
    using progress = new Progress(out.json);
    await waitFor(client, {
      names: WATCHED,
      signal,
      limitMs,
      over({ answer }, waitedMs) {
        known = answer?.["netdb.knownpeers"] ?? known;
        const reseeding = answer?.["netdb.isreseeding"];
        seen ||= reseeding === true;
        progress.say(`reseeding; ${known ?? "?"} routers are known`);
        return (seen && reseeding === false) || (!seen && waitedMs >= SILENT_MS);
      },
    });
  });
  out.result({ action: "reseed", over: seen, ...(known !== undefined && { knownpeers: known }) }, () =>
    seen ? `The reseed is over; ${known} routers are known.` : "Reseed requested.",
  );
  if (wait && !seen) out.note("This server does not report whether it reseeds.");
}
