import { BrokerError } from "../broker/program.js";
import { openFleetKeys, userOf } from "../keys/fleet-keys.js";
import { dial } from "../link/dial.js";
import type { StateOptions } from "../state/feature.js";
import { JetStreamState } from "../state/jetstream.js";
import { lockedState } from "../state/locked-state.js";
import { SqliteState } from "../state/sqlite.js";
import type { FleetState } from "../state/state.js";
import { existingPlaces } from "./places.js";

/** What operators wrote: in the hub's own store, or, for several hubs, also on the bus that they share. */
export async function openState({ store, dataDir, settings, log }: StateOptions): Promise<FleetState> {
  if (!settings.shared) return new SqliteState(store);
  if (settings.bus === "embedded")
    throw new BrokerError(
      'hub.shared needs servers that do not end with one hub: name them with hub.bus, such as ["tls://nats-a.example:4222"]',
    );
  const keys = openFleetKeys(dataDir);
  const { dialled } = existingPlaces(settings.bus, settings);
  const { key, jwt } = userOf(keys.account, "hub");
  try {
    const connection = await dial({ ...dialled, login: { key, jwt }, name: "pilothouse hub", again: true });
    const warn = (message: string) => log.warn(message);
    return lockedState(await JetStreamState.open({ connection, store, log: warn }), keys.secret, warn);
  } catch (error) {
    if (error instanceof BrokerError) throw error;
    throw new BrokerError(
      `the state that the hubs share cannot be read from ${dialled.addresses.join(", ")}: ${(error as Error).message}`,
    );
  }
}
