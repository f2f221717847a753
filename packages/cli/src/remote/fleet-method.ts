import { ClientError, readRows } from "@pilothouse/client";
import { FLEET_METHODS, type FleetMethod, type Params, type Result } from "@pilothouse/protocol";
import type { Context } from "../command/context.js";
import { Complaint } from "../terminal/exit.js";
import { requireFit } from "./required-fit.js";
import { type Connection, withClient } from "./session.js";

/** Calls a method that only a hub has. */
export async function callFleet<M extends FleetMethod>(
  { client, target, signal }: Connection,
  method: M,
  params: Params<M>,
): Promise<Result<M>> {
  requireFit(method, params);
  try {
    const result = await client.call(method, params as { readonly [name: string]: unknown }, { signal });
    return readRows(FLEET_METHODS[method].result, result) as Result<M>;
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound")
      throw new Complaint(`${target.url} is not a hub: name one with -p, or log in to one`);
    throw error;
  }
}

/** One call to the hub that the command names. */
export const onHub = <M extends FleetMethod>(
  context: Context,
  method: M,
  params: Params<M>,
): Promise<Result<M>> => withClient(context, (connection) => callFleet(connection, method, params));
