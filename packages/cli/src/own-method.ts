import { ClientError, type Fields } from "@pilothouse/client";
import type { MethodName } from "@pilothouse/protocol";
import { Complaint } from "./exit.js";
import type { Connection } from "./session.js";

/** Calls a method that only Pilothouse has. `what` is what another server lacks: "audit". */
export async function callOwn(
  { client, target, signal }: Connection,
  what: string,
  method: MethodName,
  params: Fields = {},
): Promise<Fields> {
  try {
    return await client.call(method, params, { signal });
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound")
      throw new Complaint(`${target.url} has no ${what}: it is an extension of Pilothouse`);
    throw error;
  }
}
