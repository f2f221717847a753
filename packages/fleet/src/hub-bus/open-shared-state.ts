import type { Store } from "@pilothouse/server";
import { BrokerError } from "../broker/program.js";
import type { BusSettings } from "../bus/bus-settings.js";
import { openFleetKeys, userOf } from "../keys/fleet-keys.js";
import { dial } from "../link/dial.js";
import { JetStreamState } from "../state/jetstream.js";
import { UnfitServer } from "../state/server-version.js";
import type { FleetState } from "../state/state.js";
import { placesOf } from "./open-hub-bus.js";

interface Opening {
  readonly store: Store;
  readonly dataDir: string;
  readonly settings: BusSettings;
  readonly log: (message: string) => void;
}

/** Opens the state that several hubs share on the servers of `hub.bus`. */
export async function openSharedState({ store, dataDir, settings, log }: Opening): Promise<FleetState> {
  if (settings.bus === "embedded")
    throw new BrokerError(
      "hub.shared wants NATS servers that other hubs reach too: name them in hub.bus instead of embedded",
    );
  const { dialled } = placesOf(settings, undefined);
  const login = userOf(openFleetKeys(dataDir).account, "hub");
  const connection = await dial({ ...dialled, login, name: "pilothouse hub state", keeps: true }).catch(
    (error: unknown) => {
      throw new BrokerError(`no server of hub.bus can be reached: ${(error as Error).message}`);
    },
  );
  try {
    return await JetStreamState.open({ connection, store, log });
  } catch (error) {
    await connection.close();
    throw error instanceof UnfitServer ? new BrokerError(error.message) : error;
  }
}
