import { reason, SERVER_TUNNELS, type TunnelOption, type TunnelType } from "@pilothouse/protocol";
import { refuse } from "../../port-errors.js";
import { requireFreeName, requirePortsApart, type TunnelChange, typeOfWhole } from "../../tunnels-port.js";
import { addressIn, type KeptServices, type KeptTunnel, textOfKey } from "../kept/kept-services.js";
import { destinationIn, madeUpKey, SIGNATURES, USUAL_SIGNATURE } from "../kept/made-up-keys.js";

const EVERY: readonly TunnelOption[] = [
  ...(["Type", "Description", "StartOnLoad", "TunnelLength", "TunnelVariance", "TunnelQuantity"] as const),
  ...(["TunnelBackupQuantity", "SigType", "EncType"] as const),
];
const LISTENING = ["Port", "ReachableBy"] as const;
const LEADING: readonly TunnelType[] = ["client", "ircclient", "streamrclient"];

export const isServer = (type: string): boolean => (SERVER_TUNNELS as readonly string[]).includes(type);

/** What a tunnel of this type can have. */
export const optionsOf = (type: TunnelType): readonly TunnelOption[] =>
  isServer(type)
    ? [...EVERY, "TargetHost", "TargetPort", "UseSSL", ...(type === "httpbidirserver" ? LISTENING : [])]
    : [...EVERY, ...LISTENING, "Shared", ...(LEADING.includes(type) ? (["TargetDestination"] as const) : [])];

/** All changes, one after the other; the first that cannot be made refuses all. */
export function changedTunnels(services: KeptServices, changes: readonly TunnelChange[]): KeptServices {
  const after = changes.reduce(changed, services);
  requirePortsApart(after.tunnels);
  return after;
}

function changed(services: KeptServices, change: TunnelChange): KeptServices {
  switch (change.action) {
    case "create":
      return created(services, change);
    case "delete":
      return deleted(services, change);
    case "edit":
      return withTunnel(services, change.name, (tunnel) => edited(services, tunnel, change));
    case "adopt":
      return withTunnel(services, change.name, (tunnel) => ({ ...tunnel, foreign: false }), true);
    default: {
      const { action, name } = change;
      return withTunnel(services, name, (tunnel) =>
        action === "restart"
          ? tunnel
          : { ...tunnel, config: new Map([...tunnel.config, ["StartOnLoad", String(action === "start")]]) },
      );
    }
  }
}

function withTunnel(
  services: KeptServices,
  name: string,
  make: (tunnel: KeptTunnel) => KeptTunnel,
  takesForeign = false,
): KeptServices {
  const found = tunnelOf(services, name);
  if (found.foreign && !takesForeign) refuse("Name", reason("tunnel.foreign", { name }));
  return { ...services, tunnels: services.tunnels.map((one) => (one === found ? make(found) : one)) };
}

const tunnelOf = ({ tunnels }: KeptServices, name: string): KeptTunnel =>
  tunnels.find((one) => one.name === name) ?? refuse("Name", reason("tunnel.gone", { name }));

function created(
  services: KeptServices,
  { name, config, key, kept }: Extract<TunnelChange, { action: "create" }>,
): KeptServices {
  requireFreeName(namesOf(services), name);
  const made = services.made + 1;
  const tunnel = {
    ...{ name, foreign: false },
    config: checked(new Map([["StartOnLoad", "true"], ...config])),
    key: keyFor(services, { name, key, kept }) ?? freshKey(`${name} ${made}`, config.get("SigType")),
  };
  const keys = services.keys.filter((one) => one.key !== tunnel.key);
  return { ...services, made, keys, tunnels: [...services.tunnels, tunnel] };
}

const freshKey = (from: string, signature = USUAL_SIGNATURE): string =>
  signature in SIGNATURES
    ? textOfKey(madeUpKey(from, signature))
    : refuse("SigType", `wants one of ${Object.keys(SIGNATURES).join(", ")} for this router`);

function keyFor(
  { keys }: KeptServices,
  { name, key, kept }: { name: string; key: Uint8Array | undefined; kept: string | undefined },
): string | undefined {
  if (key !== undefined)
    return destinationIn(key) === undefined ? refuse("Key", reason("tunnel.notKeyFile")) : textOfKey(key);
  if (kept === undefined) return keys.findLast((one) => one.name === name)?.key;
  const found = keys.find((one) => addressIn(one) === kept)?.key;
  return found ?? refuse("Name", reason("tunnel.keyNotKept", { name, address: kept }));
}

const namesOf = ({ tunnels }: KeptServices): readonly string[] => tunnels.map(({ name }) => name);

function edited(
  services: KeptServices,
  tunnel: KeptTunnel,
  { set, newName }: Extract<TunnelChange, { action: "edit" }>,
): KeptTunnel {
  const signature = set.get("SigType");
  if (signature !== undefined && signature !== (tunnel.config.get("SigType") ?? null))
    refuse("SigType", "is part of the address of a tunnel and cannot be changed: create another one");
  if (newName !== undefined && newName.toLowerCase() !== tunnel.name.toLowerCase())
    requireFreeName(namesOf(services), newName, "NewName");
  const config = new Map<string, string | null>([...tunnel.config, ...set]);
  return {
    ...tunnel,
    name: newName ?? tunnel.name,
    config: checked(new Map([...config].filter((one): one is [string, string] => one[1] !== null))),
  };
}

/** Only options that the type has, and all that it cannot do without. */
function checked(config: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const type = typeOfWhole(config);
  const takes: readonly string[] = optionsOf(type);
  for (const name of config.keys())
    if (!takes.includes(name)) refuse(name, `is no option of a tunnel of type ${type}`);
  return config;
}

function deleted(
  services: KeptServices,
  { name, forgetKey }: Extract<TunnelChange, { action: "delete" }>,
): KeptServices {
  const { tunnels, keys } = services;
  if (forgetKey && !tunnels.some((one) => one.name === name) && keys.some((one) => one.name === name))
    return { ...services, keys: keys.filter((one) => one.name !== name) };
  const found = tunnelOf(services, name);
  if (found.foreign) withTunnel(services, name, (one) => one);
  return {
    ...services,
    tunnels: tunnels.filter((one) => one !== found),
    keys: forgetKey ? keys.filter((one) => one.name !== name) : [...keys, { name, key: found.key }],
  };
}
