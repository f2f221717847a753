import { NotPossible, type Router } from "@pilothouse/drivers/port";
import { type Action, type ActionResults, isLifecycle, RpcError } from "@pilothouse/protocol";
import type { Log } from "../../log.js";
import type { Sampler } from "../../telemetry/sampler.js";
import type { Updater } from "../../updates/updater.js";
import type { Handlers } from "../answer.js";
import type { Call } from "../call.js";

interface Parts {
  readonly router: Router;
  readonly sampler: Sampler;
  readonly updater: Pick<Updater, "find" | "update">;
  readonly closing: AbortSignal;
  readonly log: Log;
}

export function actingHandlers(parts: Parts): Pick<Handlers, "RouterManager"> {
  return {
    async RouterManager(actions, call) {
      const results: { -readonly [A in Action]?: ActionResults[A] } = {};
      for (const action of actions) {
        const result = await call.onRecord(action, () => carryOut(parts, action, call));
        Object.assign(results, { [action]: result });
      }
      return results;
    },
  };
}

async function carryOut({ router, sampler, updater, closing, log }: Parts, action: Action, call: Call) {
  if (action === "FindUpdates") return updater.find(closing);
  if (action === "Update") return updater.update(closing);
  if (isLifecycle(action)) {
    // The answer leaves first: the caller may well reach us through this very router.
    call.afterwards(() => {
      router
        .lifecycle(action)
        .catch((error: unknown) => log.error({ err: error, action }, "the router did not take the action"))
        .finally(() => sampler.expire());
    });
    return null;
  }
  try {
    await router.reseed();
  } catch (error) {
    if (error instanceof NotPossible) throw new RpcError("invalidParams", error.message);
    throw error;
  }
  sampler.expire();
  return null;
}
