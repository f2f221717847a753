import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the cases of a file leave behind goes with them, last come first. */
const endings: (() => unknown)[] = [];
export const atTheEnd = (end: () => unknown): void => void endings.push(end);

/** Called after each file, by tests/support/each-file.ts. What cannot be ended does not keep the rest. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let end = endings.pop(); end !== undefined; end = endings.pop())
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, "something of this file could not be ended");
}

/** A temporary directory for a test, which goes when the tests of its file have ended. */
export function scratch(): string {
  // Short, because sockets are placed below it, and their paths must be.
  const path = mkdtempSync(join(tmpdir(), "ph-"));
  atTheEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}
