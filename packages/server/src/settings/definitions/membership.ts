import { oneOf, type SettingDefinitions } from "@pilothouse/system";

/** What a hub may do here. */
export const MEMBERSHIP_SETTINGS = {
  "fleet.allow": {
    type: oneOf("read", "operate", "all"),
    default: "all",
    description:
      "The most that a hub may do here, once this node belongs to a fleet: read, also act on the router, or everything.",
    live: true,
  },
} as const satisfies SettingDefinitions;
