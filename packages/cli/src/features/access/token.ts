import { METHODS, type Scope } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { cell } from "../../terminal/output.js";
import { moment, since, timeSpanFor } from "../../terminal/units.js";

interface Wanted {
  readonly name: string;
  readonly scope: Scope;
  readonly expires: string;
}

const EXTENSION = { what: "tokens for programs" };

/** The token is the result, on standard output; notes about it go to standard error. */
export async function tokenCreate(
  context: Context,
  _args: [],
  { name, scope, expires }: Wanted,
): Promise<void> {
  const lifetime = timeSpanFor("--expires", expires, METHODS["pilothouse.createToken"].params.lifetime.type);
  const made = await call(context, "pilothouse.createToken", { name, scope, lifetime }, EXTENSION);
  const { out } = context;
  const { Token: token, expires: until } = made;
  if (!out.json)
    out.note(`Token ${name} with the scope ${scope}, until ${moment(until)}. It is not shown again:`);
  out.result({ name, scope, expires: until, token }, () => cell(token));
}

export async function tokenList(context: Context): Promise<void> {
  const { tokens: rows } = await call(context, "pilothouse.tokens", {}, EXTENSION);
  context.out.list(rows, "there are no tokens for programs", {
    name: ({ name }) => cell(name),
    scope: ({ scope }) => cell(scope),
    created: ({ issued }) => moment(issued),
    "last used": ({ used }) => since(used),
    expires: ({ expires }) => moment(expires),
  });
}

export async function tokenRevoke(context: Context, [name]: [string]): Promise<void> {
  await call(context, "pilothouse.tokens", { revoke: name }, EXTENSION);
  context.out.result({ revoked: name }, () => `Token ${name} is revoked.`);
}
