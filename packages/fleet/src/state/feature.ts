import type { Feature, Kernel } from "@pilothouse/server";
import type { BusSettings } from "../bus/bus-settings.js";
import { SoundState } from "./sound-state.js";
import type { FleetState } from "./state.js";

export interface StateOptions extends Pick<Kernel, "store" | "log"> {
  readonly dataDir: string;
  readonly settings: BusSettings;
}
export type OpenState = (options: StateOptions) => Promise<FleetState>;

interface Needs extends Kernel {
  readonly busSettings: BusSettings;
  readonly openState: OpenState;
}

/** What operators have written; several hubs may share it. */
export const fleetState: Feature<Needs, { readonly state: SoundState }> = {
  async open({ store, settings, clock, log, busSettings, openState }) {
    const inner = await openState({ store, dataDir: settings().data_dir, settings: busSettings, log });
    try {
      const state = await SoundState.open(inner, { clock, log: (message) => log.error(message) });
      return { provides: { state }, handlers: {}, stop: () => inner.close() };
    } catch (error) {
      await inner.close();
      throw error;
    }
  },
};
