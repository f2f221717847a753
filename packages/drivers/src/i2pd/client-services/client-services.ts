import type { ServiceName, Services, Settings } from "@pilothouse/protocol";
import { LONGEST_REPLY } from "../../i2pd-wire/quirks.js";
import { switched } from "../config/network.js";
import type { Control } from "../control/control.js";

/** The tunnels that the router finds at its start. */
export interface TunnelsInFiles {
  readonly tunnels: readonly { readonly name: string; readonly server: boolean; readonly address: string }[];
  /** When a file last changed, in milliseconds since the epoch; 0 when there is none. */
  readonly changed: number;
  /** Whether there are tunnels that we cannot read. */
  readonly more: boolean;
}

export interface ServiceFacts {
  /** With the defaults that count for this router. */
  readonly settings: Settings;
  readonly tunnels: TunnelsInFiles;
  /** When the router started; undefined when its command line is not ours, and may name other files. */
  readonly startedAt: number | undefined;
}

type Asker = (name: ServiceName) => Promise<Services[ServiceName]>;

/**
 * i2pd can describe its client services, but a reply longer than its buffer crashes the router. So this asks
 * for one at a time, and only where the length is known before. Programs can open any number of SAM
 * sessions, so SAM is described from the configuration; so are tunnels when there are many.
 */
export async function describeServices(
  names: readonly ServiceName[],
  facts: ServiceFacts,
  control: Control,
  signal: AbortSignal,
): Promise<Services> {
  const ask: Asker = async (name) => control.service(name, signal);
  const reported: { -readonly [S in ServiceName]?: Services[S] } = {};
  for (const name of names) {
    const description = await DESCRIBE[name](facts, ask, name);
    if (description !== undefined) reported[name] = description;
  }
  return reported;
}

type Describe = (
  facts: ServiceFacts,
  ask: Asker,
  name: ServiceName,
) => Services[ServiceName] | Promise<Services[ServiceName]>;

/** `SHORT_SERVICES`: they say "enabled", and the proxies their address. */
const short: Describe = (_facts, ask, name) => ask(name);

const DESCRIBE: { readonly [S in ServiceName]: Describe } = {
  HTTPProxy: short,
  SOCKS: short,
  BOB: short,
  I2CP: short,
  // In quotes, as i2pd writes it.
  SAM: ({ settings }) => ({ enabled: switched(settings, "sam.enabled") ?? "true" }),
  I2PTunnel: (facts, ask, name) => (fits(facts) ? ask(name) : fromFile(facts.tunnels)),
};

/** An address of 60 characters, or a name from the address book; a port; quotes and brackets. */
const BESIDE_NAME = 130;
const ENVELOPE = 100;

/** The router runs with the tunnels of the file, and their description fits into its buffer. */
export function fits({ tunnels: { tunnels, changed, more }, startedAt }: ServiceFacts): boolean {
  if (startedAt === undefined || changed >= startedAt || more) return false;
  const length = tunnels.reduce(
    (sum, { name }) => sum + JSON.stringify(name).length * 2 + BESIDE_NAME,
    ENVELOPE,
  );
  return length <= LONGEST_REPLY;
}

/** i2pd writes none as "". Existing clients print the address of a tunnel without checking whether it is there. */
const fromFile = ({ tunnels }: TunnelsInFiles) => {
  const named = (server: boolean) => {
    const these = tunnels.filter((one) => one.server === server);
    return these.length === 0
      ? ""
      : Object.fromEntries(these.map(({ name, address }) => [name, { address }]));
  };
  return { client: named(false), server: named(true) };
};
