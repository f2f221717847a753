import { reason, reasonText } from "@pilothouse/protocol";
import { StoreError } from "./store-error.js";

/** How the system and SQLite name a disk, or a user's share of it, that is full. */
const CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/**
 * Whether something failed because the disk is full, also when that is only its cause. False when it is unknown
 * what was saved, because DISK_FULL says that nothing was.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return CODES.has(code) || /database or disk is full/.test(error.message) || isDiskFull(error.cause);
}

export const DISK_FULL = reasonText(reason("service.diskFull"));
