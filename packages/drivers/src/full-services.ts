import type { ServiceName, Services } from "@pilothouse/protocol";

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
