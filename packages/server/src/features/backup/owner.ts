import { type Reason, RpcError } from "@pilothouse/protocol";
import type { Auth } from "../../auth/auth.js";
import type { Session } from "../../auth/sessions/session.js";
import type { Call } from "../../rpc/call.js";

/**
 * The session of a person at the service itself. A program, a hub and the accounts of one are refused: what they may do
 * ends somewhere, and a backup holds everything.
 */
export function requireOwner({ peer, session }: Call, { rules }: Pick<Auth, "rules">, why: Reason): Session {
  const isHub = rules.accounts !== undefined;
  if (peer.access !== undefined || session === undefined || session.program || isHub)
    throw new RpcError("refused", why);
  return session;
}
