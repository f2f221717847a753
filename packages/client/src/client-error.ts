import { ERRORS, type ErrorName } from "@pilothouse/protocol";

/**
 * What went wrong, so that you do not have to parse a message:
 * - `rpc`: the server answered with an error; see `code` and `name`.
 * - `login`: the password or the token was refused, and there is no (other) password to try.
 * - `ignored`: the server answered without an error, but did not do what was asked.
 * - `params`: a value that the interface does not allow; nothing was sent.
 * - `protocol`: what came back is not an answer of this interface.
 * - `network`: no connection, or it broke.
 * - `tls`: the server could not prove who it is, or does not speak TLS.
 * - `timeout`, `aborted`: the caller's own limits.
 */
export type ErrorKind =
  | "rpc"
  | "login"
  | "ignored"
  | "params"
  | "protocol"
  | "network"
  | "tls"
  | "timeout"
  | "aborted";

export interface ErrorFacts {
  /** The name of the error in the interface's table, where it has one. */
  readonly name?: ErrorName | undefined;
  /** The server's error code (a number), or the system's word for the failure ("ECONNREFUSED"). */
  readonly code?: number | string | undefined;
  /** What the server sent along with its error; or, for `tls`, what is known of its certificate. */
  readonly data?: unknown;
  /** The HTTP status, when it was not a plain success. */
  readonly status?: number | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of the client. */
export class ClientError extends Error {
  override readonly name: ErrorName | "ClientError";
  readonly code: number | string | undefined;
  readonly data: unknown;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    { name, code, data, status, retryAfter, cause }: ErrorFacts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name ?? "ClientError";
    this.code = code ?? (name && ERRORS[name].code);
    this.data = data;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const NAMES = new Map<number, ErrorName>(
  Object.entries(ERRORS).map(([name, row]) => [row.code, name as ErrorName]),
);

/** The answers after which a new token helps. */
const STALE: ReadonlySet<string> = new Set<ErrorName>(["noToken", "unknownToken", "expiredToken"]);

export const isStale = (error: unknown): error is ClientError =>
  error instanceof ClientError && STALE.has(error.name);

/** An error that the server answered. */
export function answeredError(code: number | undefined, message: string, facts: ErrorFacts): ClientError {
  const name = code === undefined ? undefined : NAMES.get(code);
  const login = name !== undefined && (name === "wrongPassword" || STALE.has(name));
  return new ClientError(login ? "login" : "rpc", message, { ...facts, code, name });
}

/** Makes any thrown value a `ClientError`. A bug is kept as its cause. */
export const asClientError = (error: unknown): ClientError =>
  error instanceof ClientError ? error : new ClientError("protocol", String(error), { cause: error });

const SHOWN = 200;
const LONGEST_MESSAGE = 2_000;

/** A server's own words, on one line: they must not control a terminal, nor change the direction of its text. */
export function oneLine(text: string, longest = LONGEST_MESSAGE): string {
  const line = text
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** A reply that should have been something else, as an error may show it: short, and without markup. */
export function excerpt(text: string): string {
  const start = text.slice(0, 20 * SHOWN);
  return oneLine(/^\s*</.test(start) ? start.replace(/<[^<>]*>/g, " ") : start, SHOWN);
}
