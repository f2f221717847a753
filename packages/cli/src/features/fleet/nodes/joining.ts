import { METHODS } from "@pilothouse/protocol";
import type { Context } from "../../../command/context.js";
import { ownCommand } from "../../../package-file.js";
import { call } from "../../../remote/call.js";
import { cell } from "../../../terminal/output.js";
import { integerOf, moment, timeSpanFor } from "../../../terminal/units.js";
import { labelsFrom, labelText } from "../labels.js";

interface InviteOptions {
  readonly label?: readonly string[];
  readonly uses?: string;
  readonly expires: string;
  readonly wait?: true;
  readonly replaces?: string;
}

/** The token is the result, on standard output; notes about it go to standard error. */
export async function fleetInvite(context: Context, _args: [], options: InviteOptions): Promise<void> {
  const made = await call(context, "fleet.invite", {
    labels: labelsFrom(options.label),
    lifetime: timeSpanFor("--expires", options.expires, METHODS["fleet.invite"].params.lifetime.type),
    ...(options.uses !== undefined && { uses: integerOf("--uses", options.uses) }),
    ...(options.wait && { wait: true }),
    ...(options.replaces !== undefined && { replaces: options.replaces }),
  });
  const { out } = context;
  if (!out.json)
    out.note(
      `An invitation until ${moment(made.expires)}. On the machine of the router: pilothouse join TOKEN. The token is not shown again:`,
    );
  out.result(made, () => cell(made.token));
}

export async function fleetInvitations(
  context: Context,
  _args: [],
  { revoke }: { readonly revoke?: string },
): Promise<void> {
  const { invitations } = await call(context, "fleet.invitations", revoke === undefined ? {} : { revoke });
  context.out.list(invitations, "there are no invitations", {
    id: ({ id }) => cell(id),
    state: ({ state }) => state,
    used: ({ used, uses }) => `${used} of ${uses}`,
    nodes: ({ wait, waiting }) => (wait ? `wait: ${waiting}` : "join"),
    labels: ({ labels }) => cell(labelText(labels)),
    replaces: ({ replaces }) => cell(replaces),
    by: ({ by }) => cell(by),
    expires: ({ expires }) => moment(expires),
  });
}

export async function fleetWaiting(context: Context): Promise<void> {
  const { waiting } = await call(context, "fleet.waiting", {});
  const { invitations } = await call(context, "fleet.invitations", {});
  const { out } = context;
  out.list(waiting, "no node waits", {
    fingerprint: ({ fingerprint }) => cell(fingerprint),
    "asks for the name": ({ name }) => cell(name),
    "gets the name": ({ gets }) => cell(gets),
    labels: ({ labels }) => cell(labelText(labels)),
    since: ({ since }) => moment(since),
    invitation: ({ invitation }) => cell(invitation),
  });
  for (const { id, full } of invitations)
    if (full)
      out.note(
        `No more nodes may wait with the invitation ${cell(id)}. If you do not know these, revoke it: ${ownCommand(`fleet invitations --revoke ${cell(id)}`)}`,
      );
}

export async function fleetAccept(
  context: Context,
  [node]: [string],
  { refuse }: { readonly refuse?: true },
): Promise<void> {
  const { accepted } = await call(context, "fleet.waiting", refuse ? { refuse: node } : { accept: node });
  context.out.result(refuse ? { refused: node } : { accepted: node, name: accepted }, () =>
    refuse ? `${node} is refused.` : `${node} is accepted${accepted ? `, as ${cell(accepted)}` : ""}.`,
  );
}
