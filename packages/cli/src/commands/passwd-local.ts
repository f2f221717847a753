import { setTimeout as sleep } from "node:timers/promises";
import { ClientError, connect } from "@pilothouse/client";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, Store, StoreError } from "@pilothouse/server";
import { asOwnerOf } from "../as-owner.js";
import { Complaint } from "../exit.js";
import { foreseen } from "../foreseen.js";
import { operatorLink } from "../operator-link.js";

const RUNNING_SERVICE_MS = 5_000;

/** Sets the password of the service on this machine, whether it runs or not, without knowing the old one. */
export const setPasswordLocally = (dataDir: string, password: string): Promise<void> =>
  asOwnerOf(dataDir, () =>
    foreseen(async () => {
      const store = openUnlessInUse(dataDir);
      if (store === undefined) await askService(dataDir, password);
      else await change(store, password);
    }),
  );

async function change(store: Store, password: string): Promise<void> {
  const auth = await Auth.open(store, systemClock, {
    tokenLifetimeMs: () => 0,
    allowFactoryPassword: () => false,
  });
  await auth.takePasswordHash(await auth.password.hash(password));
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

/** The running service alone touches its store. It may still be starting. */
async function askService(dataDir: string, password: string): Promise<void> {
  const client = connect(operatorLink(dataDir), { dialect: "svc" });
  try {
    for (const end = performance.now() + RUNNING_SERVICE_MS; ; await sleep(50))
      try {
        await client.changePassword(password, { timeout: RUNNING_SERVICE_MS });
        return;
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (error.kind === "network" && performance.now() < end) continue;
        throw new Complaint(
          `the service that runs in ${dataDir} has not taken the new password (${error.message}); see its log`,
        );
      }
  } finally {
    client.close();
  }
}
