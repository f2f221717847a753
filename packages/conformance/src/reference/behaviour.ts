import type { IncomingMessage, ServerResponse } from "node:http";
import type { State } from "./state.js";

export type Value = unknown;
export interface Params {
  readonly [name: string]: Value;
}

/** The errors of section 7. */
export const CODES = {
  notJson: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  wrongPassword: -32001,
  noToken: -32002,
  unknownToken: -32003,
  expiredToken: -32004,
  noApi: -32005,
  badApi: -32006,
};
export type ErrorName = keyof typeof CODES;

export const MEANINGS: { readonly [name in ErrorName]: string } = {
  notJson: "JSON parse error",
  invalidRequest: "Invalid request",
  methodNotFound: "Method not found",
  invalidParams: "Invalid parameters",
  internal: "Internal error",
  wrongPassword: "Invalid password provided",
  noToken: "No authentication token presented",
  unknownToken: "Authentication token does not exist",
  expiredToken: "Token was expired and will be removed",
  noApi: "API version not specified but required",
  badApi: "API version specified is not supported",
};

export class Refusal extends Error {
  constructor(
    readonly error: ErrorName,
    detail = "",
  ) {
    super(detail);
  }
}

export interface Request {
  readonly id?: Value;
  readonly method?: Value;
  readonly params?: Value;
  readonly [name: string]: Value;
}

export interface Reply {
  jsonrpc?: Value;
  id?: Value;
  result?: Value;
  error?: Value;
  [name: string]: Value;
}

/** Bytes that a reply puts on the wire. */
export interface Wire {
  status: number;
  headers: { [name: string]: string };
  body: Buffer;
}

export type Method = (params: Params, state: State, behaviour: Behaviour) => Params | Promise<Params>;

/** Every decision of the server, so that a fault is one of them made differently. */
export interface Behaviour {
  readonly codes: { readonly [name in ErrorName]: number };
  /** What is wrong with a request, before its method is looked for. */
  envelope(request: Value): ErrorName | undefined;
  /** What is wrong with params. */
  params(params: Value): ErrorName | undefined;
  readBody(bytes: Buffer): Value;
  findMethod(name: string, methods: { readonly [name: string]: Method }): Method | undefined;
  /** What is wrong with the token of a call. */
  token(method: string, params: Params, state: State): ErrorName | undefined;
  readonly methods: { readonly [name: string]: Method };
  /** What a setting must look like; undefined for a key that there is not. */
  settingError(key: string, value: Value): string | undefined;
  /** The last hand at a reply, before it is written. */
  reply(reply: Reply, request: Request, state: State): Reply;
  print(reply: Reply | readonly Reply[], request: Value): string;
  /** What is wrong with the HTTP request, as a status. */
  gate(request: IncomingMessage): number | undefined;
  wire(wire: Wire, request: IncomingMessage, sent: string): Wire;
  /** Puts the reply on the wire. */
  write(response: ServerResponse, wire: Wire, request: IncomingMessage, sent: string): void;
  readonly batches: boolean;
  /** Waits for a body that does not come with its head. */
  readonly patient: boolean;
  /** Serves requests one after the other, over all connections. */
  readonly oneAtATime: boolean;
}
