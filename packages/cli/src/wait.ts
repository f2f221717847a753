import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError, type InfoName, type InfoOf } from "@pilothouse/client";
import { Complaint, EXIT } from "./exit.js";
import { span } from "./units.js";

const EVERY_MS = 1_000;
const ANSWER_MS = 5_000;

/** One look at a router: what it told, or why it could not be asked. */
export type Look<N extends InfoName> =
  | { readonly told: InfoOf<N>; readonly failed?: undefined }
  | { readonly told?: undefined; readonly failed: ClientError };

interface Waiting<N extends InfoName> {
  readonly names: readonly N[];
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** True ends the waiting. */
  readonly over: (look: Look<N>, waitedMs: number) => boolean | Promise<boolean>;
}

/** Looks at the router every second until what is waited for has happened. */
export async function waitFor<N extends InfoName>(
  client: Client,
  { names, signal, limitMs, over }: Waiting<N>,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    const look = await lookAt(client, names, signal);
    const waited = performance.now() - began;
    if (await over(look, waited)) return;
    if (waited >= limitMs)
      throw new Complaint(
        `it is not over after ${span(limitMs)}; the router goes on by itself`,
        EXIT.timedOut,
      );
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted)
      throw new Complaint("waiting was interrupted; the router goes on by itself", EXIT.interrupted);
  }
}

/** A router that restarts is allowed not to answer. */
async function lookAt<N extends InfoName>(
  client: Client,
  names: readonly N[],
  signal: AbortSignal,
): Promise<Look<N>> {
  try {
    return { told: await client.routerInfo(names, { signal, timeout: ANSWER_MS }) };
  } catch (error) {
    if (error instanceof ClientError && error.kind !== "tls" && error.kind !== "aborted")
      return { failed: error };
    throw error;
  }
}
