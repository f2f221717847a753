import { isIP } from "node:net";
import type { Tunnel, TunnelChange, TunnelConfig } from "@pilothouse/drivers/port";
import { badKey, type Reason, reason, type TunnelOption } from "@pilothouse/protocol";
import { isEveryAddress, isLoopback, isThisMachine } from "@pilothouse/system";

export interface Surroundings {
  /** The ports of the service itself and of its bus. */
  readonly ports: ReadonlySet<number>;
  /** Whether the caller has confirmed that ports may be open to others. */
  readonly open: boolean;
}

/**
 * What a caller who may change tunnels must not do with them: reach the service or its bus from outside, take their
 * ports, or open a port to others without having said so. Returns what is to be known before. Names and values are
 * checked by the interface, and no option names a file; ports of the router itself are the driver's to refuse.
 */
export function checkHarm(
  changes: readonly TunnelChange[],
  tunnels: readonly Tunnel[],
  { ports, open }: Surroundings,
): readonly Reason[] {
  const configs = new Map(tunnels.map(({ name, config }) => [name, config]));
  const warnings: Reason[] = [];
  for (const change of changes) {
    const config = configAfter(change, configs);
    if (config === undefined) continue;
    const name = "newName" in change && change.newName !== undefined ? change.newName : change.name;
    const quoted = JSON.stringify(name);
    configs.set(name, config);
    requireApart(quoted, config, ports);
    if (!isOpen(config)) continue;
    if (!open)
      throw badKey("ReachableBy", reason("tunnel.wouldOpen", { name: quoted, address: where(config) }));
    warnings.push(reason("tunnel.open", { name: quoted, address: where(config) }));
  }
  return warnings;
}

/** What the tunnel has after it; undefined where nothing begins. */
function configAfter(
  change: TunnelChange,
  configs: ReadonlyMap<string, TunnelConfig>,
): TunnelConfig | undefined {
  switch (change.action) {
    case "create":
      return change.config;
    case "edit": {
      const all = new Map<TunnelOption, string | null>([...(configs.get(change.name) ?? []), ...change.set]);
      return new Map([...all].filter((one): one is [TunnelOption, string] => one[1] !== null));
    }
    case "start":
    case "restart":
    case "adopt":
      return configs.get(change.name);
    default:
      return undefined;
  }
}

function requireApart(name: string, config: TunnelConfig, ports: ReadonlySet<number>): void {
  const [port, target] = [Number(config.get("Port")), Number(config.get("TargetPort"))];
  if (ports.has(port)) throw badKey("Port", reason("tunnel.servicePort", { name, port }));
  // Only an address tells that it is another machine's: a name can lead anywhere, also later.
  const host = config.get("TargetHost") ?? "127.0.0.1";
  const isElsewhere = isIP(host) !== 0 && !isThisMachine(host) && !isEveryAddress(host);
  if (ports.has(target) && !isElsewhere)
    throw badKey("TargetPort", reason("tunnel.serviceTarget", { name, port: target }));
}

const where = (config: TunnelConfig): string => config.get("ReachableBy") ?? "127.0.0.1";

/** Whether others than this machine can reach its port. */
export const isOpen = (config: TunnelConfig): boolean => config.has("Port") && !isLoopback(where(config));
