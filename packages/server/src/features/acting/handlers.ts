import { NotPossible } from "@pilothouse/drivers/port";
import { type Action, type ActionResults, isLifecycle, reason } from "@pilothouse/protocol";
import type { Grants } from "../../auth/grants.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Call } from "../../rpc/call.js";
import type { Sampled } from "../sampling/feature.js";
import type { LastSearch } from "../updates/last-search.js";
import type { GracefulOrder } from "./graceful-order.js";

interface Needs extends Pick<Sampled, "router" | "sampler" | "routerQueue" | "log"> {
  readonly updater: Pick<LastSearch, "find" | "update">;
  readonly grants: Pick<Grants, "to">;
  readonly order: Pick<GracefulOrder, "replace" | "isCalled">;
  readonly closing: AbortSignal;
}

export function actingHandlers(needs: Needs): Pick<Handlers, "RouterManager" | "pilothouse.cancel"> {
  return {
    async RouterManager(actions, call) {
      const results: { -readonly [A in Action]?: ActionResults[A] } = {};
      await checkReady(needs, actions, call);
      for (const action of actions) {
        const result = await call.audited(action, () => carryOut(needs, action, call));
        Object.assign(results, { [action]: result });
      }
      return results;
    },

    "pilothouse.cancel": (_, call) =>
      call.audited("Cancel", async (changed) => {
        const { router, sampler, routerQueue, order } = needs;
        const { order: name } = call.peer;
        // A hub cancels what it ordered itself, and not what somebody else has ordered since.
        const cancelled = await routerQueue.wait(async () =>
          name === undefined || order.isCalled(name) ? router.cancel?.(call.sessionSignal) : false,
        );
        if (cancelled === undefined) throw new NotPossible(reason("router.noCancel"));
        if (!cancelled) changed([]);
        sampler.expire();
        return { Cancelled: cancelled };
      }),
  };
}

/** A lifecycle action is carried out after the answer, so anything that prevents it is checked before. */
async function checkReady(
  { router, routerQueue }: Needs,
  actions: readonly Action[],
  call: Call,
): Promise<void> {
  const action = actions.find(isLifecycle);
  if (action === undefined) return;
  try {
    await routerQueue.wait(async () => router.ready?.(action));
  } catch (error) {
    await call.audited(action, () => Promise.reject(error));
  }
}

async function carryOut(needs: Needs, action: Action, call: Call) {
  const { router, sampler, updater, routerQueue, grants, order, closing, log } = needs;
  const { sessionSignal } = call;
  // Of several actions each may take long.
  sessionSignal.throwIfAborted();
  if (action === "FindUpdates") return routerQueue.stay(() => updater.find(closing));
  if (action === "Update")
    return routerQueue.stay(() => updater.update(AbortSignal.any([closing, sessionSignal])));
  if (isLifecycle(action)) {
    const grant = call.grantFrom(grants);
    const leave = routerQueue.enter();
    const notDone = await order.replace(action, grant, call.peer.order).catch((error: unknown) => {
      leave();
      throw error;
    });
    // The answer leaves first: the caller may well reach us through this very router.
    const act = () =>
      void router
        .lifecycle(action)
        .catch((error: unknown) => {
          log.error({ err: error, action }, "the router did not take the action");
          notDone();
        })
        .finally(() => {
          leave();
          sampler.expire();
        });
    call.afterwards(act, () => {
      leave();
      notDone();
      log.warn({ action }, "not done: the session that asked for this was revoked before its answer left");
    });
    return null;
  }
  await routerQueue.wait(() => router.reseed(sessionSignal));
  sampler.expire();
  return null;
}
