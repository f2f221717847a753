import { isObject, METHODS, SERVER_TUNNELS, TUNNEL_OPTIONS, type TunnelOption } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { Tunnel, TunnelConfig } from "../../port.js";

/** How Java I2P's own files name the options, which a server may answer as it has them. */
const JAVA_NAMES: { readonly [name: string]: TunnelOption } = {
  type: "Type",
  description: "Description",
  listenPort: "Port",
  interface: "ReachableBy",
  targetHost: "TargetHost",
  targetPort: "TargetPort",
  targetDestination: "TargetDestination",
  startOnLoad: "StartOnLoad",
  sharedClient: "Shared",
  "option.useSSL": "UseSSL",
  "option.inbound.length": "TunnelLength",
  "option.inbound.lengthVariance": "TunnelVariance",
  "option.inbound.quantity": "TunnelQuantity",
  "option.inbound.backupQuantity": "TunnelBackupQuantity",
  "option.i2cp.destination.sigType": "SigType",
  "option.i2cp.leaseSetEncType": "EncType",
};

const isOption = (name: string): name is TunnelOption => Object.hasOwn(TUNNEL_OPTIONS, name);

/** The options that are known here, in either spelling; others may hold secrets, and are left out. */
function configIn(raw: unknown): TunnelConfig {
  const config = new Map<TunnelOption, string>();
  for (const [name, value] of Object.entries(isObject(raw) ? raw : {})) {
    const option = isOption(name) ? name : JAVA_NAMES[name];
    // Undefined also for a value that the interface has no word for.
    const read = option && orNone(() => METHODS.TunnelManager.params[option].type.read(String(value)));
    if (option !== undefined && read !== undefined) config.set(option, read);
  }
  if (!config.has("StartOnLoad")) config.set("StartOnLoad", "true");
  return config;
}

function stateIn(status: unknown): Tunnel["state"] {
  const text = String(status).toLowerCase();
  if (/not|stop/.test(text)) return "stopped";
  if (/start/.test(text)) return "starting";
  return /run|standby|ready/.test(text) ? "running" : "unknown";
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A tunnel as `get` describes it. */
export function tunnelIn(name: string, info: { readonly [key: string]: unknown }): Tunnel {
  const config = configIn(info["rawConfig"]);
  const type = config.get("Type") ?? (info["client"] === true ? "client" : "server");
  return {
    ...{ name, type, config },
    server: (SERVER_TUNNELS as readonly string[]).includes(type) || info["client"] === false,
    state: stateIn(info["status"]),
    address: textIn(info["destinationB32"]),
    destination: textIn(info["localDestination"]) ?? textIn(info["destination"]),
  };
}

const NUMBERS = /^(Port|TargetPort|Tunnel\w+)$/;
const FLAGS: readonly string[] = ["StartOnLoad", "Shared", "UseSSL"];

/** Options as clients of the proposal send them: numbers and booleans as such. */
export const paramsOf = (options: Iterable<readonly [TunnelOption, string]>): { [name: string]: unknown } =>
  Object.fromEntries(
    Array.from(options, ([name, value]) => [
      name,
      NUMBERS.test(name) ? Number(value) : FLAGS.includes(name) ? value === "true" : value,
    ]),
  );
