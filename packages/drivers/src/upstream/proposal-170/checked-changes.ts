import { neededOptions, TUNNEL_OPTIONS } from "@pilothouse/protocol";
import { refuse, requirePortsApart, type Tunnel, type TunnelChange, type TunnelConfig } from "../../port.js";

/** Refuses what this router has no way to do, and what its server may only notice when half of it is done. */
export function requirePossible(changes: readonly TunnelChange[], tunnels: readonly Tunnel[]): void {
  const configs = new Map(tunnels.map(({ name, config }) => [name, config]));
  changes.forEach((change, at) => {
    const { action, name } = change;
    const before = configs.get(name);
    if (action === "create") created(change, configs);
    else if (before === undefined) refuse("Name", `${JSON.stringify(name)} is no tunnel of this router`);
    else if (action === "adopt") refuse("Name", `${JSON.stringify(name)} is not in a file of its own here`);
    else if (action === "edit") edited(change, before, configs);
    else if (action === "delete") {
      if (change.forgetKey)
        refuse("Name", `${JSON.stringify(name)} keeps its key: this router's server cannot remove it`);
      if (at < changes.length - 1)
        refuse(
          "Name",
          `${JSON.stringify(name)} could not be put back if a later change failed: delete it last`,
        );
      configs.delete(name);
    }
  });
  requirePortsApart(Array.from(configs, ([name, config]) => ({ name, config })));
}

function created(
  { name, config, key, kept }: Extract<TunnelChange, { action: "create" }>,
  configs: Map<string, TunnelConfig>,
): void {
  requireFree("Name", name, configs);
  if (key !== undefined) refuse("Key", "cannot be given to this router: its server makes the keys itself");
  if (kept !== undefined)
    refuse("Name", `${JSON.stringify(name)} cannot have the address ${kept} again: its key is not kept here`);
  const type = TUNNEL_OPTIONS.Type.type.read(config.get("Type") ?? refuse("Type", "is missing"));
  for (const option of neededOptions(type))
    if (!config.has(option)) refuse(option, `is missing, which a tunnel of type ${type} needs`);
  configs.set(name, config);
}

function edited(
  { name, set, newName = name }: Extract<TunnelChange, { action: "edit" }>,
  before: TunnelConfig,
  configs: Map<string, TunnelConfig>,
): void {
  if (newName !== name) requireFree("NewName", newName, configs);
  const values = [...set].map(([option, value]) => {
    if (value === null && before.has(option))
      refuse(option, "cannot be unset: this router's server has no word for that. Set another value");
    return [option, value] as const;
  });
  configs.delete(name);
  const after = [...before, ...values].filter((one): one is [(typeof one)[0], string] => one[1] !== null);
  configs.set(newName, new Map(after));
}

function requireFree(key: string, name: string, configs: ReadonlyMap<string, unknown>): void {
  if ([...configs.keys()].some((one) => one.toLowerCase() === name.toLowerCase()))
    refuse(key, `${JSON.stringify(name)} is the name of a tunnel that is there already`);
}
