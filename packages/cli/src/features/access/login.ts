import { type Client, ClientError, connect, type Dialect, httpLink } from "@pilothouse/client";
import { FACTORY_PASSWORD, parseJson } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { ownCommand } from "../../package-file.js";
import { givenPassword } from "../../remote/password-source.js";
import { AGENT, explaining, interruptible } from "../../remote/session.js";
import { keepSession } from "../../remote/stored-session.js";
import { identify } from "../../remote/target/identity.js";
import {
  checkName,
  loadProfiles,
  nameFor,
  type Profile,
  profileNamed,
  saveProfiles,
} from "../../remote/target/profiles.js";
import { addressOf, findTarget, trustOf } from "../../remote/target/target.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";

interface Options {
  readonly ca?: string;
  readonly passwordFile?: string;
  readonly keepPassword?: true;
  readonly user?: string;
}

const TRIES = 3;

/** Makes a router known under a name, and keeps a token for it. */
export async function login(context: Context, [typed]: [string?], options: Options): Promise<void> {
  const { env, common, out } = context;
  if (common.local) throw new Complaint(`--local needs no login: ${ownCommand("--local info")}`, EXIT.usage);
  const { name, url } = meantBy(context, typed);
  const known = loadProfiles(env).known.get(name);
  const fingerprint = common.fingerprint ?? env["PILOTHOUSE_FINGERPRINT"];
  const given = { ...(fingerprint && { fingerprint }), ...(options.ca && { ca: options.ca }) };
  const here = { url, profile: name, trust: {} };
  const proof = await explaining(here, () => identify(context, url, given, known?.url === url ? known : {}));

  const trust = trustOf(proof);
  await explaining({ ...here, trust }, () =>
    interruptible(async (signal) => {
      const user = options.user ?? (known?.url === url ? known.user : undefined);
      const client = connect(httpLink(url, { ...trust, headers: AGENT }), { user });
      try {
        await requireKnownName(client, url, signal);
        let password = await enter(context, client, { passwordFile: options.passwordFile, user }, signal);
        let answer = await firstLook(client, signal);
        const keep = () => {
          const { dialect } = answer;
          remember(context, name, { url, ...proof, ...(dialect && { dialect }), ...(user && { user }) });
          keepSession(env, name, { token: client.token, password: options.keepPassword && password });
        };
        keep();
        if (answer.factory || password === FACTORY_PASSWORD) {
          password = await leaveFactoryPassword(context, client, { name, forced: answer.factory });
          answer = await firstLook(client, signal);
          keep();
        }
        const { dialect, version, status } = answer;
        out.result(
          { profile: name, url, ...proof, dialect, version, status },
          () =>
            `Logged in to ${url}${user ? ` as ${user}` : ""} (profile ${name}). ${answer.hub ?? `${routerCell(version)}: ${cell(status)}`}`,
        );
      } finally {
        client.close();
      }
    }),
  );
}

/** A router that has not answered yet has no version. */
const routerCell = (version: string | undefined): string => (version ? `Router ${cell(version)}` : "Router");

/** The address that was typed; without one, the server that any command would talk to. */
function meantBy(context: Context, typed: string | undefined): { name: string; url: string } {
  const { env, common } = context;
  const profiles = loadProfiles(env);
  if (typed !== undefined) {
    const url = addressOf(typed);
    return { url, name: common.profile === undefined ? nameFor(profiles, url) : checkName(common.profile) };
  }
  if (common.profile !== undefined)
    return { name: common.profile, url: profileNamed(profiles, common.profile).url };
  const target = findTarget(context);
  if (target === undefined)
    throw new Complaint(`no address was given: ${ownCommand("login https://127.0.0.1:7650/")}`, EXIT.usage);
  return { url: target.url, name: target.profile ?? nameFor(profiles, target.url) };
}

/** Before a password is typed: a service that is addressed by a name it does not know answers nothing. */
async function requireKnownName(client: Client, url: string, signal: AbortSignal): Promise<void> {
  const text = '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"Echo":""}}';
  const { status, text: answer } = await client.link.send(text, { signal, repeatable: true });
  const refusal = orNone(() => parseJson(answer)) as
    | { error?: { data?: { key?: unknown } } }
    | null
    | undefined;
  if (status !== 403 || refusal?.error?.data?.key !== "http.allowed_hosts") return;
  const { hostname, host } = new URL(url);
  throw new Complaint(
    `the service at ${host} does not answer to the name ${hostname}. On its machine, add it to http.allowed_hosts in the settings file (or start it with --http-allowed-hosts ${hostname}), and reload it; or log in by an address of that machine`,
  );
}

/** Logs in and gives back the password that was right. A person may mistype it. */
async function enter(
  context: Context,
  client: Client,
  { passwordFile, user }: { readonly passwordFile: string | undefined; readonly user: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const { env, ask, out } = context;
  const given = givenPassword(env, passwordFile);
  if (given === undefined && !ask.possible)
    throw new Complaint(
      "a password is needed: set PILOTHOUSE_PASSWORD, or give --password-file",
      EXIT.loginNeeded,
    );
  for (let tries = 1; ; tries++) {
    const password = given ?? (await ask.password(user ? `Password of ${user}` : "Password"));
    try {
      await client.login(password, { signal });
      return password;
    } catch (error) {
      const again = error instanceof ClientError && error.name === "wrongPassword" && given === undefined;
      if (!again || tries === TRIES) throw error;
      out.note("That is not the password; try again.");
    }
  }
}

interface FirstLook {
  readonly dialect?: Dialect;
  /** Nothing but a change of the password is allowed. */
  readonly factory: boolean;
  readonly status?: string | undefined;
  readonly version?: string | undefined;
  /** What it manages, if it is the hub of a fleet. */
  readonly hub?: string;
}

async function firstLook(client: Client, signal: AbortSignal): Promise<FirstLook> {
  try {
    const { status, version } = await client.routerInfo(["status", "version"], { signal });
    // A server that does not answer to the interface's own names knows the others.
    const svcClient = connect(client.link, { dialect: "svc", token: client.token });
    const { status: known } = await svcClient.routerInfo(["status"], { signal });
    return { dialect: known === undefined ? "i2p" : "svc", factory: false, status, version };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (error.name === "factoryPassword") return { factory: true };
    if (error.name === "methodNotFound") return lookAtHub(client, signal);
    throw error;
  }
}

async function lookAtHub(client: Client, signal: AbortSignal): Promise<FirstLook> {
  try {
    const { nodes } = await client.call("fleet.summary", {}, { signal });
    const [count, dialect] = [Number(nodes), "svc" as const];
    return { dialect, factory: false, hub: `It is a hub of ${count} ${count === 1 ? "node" : "nodes"}.` };
  } catch (error) {
    if (error instanceof ClientError && error.name === "factoryPassword") return { factory: true };
    throw error;
  }
}

function remember({ env }: Context, name: string, profile: Profile): void {
  const { known } = loadProfiles(env);
  saveProfiles(env, { current: name, known: new Map([...known, [name, profile]]) });
}

/**
 * Everyone knows the factory password. Where it opens nothing it must be changed, elsewhere it should be.
 * Gives back the password that is in force afterwards.
 */
async function leaveFactoryPassword(
  { ask, out }: Context,
  client: Client,
  { name, forced }: { readonly name: string; readonly forced: boolean },
): Promise<string> {
  const how = ownCommand(`passwd -p ${name}`);
  if (!ask.possible) {
    if (forced)
      throw new Complaint(`the factory password only lets you choose your own: ${how}`, EXIT.loginNeeded);
    out.note(`Warning: this is the factory password, which everyone knows. Change it: ${how}`);
    return FACTORY_PASSWORD;
  }
  out.note("This is the factory password, which everyone knows. Choose another now.");
  if (!forced && !(await ask.confirm("Change it?", true))) return FACTORY_PASSWORD;
  const next = await ask.newPassword();
  if (!(await client.changePassword(next))) throw new Complaint("the server did not take the new password");
  await client.login();
  return next;
}
