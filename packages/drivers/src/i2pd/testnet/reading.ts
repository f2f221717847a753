import type { Reading, Router } from "../../port.js";
import { until } from "./isolation.js";

export const readOnce = (router: Router): Promise<Reading> => router.read(AbortSignal.timeout(120_000));

/**
 * The first reading that fits. A router that does not answer is asked again. The limit ends what hangs: when others send
 * tunnels through a router that was just restarted is up to them.
 */
export async function readUntil(
  router: Router,
  fits: (reading: Reading) => boolean,
  limitMs = 300_000,
): Promise<Reading> {
  let last: Reading | undefined;
  const found = async () => {
    last = await readOnce(router).catch(() => undefined);
    return last !== undefined && fits(last);
  };
  await until(found, limitMs, `A reading like ${fits}`).catch((cause: unknown) => {
    throw new Error(`The last reading was ${JSON.stringify(last)}`, { cause });
  });
  return last as Reading;
}

export const isRunning = ({ phase }: Reading): boolean => phase.name === "running";
export const isStopped = ({ phase }: Reading): boolean => phase.name === "stopped";
export const peers = ({ facts }: Reading): number => facts["router.netdb.activepeers"] ?? 0;
export const known = ({ facts }: Reading): number => facts["router.netdb.knownpeers"] ?? 0;
export const transit = ({ facts }: Reading): number => facts["router.net.tunnels.participating"] ?? 0;
const OK = 0;
/** As the router itself says, after others have tested it. */
export const isReachable = ({ facts }: Reading): boolean => facts["router.net.status"] === OK;
export const isBusy = (now: Reading): boolean => isRunning(now) && peers(now) > 0 && transit(now) > 0;
