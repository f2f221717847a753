import { setTimeout as sleep } from "node:timers/promises";
import { ClientError } from "@pilothouse/client";
import { systemClock } from "@pilothouse/drivers/port";
import { Auth, type Store } from "@pilothouse/server";
import type { Settings } from "@pilothouse/server/settings";
import { asOwnerOf } from "../../local/as-owner.js";
import { explainErrors } from "../../local/explained-errors.js";
import { withOperator } from "../../remote/operator-link.js";
import { passwdCommand } from "../../services/local-command.js";
import { openUnlessInUse, requireStore } from "../../services/required-store.js";
import { Complaint } from "../../terminal/exit.js";

/** A service that is starting, on a slow machine or with a slow router, takes the password when it is ready. */
const RUNNING_SERVICE_MS = 30_000;

interface Next {
  readonly password: string;
  /** Whether tokens of programs stay valid. */
  readonly keepTokens: boolean;
}

/** Before a password is typed: complains where there is no service whose password could be set. */
export const requireService = (settings: Settings): Promise<void> =>
  asOwnerOf(settings.data_dir, () => explainErrors(() => requireStore(settings, passwdCommand)));

/**
 * Sets the password of the service on this machine, whether it runs or not, without knowing the old one; says whether
 * it runs. `waiting` is called once when the service is not ready yet.
 */
export const setPasswordLocally = (settings: Settings, next: Next, waiting: () => void): Promise<boolean> =>
  asOwnerOf(settings.data_dir, () =>
    explainErrors(async () => {
      const { data_dir: dataDir } = settings;
      const end = performance.now() + RUNNING_SERVICE_MS;
      for (let waits = false; ; await sleep(50)) {
        // The running service alone touches its store. It may also end while we wait for it.
        const store = await openUnlessInUse(settings, passwdCommand);
        if (store !== undefined) {
          await change(store, next);
          return false;
        }
        const left = end - performance.now();
        const failed = await askService(dataDir, next, left);
        if (failed === undefined) return true;
        if (failed.kind !== "network" || left <= 0)
          throw new Complaint(
            `the service that runs in ${dataDir} has not taken the new password (${failed.message}); see its log`,
          );
        if (!waits) waiting();
        waits = true;
      }
    }),
  );

async function change(store: Store, { password, keepTokens }: Next): Promise<void> {
  const auth = await Auth.open(store, systemClock, {
    tokenLifetimeMs: () => 0,
    allowFactoryPassword: () => false,
  });
  await auth.takePasswordHash(await auth.hasher.hash(password), { keepTokens });
  await auth.close();
  await store.close();
}

/** Undefined when the service has taken it. */
async function askService(
  dataDir: string,
  { password, keepTokens }: Next,
  ms: number,
): Promise<ClientError | undefined> {
  const limits = { timeout: Math.max(ms, 1_000) };
  try {
    await withOperator(dataDir, async (client) => {
      if (keepTokens) await client.own("pilothouse.password", { password, keepTokens }, limits);
      else await client.changePassword(password, limits);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error;
  }
}
