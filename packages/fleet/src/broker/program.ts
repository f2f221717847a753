import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "@pilothouse/system";

/** The hub's own nats-server cannot be found or started; the message says why, and what to do. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
}

/** Debian puts it where only root's PATH leads. */
const USUAL = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];

/** The nats-server that a setting names: a path, or a name to search for in PATH. */
export function findServer(program: string, path: string = process.env["PATH"] ?? ""): string {
  if (program.includes("/")) {
    if (isRunnable(program)) return program;
    throw new BrokerError(
      `hub.nats_server names ${program}, which is not a program; give the path of nats-server`,
    );
  }
  const found = [...path.split(delimiter), ...USUAL].map((dir) => join(dir, program)).find(isRunnable);
  if (found !== undefined) return found;
  throw new BrokerError(
    `${program} is not installed, and the hub needs it for its bus: apt install nats-server (then systemctl disable --now nats-server: the hub starts its own), or name the program with hub.nats_server, or the addresses of existing servers with hub.bus`,
  );
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type Version = readonly [number, number, number];
/** Older ones do not have what permissions of nodes are made of. */
const OLDEST: Version = [2, 9, 0];
/** From here on a server can greet inside TLS. */
export const TLS_FIRST: Version = [2, 10, 4];

export async function versionOf(program: string): Promise<Version> {
  const { stdout, stderr, code } = await run([program, "--version"], { timeout: 10_000 });
  const version = parsed(stdout);
  if (version === undefined)
    throw new BrokerError(
      `${program} --version does not say which nats-server it is (exit code ${code}): ${(stdout || stderr).trim()}`,
    );
  if (isOlder(version, OLDEST))
    throw new BrokerError(
      `${program} is nats-server ${version.join(".")}; at least ${OLDEST.join(".")} is needed`,
    );
  return version;
}

export const parsed = (text: string): Version | undefined => {
  const [, major, minor, patch] = /(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
};

export const isOlder = (a: Version, b: Version): boolean => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** Older ones lose overwritten keys when they are killed. */
const STREAMS: Version = [2, 10, 27];

/** Refuses a nats-server that may lose what it has acknowledged. */
export function requireStreams(version = "of unknown version"): void {
  const found = parsed(version);
  if (found === undefined || isOlder(found, STREAMS))
    throw new BrokerError(
      `the bus runs nats-server ${version}, which may lose what it has acknowledged: several hubs need ${STREAMS.join(".")} or newer`,
    );
}
