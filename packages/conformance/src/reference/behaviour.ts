import type { IncomingMessage, ServerResponse } from "node:http";
import type { State } from "./state.js";

export type Value = unknown;
export interface Params {
  readonly [name: string]: Value;
}

/** The errors of section 7. */
export const ERRORS = {
  notJson: { code: -32700, message: "JSON parse error" },
  invalidRequest: { code: -32600, message: "Invalid request" },
  methodNotFound: { code: -32601, message: "Method not found" },
  invalidParams: { code: -32602, message: "Invalid parameters" },
  internal: { code: -32603, message: "Internal error" },
  wrongPassword: { code: -32001, message: "Invalid password provided" },
  noToken: { code: -32002, message: "No authentication token presented" },
  unknownToken: { code: -32003, message: "Authentication token does not exist" },
  expiredToken: { code: -32004, message: "Token was expired and will be removed" },
  noApi: { code: -32005, message: "API version not specified but required" },
  badApi: { code: -32006, message: "API version specified is not supported" },
};
export type ErrorName = keyof typeof ERRORS;

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
  readonly errors: typeof ERRORS;
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
