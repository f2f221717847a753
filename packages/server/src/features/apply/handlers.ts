import type { Router } from "@pilothouse/drivers/port";
import {
  badKey,
  NETWORK_KEYS,
  networkDefinition,
  RpcError,
  type Settings,
  Unfit,
  type WritableKey,
} from "@pilothouse/protocol";
import { settingsDetails } from "../../audit/network-details.js";
import type { Grants } from "../../auth/grants.js";
import type { Handlers } from "../../rpc/answer.js";
import { asInvalidParams, mayTouch, refusalOf, requireNotHidden } from "../../rpc/settings-access.js";
import type { Sampled } from "../sampling/feature.js";
import type { Applier } from "./applier.js";

interface Needs extends Pick<Sampled, "routerQueue" | "log"> {
  readonly applier: Applier;
  readonly router: Pick<Router, "settings">;
  readonly grants: Pick<Grants, "to">;
}

/** Settings of a template, applied by this service. */
export const applyingHandlers = ({
  applier,
  router,
  routerQueue,
  grants,
  log,
}: Needs): Pick<Handlers, "pilothouse.apply"> => ({
  // A change of tunnels restarts the router, and a failed one does so twice.
  "pilothouse.apply": ({ checksum, network, advanced, tunnels, ...how }, call) =>
    routerQueue[tunnels === undefined ? "wait" : "stay"](async () => {
      if (checksum === undefined) {
        if ([network, advanced, tunnels, ...Object.values(how)].some((one) => one !== undefined))
          throw new RpcError("invalidParams", "checksum is missing: without it nothing is applied");
        return applier.status();
      }
      requireNotHidden("advanced", advanced);
      const wanted = {
        checksum,
        network: checkedNetwork(network, router.settings),
        advanced: advanced ?? new Map(),
        tunnels,
      };
      await call.audited("apply", async (changed, entry) => {
        const applying = applier.apply(
          { ...wanted, ...how, grant: call.grantFrom(grants) },
          call.actor,
          call.sessionSignal,
          {
            check: mayTouch(call, wanted.advanced.keys()),
            alongside: (one) => [entry(settingsDetails(one))],
            failed: (error) => [entry(undefined, refusalOf(error))],
          },
        );
        const written = await asInvalidParams(applying);
        changed(settingsDetails(written));
        const { settle } = written;
        if (settle !== undefined)
          call.afterwards(
            () => settle(true),
            () => {
              log.warn("not restarted: the session that asked for this was revoked before its answer left");
              settle(false);
            },
          );
      });
      return applier.status();
    }),
});

function checkedNetwork(
  given: Settings | undefined,
  settings: Router["settings"],
): ReadonlyMap<WritableKey, string> {
  const checked = new Map<WritableKey, string>();
  for (const [name, value] of given ?? []) {
    const key = NETWORK_KEYS.find((one) => one === name);
    if (key === undefined)
      throw badKey("network", `has ${JSON.stringify(name)}, and there is no such setting`);
    const row = networkDefinition(key);
    if (row.readOnly) throw badKey("network", `has ${name}, which can only be read`);
    try {
      (settings.takes?.(key as WritableKey) ?? row.type).read(value);
    } catch (error) {
      if (error instanceof Unfit) throw badKey("network", `has ${name}, which ${error.message}`);
      throw error;
    }
    checked.set(key as WritableKey, value);
  }
  return checked;
}
