import { ClientError, type ExtensionMethod, readRows } from "@pilothouse/client";
import {
  checkParams,
  FLEET_METHODS,
  type FleetMethod,
  METHODS,
  type MethodName,
  type Params,
  type Result,
  type ResultDefinition,
  RpcError,
} from "@pilothouse/protocol";
import type { Context } from "../command/context.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { type Connection, withClient } from "./session.js";

interface Options {
  /** What a server that does not know the method lacks: "audit". */
  readonly what?: string;
  readonly timeout?: number;
}

/**
 * Calls a method that only Pilothouse, or only a hub, has: on a connection, or with one of its own for the server
 * that the command names. Parameters and result are checked by the method's definition.
 */
export async function call<M extends ExtensionMethod | FleetMethod>(
  where: Connection | Context,
  method: M,
  params: Params<M>,
  options: Options = {},
): Promise<Result<M>> {
  requireFit(method, params);
  if (!("client" in where))
    return withClient(where, (connection) => call(connection, method, params, options));
  const { client, target, signal } = where;
  const { what, timeout } = options;
  try {
    const result = await client.call(method, params as { readonly [name: string]: unknown }, {
      signal,
      timeout,
    });
    return readRows((METHODS[method] as { readonly result: Rows }).result, result) as Result<M>;
  } catch (error) {
    if (!(error instanceof ClientError) || error.name !== "methodNotFound") throw error;
    if (method in FLEET_METHODS)
      throw new Complaint(`${target.url} is not a hub: name one with -p, or log in to one`);
    if (what === undefined) throw error;
    throw new Complaint(`${target.url} has no ${what}: it is an extension of Pilothouse`);
  }
}

type Rows = { readonly [name: string]: ResultDefinition };

/** What the method's definition does not allow was typed wrong: refused here, before anything is sent. */
function requireFit(method: MethodName, params: object): void {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  try {
    checkParams(method, Object.fromEntries(given));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { key, reason } = error.data ?? {};
    throw new Complaint(reason === undefined ? error.message : `${key} ${reason}`, EXIT.usage);
  }
}
