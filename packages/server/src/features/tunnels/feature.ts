import { portsOf } from "@pilothouse/system";
import type { Feature } from "../../feature.js";
import type { Settings } from "../../settings/table.js";
import type { Access } from "../access/feature.js";
import type { Membership } from "../membership/membership.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { Sampled } from "../sampling/feature.js";
import { tunnelChecks } from "./checks.js";
import { tunnelHandlers } from "./handlers.js";
import { ManagedTunnels } from "./managed-tunnels.js";
import { TUNNELS } from "./metrics.js";

interface Needs extends Sampled, Access {
  readonly recorded: RecordedSettings;
  readonly membership?: Membership | undefined;
}

/** A router need not be asked more often for what changes by itself. */
const LOOK_EVERY_MS = 60_000;

/** Hidden services and proxies: the tunnels of programs behind the router. */
export const tunnels: Feature<
  Needs,
  { readonly managedTunnels: ManagedTunnels },
  "TunnelManager" | "pilothouse.tunnels" | "pilothouse.tunnelKey"
> = {
  open({ router, recorded, events, settings, membership, log, ...needs }) {
    const ports = () => ownPorts(settings(), membership);
    const managed = new ManagedTunnels(router, { recorded, events, ports });
    const look = async () => {
      if (router.tunnels === undefined) return;
      await managed
        .list()
        .catch((error: unknown) => log.debug({ err: error }, "the tunnels could not be listed"));
    };
    return {
      provides: { managedTunnels: managed },
      handlers: tunnelHandlers({ ...needs, managed }),
      findings: tunnelChecks(managed),
      opened: () => void look(),
      recurring: [{ everyMs: LOOK_EVERY_MS, work: look }],
      metrics: (add) => add(TUNNELS, managed),
    };
  },
};

/** The ports on which the service listens, and those of the bus that it is connected to. */
function ownPorts(settings: Settings, membership: Membership | undefined): ReadonlySet<number> {
  const addresses = membership?.status().addresses ?? [];
  const bus = addresses.map((address) => Number(/:(\d+)\/?$/.exec(address)?.[1]));
  return new Set([settings["https.port"], settings["http.port"], ...bus, ...(portsOf(process.pid) ?? [])]);
}
