import type { Call, Fields } from "@pilothouse/client/browser";
import type { FleetMethod, Params, Result } from "@pilothouse/protocol";

/** A method of the hub that served this page, and so is of its version: the answer is as its row says. */
export const askFleet = <M extends FleetMethod>(method: M, params: Params<M>): Call<Result<M>> => ({
  method,
  params: params as Fields,
  read: (result) => result as Result<M>,
});
