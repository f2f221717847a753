import type { Params, SessionEntry } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { moment, since } from "../../terminal/units.js";

/** Asks for the sessions, with something to do to them first. */
const sessionsAfter = async (
  context: Context,
  params: Params<"pilothouse.sessions">,
): Promise<readonly SessionEntry[]> =>
  (await call(context, "pilothouse.sessions", params, { what: "list of sessions" })).sessions;

export async function sessionsList(context: Context): Promise<void> {
  const sessions = await sessionsAfter(context, {});
  context.out.list(sessions, "no one is logged in", {
    "": ({ current }) => (current ? "*" : ""),
    id: ({ id }) => cell(id),
    name: ({ name }) => cell(name),
    "logged in": ({ issued }) => moment(issued),
    "last used": ({ used }) => since(used),
    expires: ({ expires }) => moment(expires),
    from: ({ address }) => cell(address),
  });
}

export async function sessionsRevoke(
  context: Context,
  [id]: [string?],
  { others }: { readonly others?: true },
): Promise<void> {
  if ((id === undefined) === (others === undefined))
    throw new Complaint("give the id of a session, or --others for all but your own", EXIT.usage);
  const left = await sessionsAfter(context, id === undefined ? { revokeOthers: true } : { revoke: id });
  context.out.result({ revoked: id ?? "others", left: left.length }, () =>
    id === undefined ? "All other sessions are ended." : `Session ${id} is ended.`,
  );
}

export async function sessionsRename(context: Context, [id, name]: [string, string]): Promise<void> {
  await sessionsAfter(context, { rename: id, name });
  context.out.result({ id, name }, () => `Session ${id} is now called ${name}.`);
}
