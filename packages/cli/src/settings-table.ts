import type { Driver } from "@pilothouse/drivers/driver";
import { HUB_SETTINGS } from "@pilothouse/fleet/settings";
import { makeTable, type SettingsTable } from "@pilothouse/server/settings";

/** Every setting that the program has with these drivers. */
export const settingsTableOf = (drivers: readonly Driver[]): SettingsTable =>
  makeTable(drivers, [HUB_SETTINGS]);
