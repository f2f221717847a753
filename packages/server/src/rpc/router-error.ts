import { NotPossible, RouterUnavailable } from "@pilothouse/drivers/port";
import { RpcError } from "@pilothouse/protocol";

/** The error to answer for what the router cannot do; undefined for a fault of our own. */
export function asRpcError(thrown: unknown): RpcError | undefined {
  if (thrown instanceof RpcError) return thrown;
  if (thrown instanceof RouterUnavailable)
    return new RpcError("internal", thrown.message, undefined, { reason: thrown.reason });
  if (thrown instanceof NotPossible)
    return new RpcError("invalidParams", thrown.message, undefined, { reason: "notPossible" });
  return undefined;
}
