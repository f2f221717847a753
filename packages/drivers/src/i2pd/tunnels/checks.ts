import { isIP } from "node:net";
import { reason, type Settings } from "@pilothouse/protocol";
import {
  isBound,
  isEveryAddress,
  isThisMachine,
  loopbackPeers,
  type Protocol,
  portsOf,
} from "@pilothouse/system";
import { isOn } from "../guard/rules.js";
import { USUAL_PORTS } from "../quirks.js";
import type { After, Before } from "./changed-tunnels.js";
import { isServer, isUdp, refused, type Values } from "./mapping.js";
import type { OwnTunnel } from "./own-file.js";

/** Ports that a tunnel must keep away from. */
export interface Ports {
  /** Those of the router's own services, with their names. */
  readonly router: ReadonlyMap<number, string>;
  /** Those of this service, and what it is connected to on this machine: its bus, the router's control service. */
  readonly own: ReadonlySet<number>;
  /** Whether any program has it now. */
  isBound(port: number, protocol: Protocol): boolean;
}

const TRANSPORTS = ["port", "ntcp2.port", "ssu2.port", "sam.portudp"];

/** With the defaults that count for this router. */
export function portsOfRouter(settings: Settings): Ports["router"] {
  const services = Object.entries(USUAL_PORTS)
    .filter(([section]) => isOn(settings.get(`${section}.enabled`) ?? "false"))
    .map(
      ([section, usual]) => [`${section}.port`, settings.get(`${section}.port`) ?? String(usual)] as const,
    );
  const transports = TRANSPORTS.flatMap((name) => {
    const value = settings.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map([...services, ...transports].map(([name, port]) => [Number(port), name]));
}

export const currentPorts = (settings: Settings): Ports => ({
  router: portsOfRouter(settings),
  own: new Set([...(portsOf(process.pid) ?? []), ...loopbackPeers(process.pid)]),
  isBound,
});

/** Refuses tunnels that would take somebody's port, or lead others to what is only for this machine. */
export function checkPorts(before: Before, after: After, ports: Ports): void {
  const was = new Map(before.found.flatMap(({ own }) => (own === undefined ? [] : [[own.name, own]])));
  const foreign = before.found.filter((one) => one.own === undefined && !after.adopted.includes(one));
  const running = [...after.own.values()].filter(({ stopped }) => !stopped);
  const held = new Set(
    before.found.filter(({ own }) => !own?.stopped).flatMap(({ values }) => listens(values) ?? []),
  );
  for (const tunnel of running) {
    if (isSame(tunnel, was.get(tunnel.name)) || after.adopted.some(({ name }) => name === tunnel.name))
      continue;
    const others = [...running.filter((one) => one !== tunnel), ...foreign];
    if (isServer(tunnel.values)) checkTarget(tunnel.values, ports);
    else checkListening(tunnel, others, held, ports);
  }
}

const isSame = (one: OwnTunnel, other: OwnTunnel | undefined): boolean =>
  other !== undefined &&
  !other.stopped &&
  JSON.stringify([...one.values]) === JSON.stringify([...other.values]);

/** The port of a client, with its protocol: "tcp 4444". */
const listens = (values: Values): string | undefined =>
  isServer(values) ? undefined : `${isUdp(values) ? "udp" : "tcp"} ${Number(values.get("port"))}`;

function checkListening(
  tunnel: OwnTunnel,
  others: readonly { readonly name: string; readonly values: Values }[],
  held: ReadonlySet<string>,
  ports: Ports,
): void {
  const port = Number(tunnel.values.get("port"));
  const place = listens(tunnel.values) ?? "";
  const other = others.find(({ values }) => listens(values) === place);
  if (other !== undefined) throw refused("Port", reason("tunnel.portOfTunnel", { port, name: other.name }));
  const service = ports.router.get(port);
  if (service !== undefined) throw refused("Port", reason("tunnel.portOfRouter", { port, service }));
  if (held.has(place)) return;
  if (ports.own.has(port)) throw refused("Port", reason("tunnel.portOfService", { port }));
  if (ports.isBound(port, isUdp(tunnel.values) ? "udp" : "tcp"))
    throw refused("Port", reason("tunnel.portTaken", { port }));
}

/** Whoever knows the address would come from loopback, which the service and the router trust more than others. */
function checkTarget(values: Values, ports: Ports): void {
  const [host, port] = [values.get("host") ?? "", Number(values.get("port"))];
  // What a name stands for can change: where it is not an address, the port alone decides.
  const maybeHere =
    isIP(host) === 0 || isThisMachine(host) || isEveryAddress(host) || host.startsWith("::ffff:");
  if (!maybeHere) return;
  const service = ports.router.get(port);
  if (service !== undefined)
    throw refused("TargetPort", `Port ${port} is the router's own (${service}), and not for everybody`);
  if (ports.own.has(port))
    throw refused("TargetPort", `Port ${port} is this service's own, and not for everybody`);
}
