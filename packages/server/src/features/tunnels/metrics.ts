import type { Tunnel } from "@pilothouse/drivers/port";
import { TUNNEL_STATES } from "@pilothouse/protocol";
import type { Families } from "../../telemetry/prometheus.js";

export const TUNNELS: Families<{ readonly last: readonly Tunnel[] }> = {
  pilothouse_tunnels: {
    help: "Tunnels of programs, by their state; at most a minute old.",
    of: ({ last }) =>
      TUNNEL_STATES.map((state) => [{ state }, last.filter((tunnel) => tunnel.state === state).length]),
  },
};
