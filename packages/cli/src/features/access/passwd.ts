import { resolve } from "node:path";
import { ClientError } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { call } from "../../remote/call.js";
import { type Connection, withTarget } from "../../remote/session.js";
import { keepSession, loadSession } from "../../remote/stored-session.js";
import { findTarget } from "../../remote/target/target.js";
import { Complaint, EXIT } from "../../terminal/exit.js";

type Options = SettingFlags & { readonly keepTokens?: true };

const EXTENSION = { what: "tokens for programs" };
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
    const { settings } = effectiveFor(context.table, options);
    const dataDir = resolve(settings.data_dir);
    const { requireService, setPasswordLocally } = await import("./passwd-local.js");
    await requireService(settings);
    const password = await ask.newPassword();
    const next = { password, keepTokens };
    const runs = await setPasswordLocally(settings, next, () => context.out.note(NOT_READY));
    answer(context, { local: true, dataDir, where: `in ${dataDir}` }, keepTokens);
    if (!runs) await nameOthers(context, dataDir);
    return;
  }
  await withTarget(context, target, (connection) => change(context, connection, keepTokens));
  answer(context, { local: false, url: target.url, where: `at ${target.url}` }, keepTokens);
}

/** Who has just changed the password of a service that does not run may have meant one that does. */
async function nameOthers({ out }: Context, dataDir: string): Promise<void> {
  const { described, servicesBeside } = await import("../../services/services-here.js");
  const others = servicesBeside(dataDir).filter(({ runs }) => runs);
  if (others.length === 0) return;
  const { passwdCommand } = await import("../../services/local-command.js");
  out.note(`No service runs in ${dataDir} now. These keep their passwords:`);
  for (const one of others) out.note(`  ${described(one)}: ${passwdCommand(one)}`);
}

async function change({ env, ask }: Context, connection: Connection, keepTokens: boolean): Promise<void> {
  const { client, target, signal } = connection;
  // Any call will do: it logs in where that is needed, so that the old password is asked for before the new.
  await client.echo("", { signal }).catch((error: unknown) => {
    if (!(error instanceof ClientError && error.name === "factoryPassword")) throw error;
  });
  const password = await ask.newPassword(`password of ${target.profile ?? target.url}`);
  if (keepTokens) await call(connection, "pilothouse.password", { password, keepTokens }, EXTENSION);
  else if (!(await client.changePassword(password, { signal })))
    throw new Complaint(`${target.url} did not change the password`);
  await client.login(password, { signal });
  const { profile } = target;
  if (profile === undefined) return;
  const kept = loadSession(env, profile).password !== undefined;
  keepSession(env, profile, { token: client.token, password: kept ? password : undefined });
}

/** The confirmation is no data, so it goes to standard output only as JSON for a script. */
function answer(
  { out }: Context,
  { where, ...facts }: { readonly where: string; readonly [name: string]: unknown },
  keepTokens: boolean,
): void {
  if (out.json) out.result({ changed: true, ...facts }, () => "");
  else
    out.note(
      `Password changed ${where}; ${keepTokens ? "all sessions are ended. Tokens of programs stay valid." : "all tokens are revoked."}`,
    );
}
