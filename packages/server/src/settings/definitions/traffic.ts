import { bytes, integer, type SettingDefinitions } from "@pilothouse/system";
import { scheduleType } from "../schedule.js";

/** The traffic budget. */
export const TRAFFIC_SETTINGS = {
  "budget.monthly": {
    type: bytes,
    description:
      "How much the router may receive and send in a month, both together. As it runs out, share and bandwidth are lowered.",
    live: "rpc",
  },
  "budget.day": {
    type: integer(1, 28),
    default: 1,
    description: "Day on which the month of the budget begins.",
    live: "rpc",
  },
  "budget.schedule": {
    type: scheduleType,
    default: [],
    description:
      'Limits by weekday and hour, such as "mon-fri 08:00-18:00 out=50 share=10": share in %, in and out in KiB/s.',
    live: "rpc",
  },
} as const satisfies SettingDefinitions;
