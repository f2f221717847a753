import type { ClientCall, Fields } from "@pilothouse/client/browser";
import type { FleetMethod, Params, Result } from "@pilothouse/protocol";

/** A call to the hub that served this page. Both have the same version, so the result is not checked again. */
export const askFleet = <M extends FleetMethod>(method: M, params: Params<M>): ClientCall<Result<M>> => ({
  method,
  params: params as Fields,
  read: (result) => result as Result<M>,
});
