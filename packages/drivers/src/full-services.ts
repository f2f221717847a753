import type { ServiceName, Services } from "@pilothouse/protocol";
import type { Tunnel } from "./tunnels-port.js";

type Description = NonNullable<Services[ServiceName]>;

const OFF: Description = { enabled: "false" };

/** What i2pd answers for services that are off and for no tunnels. */
const NOTHING_KNOWN: { readonly [S in ServiceName]: Description } = {
  I2PTunnel: { client: "", server: "" },
  HTTPProxy: OFF,
  SOCKS: OFF,
  SAM: OFF,
  BOB: OFF,
  I2CP: OFF,
};

/** Tunnels as i2pd describes them: maps from a name to its address and, of a server, its port. */
export function tunnelServices(tunnels: readonly Tunnel[]): Description {
  const described = (server: boolean) =>
    Object.fromEntries(
      tunnels
        .filter((one) => one.server === server && one.state !== "stopped")
        .map(({ name, address = "", config }) => {
          const port = config.get(server ? "TargetPort" : "Port");
          return [name, { address, ...(port !== undefined && { port: Number(port) }) }];
        }),
    );
  const orEmpty = (all: object) => (Object.keys(all).length === 0 ? "" : all);
  return { client: orEmpty(described(false)), server: orEmpty(described(true)) };
}

/**
 * Every requested service in the shape of i2pd's answers, with what the router reports. Existing clients read
 * these fields without checking whether they are there, and compare `enabled` with the text "true".
 */
export function fullServices(names: readonly ServiceName[], reported: Services = {}): Services {
  return Object.fromEntries(
    names.map((name) => {
      const whole = { ...NOTHING_KNOWN[name], ...reported[name] };
      return [name, "enabled" in whole ? { ...whole, enabled: String(whole["enabled"]) } : whole];
    }),
  );
}
