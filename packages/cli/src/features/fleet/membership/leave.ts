import { forgetFleet } from "@pilothouse/fleet/node";
import type { Settings } from "@pilothouse/server/settings";
import type { Run } from "../../../command/context.js";
import { asOwnerOf } from "../../../local/as-owner.js";
import { explainErrors } from "../../../local/explained-errors.js";
import { effectiveFor, type SettingFlags } from "../../../local/flags.js";
import { openUnlessInUse } from "../../../local/free-store.js";
import { askOwn } from "../../../remote/own-service.js";
import { localCommand } from "../../../services/local-command.js";
import { harmless } from "../../../terminal/style.js";

/** The service waits for an answer of the hub. */
const LEAVE_MS = 60_000;

/** By the service if it runs; otherwise the store is free, and is changed here. */
export const leave: Run<[], SettingFlags> = async (context, _args, options) => {
  const { settings } = effectiveFor(context.table, options);
  const { left, note } = (await whileStopped(settings)) ?? (await whileRunning(settings.data_dir));
  context.out.result({ left, note }, () =>
    left
      ? ["The service has left the fleet.", ...(note === null ? [] : [harmless(note)])].join("\n")
      : "The service belongs to no fleet.",
  );
};

interface Left {
  readonly left: boolean;
  readonly note: string | null;
}

const whileRunning = async (dataDir: string): Promise<Left> => {
  const { Left: left, note } = await askOwn(dataDir, (client, signal) =>
    client.own("pilothouse.leave", {}, { signal, timeout: LEAVE_MS }),
  );
  return { left, note };
};

/** Undefined while a service runs on the directory. */
const whileStopped = (settings: Settings): Promise<Left | undefined> =>
  asOwnerOf(settings.data_dir, () =>
    explainErrors(async () => {
      const store = await openUnlessInUse(settings, (place) => localCommand("leave", place));
      if (store === undefined) return undefined;
      try {
        return await forgetFleet(store);
      } finally {
        await store.close();
      }
    }),
  );
