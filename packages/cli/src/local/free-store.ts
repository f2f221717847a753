import { Store, StoreError } from "@pilothouse/server";
import type { Settings } from "@pilothouse/server/settings";
import { type CommandFor, requireStore } from "../services/required-store.js";

/**
 * The store of a service that does not run; undefined while one does: it alone touches its store. Where there is none,
 * the complaint says what to type for the service that was perhaps meant.
 */
export async function openUnlessInUse(settings: Settings, command: CommandFor): Promise<Store | undefined> {
  await requireStore(settings, command);
  try {
    return Store.open(settings.data_dir);
  } catch (error) {
    if (error instanceof StoreError && error.inUse) return undefined;
    throw error;
  }
}
