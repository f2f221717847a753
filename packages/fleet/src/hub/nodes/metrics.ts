import type { Families, Sample } from "@pilothouse/server";
import type { Summary } from "../inventory/summary.js";

interface FleetFigures {
  readonly summary: Summary;
  readonly busConnected: boolean;
}

const each = (
  label: string,
  counted: readonly { readonly name: string; readonly nodes: number }[],
): Sample[] => counted.map(({ name, nodes }) => [{ [label]: name }, nodes]);

/** The fleet as a whole. What a single node does, its own page says. */
export const FLEET: Families<FleetFigures> = {
  pilothouse_fleet_nodes: {
    help: "Nodes of the fleet, by state.",
    of: ({ summary }) => each("state", summary.states),
  },
  pilothouse_fleet_router_versions: {
    help: "Nodes by version of their router.",
    of: ({ summary }) => each("version", summary.versions),
  },
  pilothouse_fleet_service_versions: {
    help: "Nodes by version of their service.",
    of: ({ summary }) => each("version", summary.services),
  },
  pilothouse_fleet_bw_bytes_per_second: {
    help: "Bandwidth of all nodes that are online, over 15 seconds.",
    of: ({ summary }) => [
      [{ direction: "inbound" }, summary.inbound],
      [{ direction: "outbound" }, summary.outbound],
    ],
  },
  pilothouse_fleet_tunnels_participating: {
    help: "Tunnels of others that pass through nodes that are online.",
    of: ({ summary }) => [[{}, summary.participating]],
  },
  pilothouse_fleet_restart_needed: {
    help: "Nodes that wait for a restart to use saved settings.",
    of: ({ summary }) => [[{}, summary.restartNeeded]],
  },
  pilothouse_fleet_bus_connected: {
    help: "Whether the hub has a connection to its bus.",
    of: ({ busConnected }) => [[{}, Number(busConnected)]],
  },
};
