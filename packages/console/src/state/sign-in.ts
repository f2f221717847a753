import { type Client, type ClientError, connect, type Link } from "@pilothouse/client/browser";
import { FACTORY_PASSWORD, type MethodName, PASSWD_COMMAND } from "@pilothouse/protocol";

/** Whether there was no answer. Such an error is forgotten when the service is back. */
export const isUnanswered = (error: ClientError | undefined): boolean =>
  error?.kind === "network" || error?.kind === "timeout";

/** Why a session ended: its token is no longer valid, you signed out, or the factory password must be replaced. */
export type SessionEnd = "ended" | "signedOut" | "factory";

/** Both the HTTP and the HTTPS endpoint answer at this path. */
export const RPC_PATH = "/console/rpc";

const TIMEOUT_MS = 10_000;

export const clientFor = (link: Link, token?: string, user?: string): Client =>
  connect(link, { token, user, dialect: "svc", timeout: TIMEOUT_MS });

/** Exchanges the password for a token. The password is not kept, so a revoked session cannot come back. */
export const signIn = (link: Link, password: string, user = ""): Promise<string> =>
  clientFor(link, undefined, user).login(password);

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
      ({ choosePassword, accounts, passwd }) => ({
        choose: choosePassword === true,
        accounts: accounts === true,
        passwd: typeof passwd === "string" ? passwd : PASSWD_COMMAND,
      }),
      () => NO_SETUP,
    );

export const NO_SETUP: Setup = { choose: false, accounts: false, passwd: PASSWD_COMMAND };

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
