import type { NetworkView, NetworkWritten, Written } from "@pilothouse/drivers/port";
import { METHODS, type Settings, wireKey } from "@pilothouse/protocol";
import { type Change, changesBetween } from "./changes.js";

/** A write of a router's configuration, and that of network settings that is a part of it. */
export interface SettingsWritten extends Written<Settings> {
  readonly network?: NetworkWritten | undefined;
}

const onTheWire = ({ values }: NetworkView): ReadonlyMap<string, string | null> =>
  new Map([...values].map(([key, value]) => [wireKey(METHODS.NetworkSetting, key), value]));

const configChanges = ({ config }: NetworkWritten): Change[] =>
  config === undefined ? [] : changesBetween(config.before, config.after);

/** As in the record of changes: with what else it changed in the router's configuration, even if no value is another. */
export function networkDetails(written: NetworkWritten): Change[] {
  const values = changesBetween(onTheWire(written.before), onTheWire(written.after));
  const isSaid = ({ old, new: now }: Change) => values.some((one) => one.old === old && one.new === now);
  return [...values, ...configChanges(written).filter((one) => !isSaid(one))];
}

/** The same with other changes of the configuration: network settings by their names on the wire, others by the router's. */
export function settingsDetails({ before, after, network }: SettingsWritten): Change[] {
  const all = changesBetween(before, after);
  if (network === undefined) return all;
  const ofNetwork = configChanges(network);
  const isSaid = ({ name, new: now }: Change) =>
    ofNetwork.some((one) => one.name === name && one.new === now);
  return [...networkDetails(network), ...all.filter((one) => !isSaid(one))];
}
