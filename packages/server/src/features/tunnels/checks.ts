import type { Tunnel } from "@pilothouse/drivers/port";
import { listed } from "../../audit/changes.js";
import { type FindingCheck, type FindingChecks, found, isDown } from "../../telemetry/situation.js";
import { isOpen } from "./harm.js";

/** How many a finding names. */
const MOST = 5;

const named =
  (
    tunnels: { readonly last: readonly Tunnel[] },
    show: (tunnel: Tunnel) => string | undefined,
  ): FindingCheck =>
  () => {
    const names = tunnels.last.flatMap((tunnel) => show(tunnel) ?? []);
    return found(names.length > 0, { names: listed(names, MOST) });
  };

/** What is found of the tunnels as they were when somebody last looked. */
export const tunnelChecks = (tunnels: { readonly last: readonly Tunnel[] }) =>
  ({
    "tunnels.down": (situation) =>
      isDown(situation)
        ? undefined
        : named(tunnels, ({ name, state, note }) =>
            state === "failed" ? `${name}${note === undefined ? "" : ` (${note})`}` : undefined,
          )(situation),
    "tunnels.open": named(tunnels, ({ name, config, state }) =>
      isOpen(config) && state !== "stopped"
        ? `${name} (${config.get("ReachableBy")}:${config.get("Port")})`
        : undefined,
    ),
    "tunnels.exposed": named(tunnels, ({ name, exposed }) =>
      exposed === undefined ? undefined : `${name} (${exposed})`,
    ),
  }) as const satisfies FindingChecks;
