import { type Client, ClientError } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { ownCommand } from "../../package-file.js";
import { withClient } from "../../remote/session.js";
import { Complaint } from "../../terminal/exit.js";
import { Progress } from "../../terminal/progress.js";
import { harmless } from "../../terminal/style.js";
import { span } from "../../terminal/units.js";

/** Looks for a signed update of the router and, unless it is only a check, has it installed. */
export async function update(
  context: Context,
  _args: [],
  { check }: { readonly check?: true },
): Promise<void> {
  const { out } = context;
  const done = await withClient(context, async ({ client, signal }) => {
    const found = await timed(out.json, "looking for an update", client.manager.findUpdates({ signal }));
    const unknown = typeof found === "string" ? found : !found && (await whyUnknown(client, signal));
    if (unknown) throw new Complaint(harmless(unknown));
    if (check || found !== true) return { available: found };
    const status = await timed(out.json, "the router is being updated", client.manager.update({ signal }));
    return { available: found, status };
  });
  out.result(done, () => {
    if (done.status !== undefined) return harmless(done.status);
    return done.available
      ? `There is an update: ${ownCommand("update")} installs it.`
      : "There is no update.";
  });
}

const NO_FEED =
  "no update feed is set, so there is nothing to look in: set update.feed and update.public_key";

/** Why our own service found nothing, if not because there is no update. Another server does not say, and its "no" counts. */
async function whyUnknown(client: Client, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { updates, updateUnknown } = await client.call("pilothouse.status", {}, { signal });
    return updates === "none" ? NO_FEED : (updateUnknown as { text: string } | null | undefined)?.text;
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound") return undefined;
    throw error;
  }
}

/** The server answers only when it is done, so all that can be shown is the time. */
async function timed<T>(quiet: boolean, what: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  using progress = new Progress(quiet);
  const report = () => progress.say(`${what}, ${span(performance.now() - began)}`);
  report();
  const timer = setInterval(report, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
