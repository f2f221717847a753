import { Store, StoreError } from "@pilothouse/server";

/** The store of a service that does not run; undefined while one does: it alone touches its store. */
export function openUnlessInUse(dataDir: string): Store | undefined {
  try {
    return Store.open(dataDir);
  } catch (error) {
    if (error instanceof StoreError && error.inUse) return undefined;
    throw error;
  }
}
