import { NotPossible, RouterUnavailable, TunnelsRolledBack } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";

/** The error to answer when the router cannot do something; undefined for an internal error. */
export function asRpcError(thrown: unknown): RpcError | undefined {
  if (thrown instanceof RpcError) return thrown;
  if (thrown instanceof RouterUnavailable)
    return new RpcError("internal", thrown.why ?? thrown.message, undefined, { reason: thrown.reason });
  if (thrown instanceof NotPossible)
    return new RpcError("invalidParams", thrown.why ?? thrown.message, undefined, { reason: "notPossible" });
  if (thrown instanceof TunnelsRolledBack)
    return new RpcError("internal", thrown.why ?? thrown.message, undefined, { reason: "rolledBack" });
  return undefined;
}
