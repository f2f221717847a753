import type { Clock } from "@pilothouse/drivers/port";
import { type Reason, RpcError, reason, type Scope } from "@pilothouse/protocol";
import type { Accounts } from "./accounts.js";
import type { Password } from "./passwords/password.js";
import { ORDER_LIFE_MS } from "./sessions/revoked-sessions.js";
import { type Session, sessionId } from "./sessions/session.js";
import type { Tokens } from "./sessions/tokens.js";

/** Who ordered something that is done later. It is kept with the order, and checked when the order is carried out. */
export interface Grant {
  /** `local` is the owner of the data directory, `session` somebody who logged in, `token` a program. */
  readonly kind: "local" | "session" | "token";
  /** The public id of the session or token; null for `local`. */
  readonly id: string | null;
  /** The account; null where the service's own password was used. */
  readonly person: string | null;
  /** Which version of the account or password it was; null where that does not matter. */
  readonly version: string | null;
  readonly scope: Scope;
  /** For people. */
  readonly name: string;
  readonly expires: number;
  /** The hub that gave it: sessions and tokens are known only there. */
  readonly hub?: string;
}

interface Options {
  readonly tokens: Tokens;
  readonly password: Password;
  readonly accounts: Accounts | undefined;
  readonly clock: Clock;
}

/**
 * Whether somebody who ordered something may still have it done. A person's order outlives the session it was given
 * in, unless that session is revoked: closing a page must not stop a roll-out. The order of a program does not
 * outlive its token.
 */
export class Grants {
  constructor(private readonly options: Options) {}

  /** For the holder of a session; without one, the owner of the data directory asks. Throws if it has ended. */
  to(session: Session | undefined, scope: Scope, name: string): Grant {
    const { tokens, clock } = this.options;
    const latest = clock.now() + ORDER_LIFE_MS;
    if (session === undefined)
      return { kind: "local", id: null, person: null, version: null, scope, name, expires: latest };
    tokens.sessionSignal(session).throwIfAborted();
    const { program, person = null } = session;
    const kind = program ? "token" : "session";
    const version = this.#version(kind, person);
    if (version === undefined) throw new RpcError("unknownToken");
    const expires = program ? Math.min(session.expires, latest) : latest;
    return { kind, id: sessionId(session), person, version, scope, name, expires };
  }

  /** Why a grant no longer counts; undefined while it does. */
  ended(grant: Grant): Reason | undefined {
    return this.endedForAll(grant) ?? this.#endedHere(grant);
  }

  /** The same for a grant of another hub of the fleet, whose sessions and tokens are not known here. */
  endedForAll({ kind, person, version, name, expires }: Grant): Reason | undefined {
    const { accounts, clock } = this.options;
    if (expires <= clock.now()) return reason(kind === "token" ? "grant.expired" : "grant.old", { name });
    if (person === null) return undefined;
    const account = accounts?.find(person);
    if (account === undefined) return reason("grant.noAccount", { name: person });
    return String(account.generation) === version ? undefined : reason("grant.changed", { name: person });
  }

  #endedHere({ kind, id, person, version, name }: Grant): Reason | undefined {
    const { tokens } = this.options;
    if (kind === "local" || id === null) return undefined;
    if (kind === "token")
      return tokens.programs().some((token) => sessionId(token) === id)
        ? undefined
        : reason("grant.noToken", { name });
    if (tokens.revoked.has(id)) return reason("grant.revoked", { name });
    return this.#version(kind, person) === version ? undefined : reason("grant.password");
  }

  /** Undefined for an account that does not exist. A token of the service itself may survive a change of its password. */
  #version(kind: "session" | "token", person: string | null): string | null | undefined {
    const { accounts, password } = this.options;
    if (person === null) return kind === "token" ? null : password.version;
    const account = accounts?.find(person);
    return account && String(account.generation);
  }
}
