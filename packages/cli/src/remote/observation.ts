import { type Client, ClientError } from "@pilothouse/client";

/** What our own service reports about its router beyond the common interface. */
export interface ServiceStatus {
  /** It has no router, but a fleet. */
  readonly isHub?: boolean;
  readonly phase: string;
  /** Starts of the router that the service has seen. */
  readonly starts: number | undefined;
  readonly note: string | undefined;
  /** Something saved waits for a restart. */
  readonly restartNeeded: boolean;
  /** How long a graceful wait can still last, in milliseconds. */
  readonly leftMs: number | undefined;
}

/** One look at a router, as the judgements of restart and shutdown need it. Times come from a clock that is never set. */
export type Observation = AnsweredObservation | { readonly failed: Pick<ClientError, "kind" | "code"> };

export interface AnsweredObservation {
  readonly failed?: undefined;
  readonly askedAt: number;
  readonly answeredAt: number;
  /** 0 for a router that does not run. */
  readonly uptime: number;
  /** Undefined for a server that is not ours. */
  readonly service: ServiceStatus | undefined;
}

/**
 * Asks our own service; undefined where the server is another one. Takes what is there: a wait must not end because
 * the service is of another version.
 */
export async function serviceStatus(
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout?: number },
): Promise<ServiceStatus | undefined> {
  try {
    const { router, phase, starts, note, restartNeeded, until, time } = await client.call(
      "pilothouse.status",
      {},
      options,
    );
    return {
      isHub: router === "hub",
      phase: String(phase),
      starts: typeof starts === "number" ? starts : undefined,
      note: typeof note === "string" ? note : undefined,
      restartNeeded: restartNeeded === true,
      leftMs: typeof until === "number" && typeof time === "number" ? Math.max(0, until - time) : undefined,
    };
  } catch (error) {
    if (error instanceof ClientError && error.name === "methodNotFound") return undefined;
    throw error;
  }
}
