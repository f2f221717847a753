import { fchmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { textOfReason } from "@pilothouse/protocol";
import { makeDirectory, orNone, replaceFile, withPlainFile } from "@pilothouse/system";
import type { Tunnel } from "../../port.js";
import { tailOf } from "../life/ending.js";
import type { After } from "./changed-tunnels.js";
import { isBare, keptDir, keptPath, keyBytes, readKept } from "./kept-keys.js";
import { readKey } from "./key-file.js";
import { hasKeyFile } from "./mapping.js";
import type { TunnelInstance } from "./tunnel-instance.js";

const WITHIN = 10_000;
const EVERY = 100;

/**
 * Resolves when every tunnel of ours that should run does, with the address that it had; rejects with what is wrong,
 * and what the router says of it. One that did not run before either, and was not changed, is no reason.
 */
export async function verified(
  instance: TunnelInstance,
  list: () => Promise<readonly Tunnel[]>,
  before: readonly Tunnel[],
  after: After,
): Promise<void> {
  const was = new Map(before.map((tunnel) => [tunnel.name, tunnel]));
  const end = performance.now() + (instance.provenWithinMs ?? WITHIN);
  for (;;) {
    const told = await instance.toldServers().catch(() => undefined);
    const wrong = (await list()).flatMap((tunnel) => {
      const why = after.own.has(tunnel.name) ? wrongWith(tunnel, was.get(tunnel.name), told) : undefined;
      return why === undefined ? [] : [{ name: tunnel.name, why }];
    });
    const [first] = wrong;
    if (first === undefined) break;
    if (performance.now() > end) throw new Error(await described(instance, first));
    await sleep(EVERY);
  }
  keepKeys(instance, after);
}

function wrongWith(
  { state, note, address, server, name, config }: Tunnel,
  was: Tunnel | undefined,
  told: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const isUnchanged = was !== undefined && JSON.stringify([...was.config]) === JSON.stringify([...config]);
  if (isUnchanged && was.state !== "running") return undefined;
  if (config.get("StartOnLoad") === "false") return undefined;
  if (state !== "running" && state !== "unknown") return textOfReason(note ?? `it is ${state}`);
  if (was?.address !== undefined && was.address !== address) return `it had the address ${was.address}`;
  if (!server || told === undefined) return undefined;
  const itself = told.get(name);
  if (itself === undefined) return "the router does not run it";
  // It may tell a name of the address book instead.
  return itself.endsWith(".b32.i2p") && address !== undefined && itself !== address
    ? `the router runs it as ${itself}`
    : undefined;
}

async function described(
  instance: TunnelInstance,
  { name, why }: { readonly name: string; readonly why: string },
): Promise<string> {
  const line = await lineAbout(await instance.logFile(), name);
  return `The tunnel "${name}" does not work: ${why}${line === undefined ? "" : `. The router's log: ${line}`}`;
}

const TAIL = 65_536;

/** The last line of a log that is about a tunnel. */
async function lineAbout(file: string | undefined, name: string): Promise<string | undefined> {
  const lines = await tailOf(file, TAIL);
  return (
    lines.findLast((line) => line.includes(name)) ?? lines.findLast((line) => line.includes("Clients: "))
  );
}

/** Puts a copy of every key of ours aside that is not there yet, and closes the files to others. */
function keepKeys({ options: { dataDir, controlDir, log } }: TunnelInstance, after: After): void {
  const kept = new Set(readKept(controlDir).map(({ address }) => address));
  for (const { name, values } of after.own.values()) {
    const file = values.get("keys");
    if (!hasKeyFile(file) || !isBare(file)) continue;
    // Of another user's, only its user may change it.
    orNone(() => withPlainFile(join(dataDir, file), {}, (fd) => fchmodSync(fd, 0o600)));
    const bytes = keyBytes(dataDir, file);
    const key = bytes && readKey(bytes);
    if (bytes === undefined || typeof key !== "object" || kept.has(key.address)) continue;
    makeDirectory(keptDir(controlDir), 0o700);
    replaceFile(keptPath(controlDir, name, key.address), bytes, { mode: 0o600, ours: true });
    log(`A copy of the key of "${name}" (${key.address}) is kept in ${keptDir(controlDir)}`);
  }
}
