import { forgetFleet } from "@pilothouse/fleet/node";
import type { Settings } from "@pilothouse/server/settings";
import type { Context, Run } from "../../../command/context.js";
import { asOwnerOf } from "../../../local/as-owner.js";
import { explainErrors } from "../../../local/explained-errors.js";
import { effectiveFor, type SettingFlags } from "../../../local/flags.js";
import { call } from "../../../remote/call.js";
import { localContext } from "../../../remote/session.js";
import { localCommand } from "../../../services/local-command.js";
import { openUnlessInUse } from "../../../services/required-store.js";
import { harmless } from "../../../terminal/style.js";

/** The service waits for an answer of the hub. */
const LEAVE_MS = 60_000;

/** By the service if it runs; otherwise the store is free, and is changed here. */
export const leave: Run<[], SettingFlags> = async (context, _args, options) => {
  const { settings } = effectiveFor(context.table, options);
  const { left, note } =
    (await whileStopped(settings)) ?? (await whileRunning(localContext(context, options)));
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

const whileRunning = async (here: Context): Promise<Left> => {
  const { Left: left, note } = await call(here, "pilothouse.leave", {}, { timeout: LEAVE_MS });
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
