import { type Client, ClientError, connect, httpLink } from "@pilothouse/client";
import type { Context } from "../command/context.js";
import { asOwnerOf } from "../local/as-owner.js";
import { effectiveFor, type SettingFlags } from "../local/flags.js";
import { ownCommand, version } from "../package-file.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { explained } from "./failure.js";
import { operatorLink } from "./operator-link.js";
import { givenPassword } from "./password-source.js";
import { keepSession, loadSession } from "./stored-session.js";
import { findTarget, type Target } from "./target/target.js";

/** What the session is called in the server's list. */
export const AGENT = { "User-Agent": `pilothouse/${version}` } as const;

export interface Connection {
  readonly client: Client;
  readonly target: Target;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs `work` with a client of the server that the command names, and says what went wrong, if anything did. */
export function withClient<T>(context: Context, work: (connection: Connection) => Promise<T>): Promise<T> {
  const target = findTarget(context);
  if (target === undefined)
    throw new Complaint(
      `no router is known yet: ${ownCommand("login https://127.0.0.1:7650/")} (or give --url, or PILOTHOUSE_URL)`,
      EXIT.loginNeeded,
    );
  return withTarget(context, target, work);
}

/** For a command that always means the service on this machine: it is asked by its socket, without a password. */
export const localContext = (context: Context, options: SettingFlags): Context => ({
  ...context,
  common: { local: true, dataDir: effectiveFor(context.table, options).settings.data_dir },
});

export async function withTarget<T>(
  context: Context,
  target: Target,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connected = () =>
    interruptible(async (signal) => {
      const client = openClient(context, target);
      try {
        return await work({ client, target, signal });
      } finally {
        await leave(client, context, target);
      }
    });
  const { dataDir } = target;
  return explaining(target, () => (dataDir === undefined ? connected() : asOwnerOf(dataDir, connected)));
}

/** A failure of the client becomes a sentence that names the server. */
export async function explaining<T>(
  where: Pick<Target, "url" | "trust" | "dataDir" | "node"> & { readonly profile?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ClientError ? explained(error, where) : error;
  }
}

function openClient(context: Context, target: Target): Client {
  const { env, ask } = context;
  const { profile, url, trust, dialect, dataDir, user } = target;
  if (dataDir !== undefined) return connect(operatorLink(dataDir), { dialect });
  const stored = profile === undefined ? {} : loadSession(env, profile);
  const lent = env["PILOTHOUSE_TOKEN"] || undefined;
  const password = async () => {
    const given = givenPassword(env) ?? stored.password;
    if (given !== undefined) return given;
    return ask.possible ? ask.password(`Password of ${profile ?? url}`) : undefined;
  };
  return connect(httpLink(url, { ...trust, headers: AGENT }), {
    dialect,
    password,
    user,
    token: lent ?? stored.token,
    onToken: (token) => {
      if (profile !== undefined && lent === undefined) keepSession(env, profile, { ...stored, token });
    },
  });
}

/** A session that is kept nowhere is given back; that it cannot be is no failure of the command. */
async function leave(client: Client, { env }: Context, { profile, dataDir }: Target): Promise<void> {
  if (profile === undefined && dataDir === undefined && !env["PILOTHOUSE_TOKEN"])
    await client.logout({ timeout: 2_000 }).catch(() => {});
  client.close();
}

/** Ctrl-C breaks off what is under way; a second one ends the process at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", interrupt);
  }
}
