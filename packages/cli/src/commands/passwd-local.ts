import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Hasher, leavePasswordHash, passwordHashWaits, Store, StoreError } from "@pilothouse/server";
import { Complaint } from "../exit.js";
import { foreseen } from "../foreseen.js";

const RUNNING_SERVICE_MS = 5_000;

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

/** The running service alone touches its store: it is given the hash and told to look. */
async function handOver(dataDir: string, hash: string): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, "pilothouse.pid"), "utf8"));
  leavePasswordHash(dataDir, hash);
  process.kill(pid, "SIGHUP");
  for (const end = Date.now() + RUNNING_SERVICE_MS; passwordHashWaits(dataDir); await sleep(50))
    if (Date.now() > end)
      throw new Complaint(`the running service (process ${pid}) has not taken the new password; see its log`);
}
