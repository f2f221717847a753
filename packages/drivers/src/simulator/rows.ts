import { type SettingRows, whole } from "@pilothouse/system";

export const SIMULATOR_ROWS = {
  "simulator.seed": {
    kind: whole(0, 2 ** 32 - 1),
    default: 1,
    says: "The same seed gives the same simulated life.",
  },
} as const satisfies SettingRows;
