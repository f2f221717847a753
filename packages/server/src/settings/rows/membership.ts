import { oneOf, type SettingRows } from "@pilothouse/system";

/** What a hub may do here. */
export const MEMBERSHIP_ROWS = {
  "fleet.allow": {
    kind: oneOf("read", "operate", "all"),
    default: "all",
    says: "The most that a hub may do here, once this node belongs to a fleet: read, also act on the router, or everything.",
    live: true,
  },
} as const satisfies SettingRows;
