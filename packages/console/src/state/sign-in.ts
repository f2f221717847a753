import { type Client, ClientError, connect, type Link } from "@pilothouse/client/browser";
import {
  API_VERSION,
  type ErrorName,
  FACTORY_PASSWORD,
  type MethodName,
  PASSWD_COMMAND,
  type Params,
  signInText,
} from "@pilothouse/protocol";
import { forgetDevice, loadDevice, makeDevice, saveDevice, signatureOf } from "./browser/device.js";

/** Whether there was no answer. Such an error is forgotten when the service is back. */
export const isUnanswered = (error: ClientError | undefined): boolean =>
  error?.kind === "network" || error?.kind === "timeout";

/**
 * Why a session ended: its token is no longer valid, or too old, you signed out, a backup was restored, or the factory
 * password must be replaced.
 */
export type SessionEnd = "ended" | "expired" | "signedOut" | "restored" | "factory";

/** Both the HTTP and the HTTPS endpoint answer at this path. */
export const RPC_PATH = "/console/rpc";

const TIMEOUT_MS = 10_000;

export const clientFor = (link: Link, token?: string, user?: string): Client =>
  connect(link, { token, user, dialect: "svc", timeout: TIMEOUT_MS });

/**
 * Exchanges the password for a token. The password is not kept, so a revoked session cannot come back. With `keep`, this
 * browser stays signed in.
 */
export async function signIn(link: Link, password: string, user = "", keep = false): Promise<string> {
  if (!keep) return clientFor(link, undefined, user).login(password);
  const { privateKey, publicKey } = await makeDevice();
  const { Token, Device } = await clientFor(link).call("Authenticate" satisfies MethodName, {
    ...{ API: API_VERSION, Password: password, Device: publicKey },
    ...(user !== "" && { User: user }),
  });
  // An older service does not know devices.
  if (typeof Device === "string") await saveDevice({ id: Device, privateKey }).catch(() => {});
  return String(Token);
}

/** A token for a browser that stays signed in; undefined if it does not, or no longer. */
export async function signInByDevice(link: Link): Promise<string | undefined> {
  const device = await loadDevice();
  if (device === undefined) return undefined;
  const { id } = device;
  try {
    const asked = await clientFor(link).call("pilothouse.challenge" satisfies MethodName, { device: id });
    const challenge = String(asked["challenge"]);
    const signature = await signatureOf(device, signInText(id, challenge));
    const params = { device: id, challenge, signature } satisfies Params<"pilothouse.signIn">;
    const { Token } = await clientFor(link).call("pilothouse.signIn" satisfies MethodName, params);
    return String(Token);
  } catch (error) {
    // It was revoked, or the password was changed.
    if (error instanceof ClientError && error.name === ("unknownToken" satisfies ErrorName))
      await forgetDevice();
    return undefined;
  }
}

export interface Setup {
  /** The factory password is still set, and you must choose another. */
  readonly choose: boolean;
  /** A name goes with the password. */
  readonly accounts: boolean;
  /** The command that chooses another password, on the service's machine. */
  readonly passwd: string;
}

/** Whether a password must be chosen first, whether sign-in needs an account name, and what helps who forgot it. */
export const fetchSetup = (link: Link): Promise<Setup> =>
  clientFor(link)
    .call("pilothouse.setup" satisfies MethodName)
    .then(
      ({ choosePassword, accounts, passwd }) => {
        known = {
          choose: choosePassword === true,
          accounts: accounts === true,
          passwd: typeof passwd === "string" ? passwd : PASSWD_COMMAND,
        };
        return known;
      },
      () => ({ ...known, choose: false }),
    );

export const NO_SETUP: Setup = { choose: false, accounts: false, passwd: PASSWD_COMMAND };

/** While the service is away, its commands are needed most. */
let known = NO_SETUP;

/** Replaces the factory password, which is public and need not be typed. */
export async function setFirstPassword(link: Link, password: string): Promise<void> {
  const client = clientFor(link);
  await client.login(FACTORY_PASSWORD);
  try {
    await client.changePassword(password);
  } catch (error) {
    client.logout().catch(() => {});
    throw error;
  }
}
