import type { Tunnel, TunnelChange, TunnelConfig } from "@pilothouse/drivers/port";
import {
  type AskedTunnelChange,
  badKey,
  fitParam,
  type Params,
  TUNNEL_OPTIONS,
  type TunnelOption,
  tunnelName,
} from "@pilothouse/protocol";

type Asked = Params<"TunnelManager">;

/** As `pilothouse.tunnels` asks for it. */
export function changeOf(asked: AskedTunnelChange): TunnelChange {
  const { action, name, options = new Map(), newName, key, forgetKey } = asked;
  switch (action) {
    case "create": {
      const config = new Map([...options].filter((one): one is [TunnelOption, string] => one[1] !== null));
      return { action, name, config, ...(key !== undefined && { key: Buffer.from(key, "base64") }) };
    }
    case "edit":
      return { action, name, set: options, ...(newName !== undefined && { newName }) };
    case "delete":
      return { action, name, ...(forgetKey === true && { forgetKey }) };
    default:
      return { action, name };
  }
}

/** As `TunnelManager` asks for it; an edit or a start that would change nothing is none. */
export function managerChanges(asked: Asked, tunnels: readonly Tunnel[]): readonly TunnelChange[] {
  const { Action: action, All: all, NewName: newName } = asked;
  if (action === "get") return [];
  if (all === true) return forAll(action, tunnels);
  const name = nameIn(asked);
  const tunnel = tunnels.find((one) => one.name === name);
  switch (action) {
    case "create":
      return [{ action, name: fitParam("Name", { type: tunnelName }, name), config: givenOptions(asked) }];
    case "edit": {
      const set = new Map(
        [...givenOptions(asked)].filter(([key, value]) => tunnel?.config.get(key) !== value),
      );
      const renamed = newName !== undefined && newName !== name;
      return tunnel !== undefined && set.size === 0 && !renamed
        ? []
        : [{ action, name, set, ...(renamed && { newName }) }];
    }
    case "start":
    case "stop":
      return tunnel !== undefined && (action === "start") === isOn(tunnel) ? [] : [{ action, name }];
    default:
      return [{ action, name }];
  }
}

const isOn = ({ config }: Tunnel): boolean => config.get("StartOnLoad") !== "false";

function forAll(action: string, tunnels: readonly Tunnel[]): readonly TunnelChange[] {
  if (action !== "start" && action !== "stop" && action !== "restart")
    throw badKey("All", "goes with start, stop and restart only");
  return tunnels
    .filter((one) => one.foreign === undefined && isOn(one) === (action !== "start"))
    .map(({ name }) => ({ action, name }));
}

export function nameIn({ Name: name }: Asked): string {
  if (name === undefined) throw badKey("Name", "is missing");
  return name;
}

function givenOptions(asked: Asked): TunnelConfig {
  const aliases: { readonly [O in TunnelOption]?: string | undefined } = {
    TargetHost: asked.Host,
    TargetDestination: asked.Destination,
  };
  return new Map(
    (Object.keys(TUNNEL_OPTIONS) as TunnelOption[]).flatMap((option) => {
      const value = asked[option] ?? aliases[option];
      return value === undefined ? [] : [[option, value] as const];
    }),
  );
}
