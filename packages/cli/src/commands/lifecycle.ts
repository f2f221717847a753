import { type Client, ClientError } from "@pilothouse/client";
import type { Context, Run } from "../context.js";
import { Progress } from "../progress.js";
import { type Connection, withClient } from "../session.js";
import { harmless } from "../style.js";
import { timeSpan } from "../units.js";
import { type Look, waitFor } from "../wait.js";

interface Options {
  readonly graceful?: true;
  readonly wait?: true;
  readonly timeout: string;
}

const WATCHED = ["uptime", "net.tunnels.participating", "status"] as const;
type Seen = Look<(typeof WATCHED)[number]>;
type What = "restart" | "shutdown";

const WORDS = {
  restart: { asked: "Restart", done: "The router is back." },
  shutdown: { asked: "Shutdown", done: "The router has stopped." },
} as const;

export const restart: Run<[], Options> = (context, _args, options) => end(context, "restart", options);

export const shutdown: Run<[], Options> = async (context, _args, options) => {
  await context.ask.agree("Shut the router down?");
  await end(context, "shutdown", options);
};

async function end(context: Context, what: What, options: Options): Promise<void> {
  const { out } = context;
  const { graceful = false, wait = false } = options;
  const limitMs = timeSpan(options.timeout);
  await withClient(context, async (connection) => {
    const { client, signal } = connection;
    const before = wait ? await client.routerInfo(WATCHED, { signal }) : {};
    await client.manager[what]({ graceful, signal });
    if (wait) await ended(context, connection, what, before, limitMs);
  });
  const how = graceful ? ", when the tunnels of others have run out" : "";
  out.result({ action: what, graceful, over: wait }, () =>
    wait ? WORDS[what].done : `${WORDS[what].asked} requested${how}.`,
  );
}

async function ended(
  { out }: Context,
  { client, signal }: Connection,
  what: What,
  before: NonNullable<Seen["told"]>,
  limitMs: number,
): Promise<void> {
  const isOver = what === "restart" ? isBack(before.uptime ?? 0) : isStopped(client, signal);
  const most = before["net.tunnels.participating"] ?? 0;
  using progress = new Progress(out.json);
  await waitFor(client, {
    names: WATCHED,
    signal,
    limitMs,
    over(look) {
      const tunnels = look.told?.["net.tunnels.participating"];
      const left = most > 0 && tunnels !== undefined ? `${tunnels} of ${most} tunnels left; ` : "";
      const share = left === "" || tunnels === undefined ? undefined : 1 - tunnels / most;
      progress.say(`${left}${harmless(look.told?.status ?? "the router does not answer")}`, share);
      return isOver(look);
    },
  });
}

/** A router that was restarted has been up for less long than before. */
function isBack(uptimeBefore: number): (look: Seen) => boolean {
  let wasDown = uptimeBefore === 0;
  let wasGone = false;
  return ({ told, failed }) => {
    // A server that ends with its router forgets its tokens: that it asks for a login shows that it is back.
    if (failed !== undefined) {
      const back = wasGone && failed.kind === "login";
      wasGone ||= failed.kind === "network";
      return back;
    }
    const uptime = told.uptime ?? 0;
    wasDown ||= uptime === 0;
    return uptime > 0 && (wasDown || uptime < uptimeBefore);
  };
}

/** The service outlives its router and says that it is down; a server that is part of the router is gone. */
const isStopped =
  (client: Client, signal: AbortSignal) =>
  async ({ told, failed }: Seen): Promise<boolean> => {
    if (failed !== undefined) return failed.code === "ECONNREFUSED";
    return told.uptime === 0 && (await hasEnded(client, signal));
  };

/** A router that is about to end tells no uptime either. Our own service knows more; others do not say. */
async function hasEnded(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    return (await client.call("pilothouse.status", {}, { signal }))["phase"] === "stopped";
  } catch (error) {
    return error instanceof ClientError && error.name === "methodNotFound";
  }
}
