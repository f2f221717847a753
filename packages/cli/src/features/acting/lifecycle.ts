import type { InfoOf } from "@pilothouse/client";
import type { Context, Run } from "../../command/context.js";
import { type AnsweredObservation, type ServiceStatus, serviceStatus } from "../../remote/observation.js";
import { type Connection, withClient } from "../../remote/session.js";
import { type Look, lookAt, waitFor } from "../../remote/wait.js";
import { Complaint } from "../../terminal/exit.js";
import { Progress } from "../../terminal/progress.js";
import { harmless } from "../../terminal/style.js";
import { span, timeSpan } from "../../terminal/units.js";
import { type IsOver, restartIsOver, shutdownIsOver } from "./is-over.js";

interface Options {
  readonly graceful?: true;
  readonly wait?: true;
  readonly timeout: string;
}

const WATCHED = ["uptime", "net.tunnels.participating", "status"] as const;
type Watched = (typeof WATCHED)[number];
type Seen = Extract<Look<Watched>, { readonly failed?: undefined }>;
type What = "restart" | "shutdown";

const WORDS = {
  restart: { asked: "Restart", done: "The router is back." },
  shutdown: { asked: "Shutdown", done: "The router has stopped." },
} as const;

const ANSWER_MS = 5_000;

export const restart: Run<[], Options> = (context, _args, options) => end(context, "restart", options);

export const shutdown: Run<[], Options> = async (context, _args, options) => {
  await context.ask.agree("Shut the router down?");
  await end(context, "shutdown", options);
};

/** Cancels a graceful restart or shutdown that is waiting. */
export async function cancel(context: Context): Promise<void> {
  const { out } = context;
  const cancelled = await withClient(context, ({ client, signal }) => client.manager.cancel({ signal }));
  out.result({ action: "cancel", cancelled }, () =>
    cancelled ? "Cancelled: the router keeps running." : "Nothing is waiting.",
  );
}

async function end(context: Context, what: What, options: Options): Promise<void> {
  const { out } = context;
  const { graceful = false, wait = false } = options;
  const limitMs = timeSpan(options.timeout);
  const note = await withClient(context, async (connection) => {
    const { client, signal } = connection;
    if (!wait) return void (await client.manager[what]({ graceful, signal }));
    const before = await lookAt(client, WATCHED, { signal });
    const service = await serviceStatus(client, { signal });
    const requestedAt = performance.now();
    await client.manager[what]({ graceful, signal });
    if (graceful && !out.json)
      out.note("Ctrl-C ends only this waiting. To keep the router running, use the command cancel.");
    const first = observationOf(before, service);
    const isOver = what === "restart" ? restartIsOver(first, requestedAt) : shutdownIsOver(first);
    return ended(context, connection, isOver, before.answer, service !== undefined, limitMs);
  });
  const how = graceful ? ", when the tunnels of others have run out" : "";
  out.result({ action: what, graceful, over: wait, ...(note !== undefined && { note }) }, () =>
    wait ? WORDS[what].done : `${WORDS[what].asked} requested${how}.`,
  );
  if (note !== undefined && !out.json) out.note(harmless(note));
}

/** Waits until it is over, and returns what our own service has to say about it. */
async function ended(
  { out }: Context,
  { client, signal }: Connection,
  isOver: IsOver,
  before: InfoOf<Watched>,
  isOurs: boolean,
  limitMs: number,
): Promise<string | undefined> {
  let most = before["net.tunnels.participating"] ?? 0;
  let note: string | undefined;
  let drained = false;
  using progress = new Progress(out.json);
  await waitFor(client, {
    names: WATCHED,
    signal,
    limitMs,
    async over(look) {
      if (look.failed !== undefined) {
        progress.say("the router does not answer");
        if (isOver(look)) return true;
        // Without a password to log in again there is nothing to wait for.
        if (look.failed.kind === "login") throw look.failed;
        return false;
      }
      const service = isOurs ? await serviceStatus(client, { signal, timeout: ANSWER_MS }) : undefined;
      const tunnels = look.answer["net.tunnels.participating"];
      // Some are accepted until it drains.
      most = Math.max(most, tunnels ?? 0);
      progress.say(
        stateLine(look.answer, most, service),
        most > 0 && tunnels !== undefined ? 1 - tunnels / most : undefined,
      );
      note = service?.note;
      if (isOver(observationOf(look, service))) return true;
      // It ran again without a restart in between.
      if (drained && service?.phase === "running")
        throw new Complaint("The graceful wait was cancelled: the router keeps running.");
      drained = service?.phase === "draining";
      return false;
    },
  });
  return note;
}

/** The end of the line is cut off on a narrow terminal, so the router's own words stand last. */
function stateLine(answer: InfoOf<Watched>, most: number, service: ServiceStatus | undefined): string {
  const tunnels = answer["net.tunnels.participating"];
  return [
    most > 0 && tunnels !== undefined ? `${tunnels} of ${most} tunnels left` : "",
    service?.leftMs === undefined ? "" : `at most ${span(service.leftMs)}`,
    harmless(answer.status ?? ""),
  ]
    .filter((part) => part !== "")
    .join("; ");
}

const observationOf = (look: Seen, service: ServiceStatus | undefined): AnsweredObservation => ({
  ...look,
  uptime: look.answer.uptime ?? 0,
  service,
});
