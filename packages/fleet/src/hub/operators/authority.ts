import { includes, type Reason, ROLES, reason, reasonAs, type Scope } from "@pilothouse/protocol";
import { type Audit, type Auth, type Grant, LOCAL, type Session } from "@pilothouse/server";
import { hasLabels, type Labelled } from "../view/selection.js";
import type { Operators } from "./operators.js";

interface Options {
  readonly auth: Auth;
  readonly audit: Audit;
  readonly operators: Operators;
  /** This hub's name for ever. */
  readonly hub: string;
}

/** What is refused, for the audit. */
interface Refusal {
  readonly what: string;
  readonly node?: string | undefined;
  readonly why: Reason;
}

/** The one place that decides whether what somebody ordered earlier may be done now. */
export class Authority {
  constructor(private readonly options: Options) {}

  /** On whose authority something is done later. Throws if the session has ended. */
  grant(session: Session | undefined, scope: Scope): Grant {
    const { auth, hub } = this.options;
    return { ...auth.grants.to(session, scope, callerName(session)), hub };
  }

  /**
   * Why it may not be done: at all, or on this node. Sessions and tokens are known only to the hub that gave them, so
   * that hub ends what was ordered with them; all hubs know accounts and the time.
   */
  refusal(grant: Grant | undefined, node?: Labelled): Reason | undefined {
    const { auth, operators, hub } = this.options;
    if (grant === undefined) return reason("grant.unknown");
    const ended = grant.hub === hub ? auth.grants.ended(grant) : auth.grants.endedForAll(grant);
    if (ended !== undefined || grant.person === null) return ended;
    const account = operators.get(grant.person);
    if (account === undefined || !includes(ROLES[account.role].scope, grant.scope))
      return reason("grant.mayNot", { name: grant.person });
    return node === undefined || hasLabels(account.labels)(node)
      ? undefined
      : reason("grant.notHere", { name: grant.person });
  }

  /** Puts on record that an order was not carried out. */
  refused(grant: Grant | undefined, { what, node, why }: Refusal): Promise<void> {
    const actor = { address: LOCAL.address, session: grant?.id ?? undefined, name: grant?.name };
    const data = { order: what, ...reasonAs("why", why), ...(node !== undefined && { node }) };
    return this.options.audit.add(actor, { action: "order refused", data, outcome: "refused" });
  }
}

/** How records name a caller: the person, the token, the hub's own password, or the owner of the data directory. */
export const callerName = (session: Session | undefined): string => {
  if (session === undefined) return LOCAL.address;
  const { person, program, name } = session;
  if (program) return person === undefined ? `token ${name}` : `token ${name} of ${person}`;
  return person ?? "admin";
};
