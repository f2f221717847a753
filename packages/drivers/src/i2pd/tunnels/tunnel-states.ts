import { statSync } from "node:fs";
import { join } from "node:path";
import { type Reason, reason } from "@pilothouse/protocol";
import { orNone, type Protocol } from "@pilothouse/system";
import type { Tunnel } from "../../port.js";
import { isBare, keyBytes } from "./kept-keys.js";
import { type Key, readKey } from "./key-file.js";
import { hasKeyFile, isServer, isUdp, typeOf, type Values, wholeConfig } from "./mapping.js";
import type { Found } from "./tunnel-files.js";

/** The router that the tunnels are of, at this moment. */
export interface RouterNow {
  readonly phase: "running" | "starting" | "stopped";
  /** Whether it listens on a port. */
  listens(port: number, protocol: Protocol): boolean;
  /** In milliseconds since the epoch, where it is known. */
  readonly startedAt: number | undefined;
}

const TYPES = ["client", "socks", "httpproxy", "udpclient", "server", "http", "irc", "udpserver"];
const NEEDS = { client: ["port"], server: ["host", "port", "keys"] } as const;
/** Times of files and of processes are not of one clock. */
const MARGIN = 1_000;

/** A tunnel of a file, as the interface tells it. */
export function describeTunnel(found: Found, router: RouterNow, dataDir: string): Tunnel {
  const { name, values, own, file } = found;
  const key = keyOf(values, dataDir);
  const stopped = own?.stopped ?? false;
  const { state, note } = stateOf(found, key, router);
  return {
    ...{ name, state, note, type: typeOf(values), server: isServer(values) },
    config: wholeConfig(values, own?.description, stopped),
    foreign: own === undefined ? file : undefined,
    address: typeof key === "object" ? key.address : undefined,
    destination: typeof key === "object" ? key.destination : undefined,
    exposed: exposedKey(values, dataDir),
  };
}

/** Its key, why it has none, or undefined: it is not there, or not ours to read. */
function keyOf(values: Values, dataDir: string): Key | string | undefined {
  const file = values.get("keys");
  const bytes = hasKeyFile(file) ? keyBytes(dataDir, file) : undefined;
  return bytes && readKey(bytes);
}

/** The address of a tunnel that has a key. */
export function tunnelAddress(values: Values, dataDir: string): string | undefined {
  const key = keyOf(values, dataDir);
  return typeof key === "object" ? key.address : undefined;
}

function exposedKey(values: Values, dataDir: string): string | undefined {
  const file = values.get("keys");
  if (!hasKeyFile(file) || !isBare(file)) return undefined;
  const path = join(dataDir, file);
  return ((orNone(() => statSync(path))?.mode ?? 0) & 0o077) === 0 ? undefined : path;
}

type State = Pick<Tunnel, "state" | "note">;

function stateOf(found: Found, key: Key | string | undefined, router: RouterNow): State {
  const { values, own, fault } = found;
  if (own?.stopped) return { state: "stopped" };
  const wrong = wrongWith(found, key);
  if (fault !== undefined)
    return { state: "failed", note: reason("tunnel.badFile", { file: found.file, text: fault }) };
  if (wrong !== undefined) return { state: "failed", note: wrong };
  if (router.phase === "stopped") return { state: "stopped", note: reason("tunnel.routerDown") };
  if (router.phase === "starting") return { state: "starting" };
  const isNewer = own === undefined && found.changed > (router.startedAt ?? 0) + MARGIN;
  if (!isServer(values)) return listeningState(values, router, isNewer);
  if (isNewer || key === undefined) return { state: "unknown" };
  return { state: "running" };
}

function listeningState(values: Values, router: RouterNow, isNewer: boolean): State {
  const port = Number(values.get("port"));
  if (router.listens(port, isUdp(values) ? "udp" : "tcp")) return { state: "running" };
  return isNewer ? { state: "unknown" } : { state: "failed", note: reason("tunnel.portSilent", { port }) };
}

function wrongWith({ values }: Found, key: Key | string | undefined): Reason | undefined {
  const type = values.get("type") ?? "";
  if (!TYPES.includes(type)) return reason("tunnel.noType", { type });
  const missing = NEEDS[isServer(values) ? "server" : "client"].find((name) => !values.has(name));
  if (missing !== undefined) return reason("tunnel.lacks", { name: missing });
  // A client then runs with a random address, and a server does not run.
  return typeof key === "string" ? reason("tunnel.badKey", { text: key }) : undefined;
}
