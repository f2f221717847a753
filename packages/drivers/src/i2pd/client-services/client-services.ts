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
  const reported: { -readonly [S in ServiceName]?: Services[S] } = {};
  for (const name of names) {
    const description = describe(name, facts) ?? (await control.service(name, signal));
    if (description !== undefined) reported[name] = description;
  }
  return reported;
}

/** What is known without asking; undefined where the router is asked: the others are `SHORT_SERVICES`. */
function describe(name: ServiceName, facts: ServiceFacts): Services[ServiceName] {
  // In quotes, as i2pd writes it.
  if (name === "SAM") return { enabled: switched(facts.settings, "sam.enabled") ?? "true" };
  return name === "I2PTunnel" && !fits(facts) ? fromFile(facts.tunnels) : undefined;
}

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
