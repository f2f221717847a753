import { ClientError } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { keepSession, loadSession } from "../../remote/kept-session.js";
import { callOwn } from "../../remote/own-method.js";
import { type Connection, withTarget } from "../../remote/session.js";
import { findTarget } from "../../remote/target/target.js";
import { Complaint, EXIT } from "../../terminal/exit.js";

type Options = SettingFlags & { readonly keepTokens?: true };

const NOT_READY = "The service is not ready yet. Waiting for it…";

/** Changes the password of a server; without a server, or with `--local`, that of the service on this machine. */
export async function passwd(context: Context, _args: [], options: Options): Promise<void> {
  const { common, ask } = context;
  const { keepTokens = false } = options;
  const here = common.local === true || common.dataDir !== undefined || options["config"] !== undefined;
  if (here && (common.profile ?? common.url) !== undefined)
    throw new Complaint("this machine or another one: give a server or --local, not both", EXIT.usage);
  const target = here ? undefined : findTarget(context);
  if (target === undefined) {
    const { data_dir } = effectiveFor(context.table, options).settings;
    const password = await ask.newPassword();
    const { setPasswordLocally } = await import("./passwd-local.js");
    await setPasswordLocally(data_dir, { password, keepTokens }, () => context.out.note(NOT_READY));
    return answer(context, { local: true, dataDir: data_dir }, keepTokens);
  }
  await withTarget(context, target, (connection) => change(context, connection, keepTokens));
  answer(context, { local: false, url: target.url }, keepTokens);
}

async function change({ env, ask }: Context, connection: Connection, keepTokens: boolean): Promise<void> {
  const { client, target, signal } = connection;
  // Any call will do: it logs in where that is needed, so that the old password is asked for before the new.
  await client.echo("", { signal }).catch((error: unknown) => {
    if (!(error instanceof ClientError && error.name === "factoryPassword")) throw error;
  });
  const password = await ask.newPassword();
  if (keepTokens)
    await callOwn(connection, "tokens for programs", "pilothouse.password", { password, keepTokens });
  else if (!(await client.changePassword(password, { signal })))
    throw new Complaint(`${target.url} did not change the password`);
  await client.login(password, { signal });
  const { profile } = target;
  if (profile === undefined) return;
  const kept = loadSession(env, profile).password !== undefined;
  keepSession(env, profile, { token: client.token, password: kept ? password : undefined });
}

/** The confirmation is no data, so it goes to standard output only as JSON for a script. */
function answer({ out }: Context, facts: object, keepTokens: boolean): void {
  if (out.json) out.result({ changed: true, ...facts }, () => "");
  else if (keepTokens) out.note("Password changed; all sessions are ended. Tokens of programs stay valid.");
  else out.note("Password changed; all tokens are revoked.");
}
