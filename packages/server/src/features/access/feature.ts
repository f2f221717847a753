import { Audit, LOCAL } from "../../audit/audit.js";
import type { Accounts } from "../../auth/accounts.js";
import { Auth } from "../../auth/auth.js";
import { takeFirstPassword } from "../../auth/first-password.js";
import type { Feature, Kernel } from "../../feature.js";
import { type FindingChecks, found, opened } from "../../telemetry/situation.js";
import { accessHandlers } from "./handlers.js";

const HOUR = 3_600_000;

interface Needs extends Kernel {
  /** What the operator types on this machine to choose a password. */
  readonly passwdCommand: string;
  readonly onRefusedLogin?: (address: string) => void;
  /** Accounts of persons, in addition to the password; absent where there are none. */
  readonly accounts?: Accounts;
}

export interface Access {
  readonly auth: Auth;
  readonly audit: Audit;
}

/** Who may do what, and the record of who did. */
export const access: Feature<Needs, Access, keyof ReturnType<typeof accessHandlers>> = {
  async open({ store, clock, log, settings, passwdCommand, onRefusedLogin, accounts }) {
    const auth = await Auth.open(store, clock, {
      tokenLifetimeMs: () => settings()["auth.token_lifetime"],
      allowFactoryPassword: () => settings()["auth.allow_factory_password"],
      ...(accounts && { accounts }),
    });
    const audit = new Audit(store, clock, log, undefined, onRefusedLogin);
    return {
      provides: { auth, audit },
      handlers: accessHandlers({ auth, audit, passwdCommand }),
      findings: accessChecks(auth.password),
      async close() {
        await Promise.all([auth.close(), audit.close()]);
      },
    };
  },
};

export const accessChecks = (password: { readonly isFactory: boolean }) =>
  ({
    "password.factory": () => found(password.isFactory),
    "logins.failed": opened("logins.failed", HOUR),
  }) as const satisfies FindingChecks;

/** What must be done before anything else: the first password is taken from its file. */
export const firstPassword: Feature<Access & Kernel> = {
  async open({ auth, audit, settings }) {
    const entry = audit.entry(LOCAL, { action: "first password taken from its file", outcome: "ok" });
    await takeFirstPassword(settings()["auth.password_file"], auth, [entry]);
    return { provides: {}, handlers: {} };
  },
};
