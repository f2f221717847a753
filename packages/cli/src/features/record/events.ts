import { EVENT_KIND_NAMES, type EventEntry, eventText, type Params } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { withClient } from "../../remote/session.js";
import { answersOf } from "../../remote/wait.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";
import { meant } from "../../terminal/suggest.js";
import { moment, timeSpan } from "../../terminal/units.js";

interface Options {
  readonly follow?: true;
  readonly since?: string;
  readonly kind?: string;
  readonly severity?: string;
  readonly limit: string;
}

const MOST_AT_ONCE = 500;
const COLOURS: { readonly [severity: string]: "red" | "yellow" | undefined } = {
  error: "red",
  warning: "yellow",
};

/** What happened to the router and the service, the oldest first. An extension: other servers keep no timeline. */
export async function events(context: Context, _args: [], options: Options): Promise<void> {
  const filter = filterOf(options);
  const limit = /^\d{1,9}$/.test(options.limit) ? Number(options.limit) : 0;
  if (limit < 1 || limit > MOST_AT_ONCE)
    throw new Complaint(
      `--limit wants a whole number from 1 to ${MOST_AT_ONCE}, got ${JSON.stringify(options.limit)}`,
      EXIT.usage,
    );
  await withClient(context, async (connection) => {
    const ask = (params: Params<"pilothouse.events">) =>
      call(connection, "pilothouse.events", { ...filter, ...params }, { what: "timeline" });
    const { events: last, newest } = await ask({ limit });
    const found = [...last].reverse();
    if (options.follow) {
      for (const event of found) print(context, event);
      let after = newest;
      const next = () => ask({ after, limit: MOST_AT_ONCE });
      for await (const { events: more } of answersOf(connection, next))
        for (const event of more) {
          print(context, event);
          after = event.id;
        }
    } else if (context.out.json) context.out.result({ events: found, newest }, () => "");
    else if (found.length === 0) context.out.note("nothing happened, or nothing that fits");
    else for (const event of found) print(context, event);
  });
}

function filterOf({ since, kind, severity }: Options): Params<"pilothouse.events"> {
  const kinds = kind?.split(",").map((one) => one.trim());
  for (const one of kinds ?? [])
    if (!(EVENT_KIND_NAMES as readonly string[]).includes(one))
      throw new Complaint(
        `there is no kind of event ${one}; ${meant(one, EVENT_KIND_NAMES) ?? `there are ${EVENT_KIND_NAMES.join(", ")}`}`,
        EXIT.usage,
      );
  if (severity !== undefined && !["info", "warning", "error"].includes(severity))
    throw new Complaint(`--severity wants info, warning or error, got ${severity}`, EXIT.usage);
  return {
    ...(kinds && { kinds }),
    ...(severity && { severity: severity as "info" }),
    ...(since !== undefined && { from: momentOf(since) }),
  };
}

/** A moment, or how long ago. */
function momentOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? Date.now() - timeSpan(text) : at;
}

function print({ out }: Context, event: EventEntry): void {
  const { at, kind, severity, data } = event;
  const colour = COLOURS[severity];
  const text = harmless(eventText(kind, data));
  const painted = colour === undefined ? text : out.paint(colour, text);
  out.line(`${moment(at)}  ${harmless(severity).padEnd(7)}  ${painted}`, event);
}
