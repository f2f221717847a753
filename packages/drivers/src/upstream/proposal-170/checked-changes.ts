import { reason } from "@pilothouse/protocol";
import {
  refuse,
  requireFreeName,
  requirePortsApart,
  type Tunnel,
  type TunnelChange,
  type TunnelConfig,
  typeOfWhole,
} from "../../port.js";

/** Refuses what this router has no way to do, and what its server may only notice when half of it is done. */
export function requirePossible(changes: readonly TunnelChange[], tunnels: readonly Tunnel[]): void {
  const configs = new Map(tunnels.map(({ name, config }) => [name, config]));
  changes.forEach((change, at) => {
    const { action, name } = change;
    const before = configs.get(name);
    if (action === "create") created(change, configs);
    else if (before === undefined) refuse("Name", reason("tunnel.gone", { name }));
    else if (action === "adopt") refuse("Name", `${JSON.stringify(name)} is not in a file of its own here`);
    else if (action === "edit") edited(change, before, configs);
    else if (action === "delete") {
      if (change.forgetKey) refuse("Name", reason("tunnel.keepsKey", { name }));
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
  requireFreeName(configs.keys(), name);
  if (key !== undefined) refuse("Key", reason("tunnel.keyOfServer"));
  if (kept !== undefined) refuse("Name", reason("tunnel.keyNotKept", { name, address: kept }));
  typeOfWhole(config);
  configs.set(name, config);
}

function edited(
  { name, set, newName = name }: Extract<TunnelChange, { action: "edit" }>,
  before: TunnelConfig,
  configs: Map<string, TunnelConfig>,
): void {
  if (newName !== name) requireFreeName(configs.keys(), newName, "NewName");
  const values = [...set].map(([option, value]) => {
    if (value === null && before.has(option)) refuse(option, reason("tunnel.noUnset", { option }));
    return [option, value] as const;
  });
  configs.delete(name);
  const after = [...before, ...values].filter((one): one is [(typeof one)[0], string] => one[1] !== null);
  configs.set(newName, new Map(after));
}
