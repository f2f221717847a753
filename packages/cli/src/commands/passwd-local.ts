import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Hasher, leavePasswordHash, passwordHashWaits, Store, StoreError } from "@pilothouse/server";
import { Complaint } from "../exit.js";
import { foreseen } from "../foreseen.js";

/** A service that is starting, on a slow machine or with a slow router, takes the hash when it is ready. */
const RUNNING_SERVICE_MS = 30_000;

/** Sets the password of the service on this machine, whether it runs or not, without knowing the old one. */
export const setPasswordLocally = (dataDir: string, password: string): Promise<void> =>
  foreseen(async () => {
    const hash = await new Hasher().hash(password);
    const store = openUnlessInUse(dataDir);
    if (store === undefined) await handOver(dataDir, hash);
    else await change(store, hash);
  });

async function change(store: Store, hash: string): Promise<void> {
  const auth = await Auth.open(store, systemClock, {
    tokenLifetimeMs: () => 0,
    allowFactoryPassword: () => false,
  });
  await auth.takePasswordHash(hash);
  auth.close();
  await store.close();
}

function openUnlessInUse(dataDir: string): Store | undefined {
  try {
    return Store.open(dataDir);
  } catch (error) {
    if (error instanceof StoreError && error.inUse) return undefined;
    throw error;
  }
}

/**
 * The running service alone touches its store: it is given the hash and asked to look. One that is starting
 * has no pid file yet. It looks by itself when it comes to that, or it is asked when it is ready.
 */
async function handOver(dataDir: string, hash: string): Promise<void> {
  leavePasswordHash(dataDir, hash);
  let asked: number | undefined;
  for (const end = Date.now() + RUNNING_SERVICE_MS; passwordHashWaits(dataDir); await sleep(50)) {
    const pid = pidOfService(dataDir);
    // It may have ended meanwhile.
    if (pid !== undefined && pid !== asked) orWithout("ESRCH", () => process.kill(pid, "SIGHUP"));
    asked = pid;
    if (Date.now() > end)
      throw new Complaint(
        `the running service${asked === undefined ? "" : ` (process ${asked})`} has not taken the new password; see its log`,
      );
  }
}

/** Nothing but a whole number counts: a signal to process 0 would go to ourselves. */
function pidOfService(dataDir: string): number | undefined {
  const text = orWithout("ENOENT", () => readFileSync(join(dataDir, "pilothouse.pid"), "utf8")) ?? "";
  return /^[1-9]\d*\n$/.test(text) ? Number(text) : undefined;
}

function orWithout<T>(code: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}
