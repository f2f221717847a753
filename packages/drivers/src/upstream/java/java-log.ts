import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LogLevel } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";

/** Java I2P writes to one of these after the other, and begins again with the first. */
const ROTATED = /^log-router-\d+\.txt$/;

/** A line of its log: `11/15 20:24:49.123 WARN  [uterWatchdog] net.i2p.…: …`; its operator may change the order. */
const LEVEL = /^[^[\]]{0,40}\b(DEBUG|INFO|WARN|ERROR|CRIT)\b/;

export function javaLevelOf(line: string): LogLevel | undefined {
  const level = LEVEL.exec(line)?.[1];
  return level === "CRIT" ? "error" : (level?.toLowerCase() as LogLevel | undefined);
}

/** The file itself, or in a directory the one that Java I2P wrote to last; undefined when there is none in it. */
export function javaLogFile(place: string): string | undefined {
  if (orNone(() => statSync(place))?.isDirectory() !== true) return place;
  const written = (file: string) => orNone(() => statSync(file))?.mtimeMs ?? 0;
  return (orNone(() => readdirSync(place)) ?? [])
    .filter((name) => ROTATED.test(name))
    .map((name) => join(place, name))
    .sort((one, other) => written(other) - written(one))[0];
}
