import { duration, integer, type SettingDefinitions } from "@pilothouse/system";

export const SIMULATOR_ROWS = {
  "simulator.seed": {
    type: integer(0, 2 ** 32 - 1),
    default: 1,
    description: "The same seed gives the same simulated life.",
  },
  "simulator.longest_wait": {
    type: duration,
    default: 8_000,
    description:
      "How long a graceful restart or shutdown waits at most. Tunnels of a real router end after up to ten minutes (`10m`).",
  },
} as const satisfies SettingDefinitions;
