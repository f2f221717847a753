import { type Labels, NETWORK_KEYS, networkDefinition, withoutSecrets } from "@pilothouse/protocol";
import { stringify } from "smol-toml";

const NETWORK = "router.net.";

/** A node as it is now. */
export interface FoundNode {
  readonly name: string;
  readonly labels: Labels;
  readonly network: ReadonlyMap<string, string | null>;
  /** Absent when only network settings are wanted. */
  readonly advanced?: ReadonlyMap<string, string>;
}

/** How many nodes the fleet has, and how many of those that were to be read could not be asked. */
interface Extent {
  readonly fleet: number;
  readonly missing: number;
}

/**
 * What is there now, as a fleet.toml: what all nodes share in one group, what differs in a group for each node. One node
 * of several does not speak for the others: what it has is its own. Secrets, and what can only be read, are left out.
 */
export function writeTemplate(nodes: readonly FoundNode[], { fleet, missing }: Extent): string {
  const networks = nodes.map(({ network }) => plainNetwork(network));
  const advanced = nodes.map((node) => withoutSecrets(node.advanced ?? new Map()));
  const isShared = nodes.length > 1 || nodes.length === fleet;
  const all = { network: shared(isShared ? networks : []), advanced: shared(isShared ? advanced : []) };
  const group = (found: { network: Flat; advanced: Flat }, names?: readonly string[]) => ({
    ...(names && { nodes: names }),
    ...(found.network.size > 0 && { network: Object.fromEntries(found.network) }),
    ...(found.advanced.size > 0 && { advanced: Object.fromEntries(found.advanced) }),
  });
  const groups = [
    group(all),
    ...nodes.map(({ name }, n) =>
      group(
        {
          network: without(networks[n] ?? new Map(), all.network),
          advanced: without(advanced[n] ?? new Map(), all.advanced),
        },
        [name],
      ),
    ),
  ].filter((one) => "network" in one || "advanced" in one);
  const labelled = nodes.filter(({ labels }) => Object.keys(labels).length > 0);
  const away = `# ${missing} of ${nodes.length + missing} nodes could not be asked, and are not in here.\n`;
  const text = stringify({
    ...(groups.length > 0 && { group: groups }),
    ...(labelled.length > 0 && {
      nodes: Object.fromEntries(labelled.map(({ name, labels }) => [name, { labels }])),
    }),
  });
  return missing === 0 ? text : away + text;
}

type Flat = ReadonlyMap<string, string>;

const plainNetwork = (network: ReadonlyMap<string, string | null>): Flat =>
  new Map(
    NETWORK_KEYS.flatMap((key) => {
      const value = network.get(key) ?? null;
      return value === null || value === "" || networkDefinition(key).readOnly
        ? []
        : [[key.slice(NETWORK.length), value] as const];
    }),
  );

/** What all have, with the same value. */
function shared(all: readonly Flat[]): Flat {
  const [first = new Map<string, string>(), ...others] = all;
  return new Map([...first].filter(([name, value]) => others.every((one) => one.get(name) === value)));
}

const without = (all: Flat, common: Flat): Flat => new Map([...all].filter(([name]) => !common.has(name)));
