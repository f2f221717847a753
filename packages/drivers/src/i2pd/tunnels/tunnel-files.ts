import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "@pilothouse/protocol";
import { bytesAt, orNone } from "@pilothouse/system";
import { parseTunnels } from "./ini.js";
import type { Values } from "./mapping.js";
import { isRead, isStopped, type OwnTunnel, readOwn } from "./own-file.js";

/** Where i2pd finds its tunnels at its start. */
export interface TunnelPlaces {
  readonly dataDir: string;
  readonly file: string;
  readonly dir: string;
}

/** By i2pd's own rules. Its arguments say more than its file; `args` are empty for a router that the driver starts. */
export function tunnelPlaces(
  settings: Settings,
  dataDir: string,
  args: readonly string[] = [],
): TunnelPlaces {
  const given = (name: string) => {
    const at = args.indexOf(`--${name}`);
    const value = args.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
    return value ?? (at < 0 ? undefined : args[at + 1]) ?? settings.get(name);
  };
  return {
    dataDir,
    file: resolve(dataDir, given("tunconf") || "tunnels.conf"),
    dir: resolve(dataDir, given("tunnelsdir") || "tunnels.d"),
  };
}

/** A tunnel in a file. */
export interface Found {
  readonly name: string;
  readonly values: Values;
  readonly file: string;
  /** Its lines in that file. */
  readonly lines: readonly [from: number, to: number];
  /** There when the file is ours. */
  readonly own?: OwnTunnel | undefined;
  /** Why i2pd takes nothing of the file. */
  readonly fault?: string | undefined;
  /** When the file last changed, in milliseconds since the epoch. */
  readonly changed: number;
}

export interface TunnelFiles {
  readonly found: readonly Found[];
  /** When one of the files, or which of them there are, last changed. */
  readonly changed: number;
  /** Files that i2pd may read, and we may not. */
  readonly unreadable: readonly string[];
}

/** All tunnels of all files, also of those of ours that i2pd does not read. */
export function readTunnelFiles({ file, dir }: TunnelPlaces): TunnelFiles {
  const names = (orNone(() => readdirSync(dir)) ?? [])
    .filter((name) => isRead(name) || isStopped(name))
    .sort();
  const unreadable: string[] = [];
  const found = [
    ...foundIn(file, undefined, unreadable),
    ...names.flatMap((name) => foundIn(join(dir, name), name, unreadable)),
  ];
  const times = [file, dir, ...names.map((name) => join(dir, name))].map(changedAt);
  return { found, changed: Math.max(...times), unreadable };
}

const changedAt = (path: string): number => orNone(() => statSync(path).mtimeMs) ?? 0;

function foundIn(file: string, ownName: string | undefined, unreadable: string[]): readonly Found[] {
  const bytes = orNone(() => bytesAt(file) ?? Buffer.alloc(0));
  if (bytes === undefined) {
    if (changedAt(file) > 0) unreadable.push(file);
    return [];
  }
  const text = bytes.toString("utf8");
  const own = ownName === undefined ? undefined : readOwn(ownName, text);
  // Somebody else's that i2pd does not read is none.
  if (own === undefined && ownName !== undefined && isStopped(ownName)) return [];
  const { sections, fault } = parseTunnels(text);
  const changed = changedAt(file);
  return sections.map((section) => ({ ...section, file, own, fault, changed }));
}
