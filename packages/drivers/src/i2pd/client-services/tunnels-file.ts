import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Settings } from "@pilothouse/protocol";
import { textOf } from "@pilothouse/system";
import { settingsOf } from "../config/conf.js";

export interface Tunnel {
  readonly name: string;
  readonly server: boolean;
}

export interface TunnelsFile {
  readonly tunnels: readonly Tunnel[];
  /** When the file last changed, in milliseconds since the epoch; 0 when there is none. */
  readonly changed: number;
  /** Whether i2pd reads tunnels from other files as well. */
  readonly more: boolean;
}

const SERVER = new Set(["server", "http", "irc", "udpserver"]);

/** The tunnels that i2pd finds at its start, by its own rules for where they are. */
export async function readTunnels(settings: Settings, dataDir: string): Promise<TunnelsFile> {
  const file = resolve(dataDir, settings.get("tunconf") || "tunnels.conf");
  const text = (await textOf(file)) ?? "";
  const others = await readdir(settings.get("tunnelsdir") || join(dataDir, "tunnels.d")).catch(() => []);
  const changed = await stat(file).catch(() => undefined);
  return { tunnels: tunnelsIn(text), changed: changed?.mtimeMs ?? 0, more: others.length > 0 };
}

/** Each section is a tunnel, and its name may hold dots: only what follows the last dot is the setting's name. */
export function tunnelsIn(text: string): readonly Tunnel[] {
  return [...settingsOf(text)].flatMap(([name, value]) =>
    name.endsWith(".type") ? [{ name: name.slice(0, -".type".length), server: SERVER.has(value) }] : [],
  );
}
