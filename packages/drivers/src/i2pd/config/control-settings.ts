import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { HttpLinkOptions } from "@pilothouse/client";
import { FACTORY_PASSWORD, type Settings } from "@pilothouse/protocol";
import { has } from "../../i2pd-wire/quirks.js";
import type { Version } from "../../i2pd-wire/version.js";
import { CONTROL } from "../guard/guard.js";
import { USUAL_PORTS } from "../quirks.js";
import { CERTIFICATE, pinned } from "./certificate.js";

const LOOPBACK = "127.0.0.1";
/** A longer path does not fit into a socket's address. */
const LONGEST_SOCKET_PATH = 100;

/** The router whose control service it is. */
export interface ControlledRouter {
  readonly version: Version;
  /** Where a socket can be put that only the router and we can reach. */
  readonly socketPath?: string;
  /** The router runs already: its port is taken by itself. */
  readonly running: boolean;
}

/**
 * The changes that make i2pd's control service reachable for us and, as far as its version allows, for
 * no one else: a Unix socket in a directory of ours, or loopback. i2pd never checks its password; a
 * random one is set in case a later version does.
 */
export async function securedControl(
  settings: Settings,
  router: ControlledRouter,
): Promise<ReadonlyMap<string, string>> {
  const current = (name: string) => settings.get(CONTROL + name);
  const password = current("password");
  const wanted = {
    enabled: "true",
    ...(await listening(current("address"), current("port"), router)),
    password:
      password === undefined || password === FACTORY_PASSWORD
        ? randomBytes(24).toString("base64url")
        : password,
  };
  return new Map(
    Object.entries(wanted)
      .map(([name, value]) => [CONTROL + name, value] as const)
      .filter(([name, value]) => settings.get(name) !== value),
  );
}

async function listening(
  address: string | undefined,
  port: string | undefined,
  { version, socketPath, running }: ControlledRouter,
): Promise<{ readonly address: string; readonly port: string }> {
  if (has(version, "unixSocket")) {
    if (socketPath !== undefined && socketPath.length <= LONGEST_SOCKET_PATH)
      return { address: socketPath, port: "0" };
    if (port === "0" && address?.startsWith("/")) return { address, port };
  }
  const usable = address === LOOPBACK && port !== undefined && /^[1-9]\d*$/.test(port);
  if (usable && (running || (await isFree(Number(port))))) return { address, port };
  return { address: LOOPBACK, port: String(await listenedOn(0)) };
}

export interface ControlEndpoint extends Pick<HttpLinkOptions, "socketPath" | "fingerprint"> {
  readonly url: string;
}

/** Where the control service of a router with these settings listens; port 0 means a socket at that path. */
export const controlPlace = (settings: Settings): { readonly address: string; readonly port: string } => ({
  address: settings.get(`${CONTROL}address`) ?? LOOPBACK,
  port: settings.get(`${CONTROL}port`) ?? String(USUAL_PORTS.i2pcontrol),
});

/** Where the control service of a router with these settings is, and the certificate it must present. */
export async function controlEndpoint(
  settings: Settings,
  dataDir: string,
): Promise<ControlEndpoint | undefined> {
  const { address, port } = controlPlace(settings);
  const fingerprint = await pinned(resolve(dataDir, settings.get(`${CONTROL}cert`) ?? CERTIFICATE));
  if (fingerprint === undefined) return undefined;
  return port === "0"
    ? { url: "https://localhost/", socketPath: address, fingerprint }
    : { url: `https://${address.includes(":") ? `[${address}]` : address}:${port}/`, fingerprint };
}

const isFree = (port: number): Promise<boolean> =>
  listenedOn(port).then(
    () => true,
    () => false,
  );

/** Listens for a moment, and returns the port. */
function listenedOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: LOOPBACK }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}
