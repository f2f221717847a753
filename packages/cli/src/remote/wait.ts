import { setTimeout as sleep } from "node:timers/promises";
import { type CallOptions, type Client, ClientError, type InfoName, type InfoOf } from "@pilothouse/client";
import { Complaint, EXIT } from "../terminal/exit.js";
import { span } from "../terminal/units.js";
import { isFailedHandshake } from "./failure.js";
import type { Connection } from "./session.js";

const EVERY_MS = 1_000;
const ANSWER_MS = 5_000;

/** One look at a router: what it reported and when, on the monotonic clock, or why it could not be asked. */
export type Look<N extends InfoName> =
  | {
      readonly answer: InfoOf<N>;
      readonly askedAt: number;
      readonly answeredAt: number;
      readonly failed?: undefined;
    }
  | { readonly answer?: undefined; readonly failed: ClientError };

interface Waiting<N extends InfoName> {
  readonly names: readonly N[];
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** True ends the waiting. It may ask the server more: a failure of that is a failed look. */
  readonly over: (look: Look<N>, waitedMs: number) => boolean | Promise<boolean>;
}

/** Looks at the router every second until what is waited for has happened. */
export async function waitFor<N extends InfoName>(
  client: Client,
  { names, signal, limitMs, over }: Waiting<N>,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    const look = await lookAt(client, names, { signal, timeout: ANSWER_MS }).catch(retried);
    const waited = performance.now() - began;
    const isOver = async (seen: Look<N>) => over(seen, waited);
    if (await isOver(look).catch((error: unknown) => isOver(retried(error)))) return;
    if (waited >= limitMs)
      throw new Complaint(
        `it is not over after ${span(limitMs)}${look.failed === undefined ? "" : ` (${look.failed.message})`}; the router continues without this command`,
        EXIT.timedOut,
      );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted)
      throw new Complaint(
        "waiting was interrupted; the router continues without this command",
        EXIT.interrupted,
      );
  }
}

export async function lookAt<N extends InfoName>(
  client: Client,
  names: readonly N[],
  options: CallOptions,
): Promise<Extract<Look<N>, { readonly failed?: undefined }>> {
  const askedAt = performance.now();
  const answer = await client.routerInfo(names, options);
  return { answer, askedAt, answeredAt: performance.now() };
}

/**
 * A router that restarts is allowed not to answer, and its server to break off a handshake. A certificate that is
 * not the known one is no such thing.
 */
export function retried(error: unknown): { readonly failed: ClientError } {
  const lasting =
    !(error instanceof ClientError) ||
    error.kind === "aborted" ||
    (error.kind === "tls" && !isFailedHandshake(error));
  if (lasting) throw error;
  return { failed: error };
}

const LASTING: readonly string[] = ["login", "tls", "aborted", "params"];

/** For repeated requests: a temporary error is returned in words; a lasting one, such as a lost login, is thrown. */
export function asTemporary(error: unknown): { readonly error: string } {
  if (!(error instanceof ClientError) || LASTING.includes(error.kind) || error.name === "factoryPassword")
    throw error;
  return { error: error.message };
}

/**
 * What a server answers, asked again every second until the command is interrupted. While the server is away, there
 * are no answers.
 */
export async function* answersOf<T>({ signal }: Connection, ask: () => Promise<T>): AsyncGenerator<T> {
  while (!signal.aborted) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const answer = await ask().catch((error: unknown) => {
      if (!signal.aborted) asTemporary(error);
      return undefined;
    });
    if (answer !== undefined) yield answer;
  }
  process.exitCode = EXIT.interrupted;
}
