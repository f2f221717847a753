import type { EventData } from "../words/filled.js";
import type { Reason } from "../words/reason.js";
import { textOfReason } from "../words/reason-text.js";
import type { ReasonCode } from "../words/reasons.js";
import type { Scope } from "./scope.js";

/** Every error the interface can answer. `means` is the text each message begins with. */
export const ERRORS = {
  parse: { code: -32700, means: "JSON parse error" },
  invalidRequest: { code: -32600, means: "Invalid request" },
  methodNotFound: { code: -32601, means: "Method not found" },
  invalidParams: { code: -32602, means: "Invalid parameters" },
  internal: { code: -32603, means: "Internal error" },
  wrongPassword: { code: -32001, means: "Invalid password provided" },
  noToken: { code: -32002, means: "No authentication token presented" },
  unknownToken: { code: -32003, means: "Authentication token does not exist" },
  expiredToken: { code: -32004, means: "Token was expired and will be removed" },
  noApi: { code: -32005, means: "API version not specified but required" },
  unsupportedApi: { code: -32006, means: "API version specified is not supported" },
  factoryPassword: { code: -32007, means: "Change the factory password first", extension: true },
  outOfScope: { code: -32008, means: "The token does not allow this", extension: true },
  refused: { code: -32000, means: "Request refused", extension: true },
} as const satisfies Record<string, ErrorDefinition>;

interface ErrorDefinition {
  readonly code: number;
  readonly means: string;
  readonly extension?: true;
}

export type ErrorName = keyof typeof ERRORS;

/** When each is answered, for the documents. */
export const ERROR_CASES: { readonly [E in ErrorName]: string } = {
  parse: "The body is not valid JSON, not UTF-8, or nested deeper than 64 levels.",
  invalidRequest: "The JSON is not a JSON-RPC 2.0 request.",
  methodNotFound: "The `method` is unknown.",
  invalidParams: "A parameter is missing, unknown or bad. Nothing of the request was carried out.",
  internal:
    "A fault of the service; the incident number stands in its log, with the cause. Or the router cannot be asked: then the message says why, and `data.reason` is `unreachable`, `timeout`, `login` (the router refuses the service's password), `certificate` or `failed`.",
  wrongPassword: "`Authenticate` with a wrong password.",
  noToken: "`Token` is missing.",
  unknownToken: "`Token` is unknown, or was revoked.",
  expiredToken: "`Token` is too old. Reported once; after that the token is unknown.",
  noApi: "`Authenticate` without `API`.",
  unsupportedApi: "`API` is not 1.",
  factoryPassword:
    "Any method but `ServiceControl` and `pilothouse.logout`, with a token that was obtained with the factory password.",
  outOfScope:
    "The scope of a program's token is not enough for the method, or for a key in the request. The message and `data.scope` name the one that is.",
  refused:
    "Too many failed logins, too many waiting requests (to log in, or for the router), or an HTTP refusal before JSON-RPC (see HTTP statuses).",
};

/** What programs read instead of the message. */
export interface ErrorData {
  /** The key that is to blame. */
  readonly key?: string;
  /** What is wrong with it, or why it cannot be done now. */
  readonly reason?: string;
  /** The scope that a token needs for this. */
  readonly scope?: Scope;
  /** What the message says: a code of `REASONS`, and its values. */
  readonly code?: ReasonCode;
  readonly values?: EventData;
}

/** The one error of the interface: thrown anywhere, written as an answer in one place. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: ErrorData | undefined;

  constructor(
    readonly kind: ErrorName,
    detail?: string | Reason,
    /** Seconds after which trying again makes sense; a carrier that has a word for it passes it on. */
    readonly retryAfter?: number,
    data?: ErrorData,
  ) {
    const { code, means } = ERRORS[kind];
    super(detail === undefined ? means : `${means}: ${textOfReason(detail)}`);
    this.name = "RpcError";
    this.code = code;
    this.data = typeof detail === "object" ? { ...data, ...detail } : data;
  }
}

/** The error that blames one key of a request: the message and `data` say the same. */
export const badKey = (key: string, why: string | Reason, kind: ErrorName = "invalidParams"): RpcError => {
  const reason = textOfReason(why);
  const coded = typeof why === "object" ? why : {};
  return new RpcError(kind, `${key} ${reason}`, undefined, { key, reason, ...coded });
};
