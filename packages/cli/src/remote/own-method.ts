import { ClientError, type OwnMethod } from "@pilothouse/client";
import type { Params, Result } from "@pilothouse/protocol";
import { Complaint } from "../terminal/exit.js";
import { requireFit } from "./required-fit.js";
import type { Connection } from "./session.js";

/** Calls a method that only Pilothouse has. `what` is what another server lacks: "audit". */
export async function callOwn<M extends OwnMethod>(
  { client, target, signal }: Connection,
  what: string,
  method: M,
  params: Params<M>,
): Promise<Result<M>> {
  requireFit(method, params);
  try {
    return await client.own(method, params, { signal });
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound")
      throw new Complaint(`${target.url} has no ${what}: it is an extension of Pilothouse`);
    throw error;
  }
}
