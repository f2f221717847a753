import type { InfoKey, Settings, WritableKey } from "@pilothouse/protocol";
import { expect } from "vitest";
import type { Clock, Phase, Reading, Router, VerifiedUpdate } from "../../port.js";

/** What the suite must be given to judge a driver. */
export interface Harness {
  /** A fresh router, made but not started. */
  readonly router: Router;
  /** The time by which the router lives. */
  readonly clock: Clock;
  /** Lets time pass, by waiting or by moving the clock, until `condition` holds; rejects after `limitMs`. */
  until(condition: () => Promise<boolean>, limitMs: number): Promise<void>;
  /** Another driver of the same router over the same storage, as after a restart of the service. */
  reopen(): Router;
  /** Ends the router as a fault would. */
  crash?(): Promise<void>;
  /** A file that the router can install, and what `program` says while it runs. */
  update?(): Promise<VerifiedUpdate & { readonly program: string }>;
  /** What sets the program that runs now apart from any other. */
  program?(): Promise<string>;
  /** What `settings.all()` shows once the key has this value; writing it there must do the same. */
  shows(key: WritableKey, value: string): Settings;
  /** Values to write and read back, where the router takes fewer than the interface allows. */
  readonly samples?: { readonly [key in WritableKey]?: readonly [string, string, ...string[]] };
  /** Information that this router does not report, with the reason. */
  readonly unreported?: { readonly [key in InfoKey]?: string };
  /** Network settings that this router does not have, with the reason: they read null and refuse writes. */
  readonly lacking?: { readonly [key in WritableKey]?: string };
  /** The name of a tunnel that runs from the first start on and is in a file that is not ours. */
  readonly foreignTunnel?: string;
  /** Closes what was opened and removes what was made. */
  dispose(): Promise<void>;
}

export type Case = (harness: Harness) => Promise<void>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** A start, a stop or a reseed takes no longer. */
export const SOON = 2 * MINUTE;
/** The last tunnel ends ten minutes after it was accepted; routers check for that only now and then. */
export const DRAINED = 12 * MINUTE;

export const read = (router: Router): Promise<Reading> => router.read(AbortSignal.timeout(10 * SECOND));

/**
 * The first reading that fits, with the time at which it was requested. A router that does not answer is
 * asked again: it may be restarting.
 */
export async function reading(
  harness: Harness,
  fits: (reading: Reading, asked: number) => boolean,
  limitMs = SOON,
): Promise<Reading> {
  let last: unknown = "nothing yet";
  let found: Reading | undefined;
  const look = async () => {
    try {
      const asked = harness.clock.now();
      const now = await read(harness.router);
      last = JSON.stringify(now);
      if (fits(now, asked)) found = now;
    } catch (error) {
      last = error;
    }
    return found !== undefined;
  };
  await harness.until(look, limitMs).catch((cause: unknown) => {
    throw new Error(`No reading was as it should be (${fits}); the last: ${last}`, { cause });
  });
  if (found === undefined) throw new Error("The harness stopped waiting before the condition held");
  return found;
}

export const inPhase =
  (name: Phase["name"]) =>
  ({ phase }: Reading): boolean =>
    phase.name === name;

/** A number that the router reports; a harness that needs it must not list it as unreported. */
export function reported(reading: Reading, key: "router.uptime" | (`router.net${string}` & InfoKey)): number {
  const value = reading.facts[key as Exclude<InfoKey, "router.status">];
  expect(value, key).toBeTypeOf("number");
  return value as number;
}

export const running = async (harness: Harness): Promise<Reading> => {
  await harness.router.start();
  return reading(harness, inPhase("running"));
};

/** Running, with tunnels that a graceful wait has to wait for. */
export const busy = async (harness: Harness): Promise<Reading> => {
  await running(harness);
  return reading(
    harness,
    (now) => inPhase("running")(now) && reported(now, "router.net.tunnels.participating") > 0,
    10 * MINUTE,
  );
};

export function given<T>(part: T | undefined, name: string): T {
  if (part === undefined)
    throw new Error(`The harness has no "${name}": add it, or skip the case with a reason`);
  return part;
}
