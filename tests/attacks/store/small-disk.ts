import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";

/** A file system of 2 MiB; undefined where this user may not mount one. */
export function smallDisk(): string | undefined {
  const place = scratch();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", place], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  atTheEnd(() => execFileSync("umount", ["-l", place], { stdio: "ignore" }));
  return place;
}

/** Takes all the room there is, what is left after the last whole block included. */
export function fillUp(disk: string): string {
  const ballast = join(disk, "ballast");
  for (const size of [65_536, 4_096, 1]) append(ballast, size);
  return ballast;
}

/** Appends to a file until there is no room. */
export function append(file: string, size: number): void {
  const block = Buffer.alloc(size, 1);
  try {
    for (;;) writeFileSync(file, block, { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
