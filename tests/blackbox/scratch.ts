import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** What the cases of a file leave behind goes with them, last come first. */
const endings: (() => unknown)[] = [];
export const atTheEnd = (end: () => unknown): void => void endings.push(end);
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "pilothouse-"));
  atTheEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
