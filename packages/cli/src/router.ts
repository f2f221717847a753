import { type Router, type Shelf, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import type { Settings } from "@pilothouse/server";

/** The router that the settings name. */
export function makeRouter(
  settings: Settings,
  shelf: (driver: string) => Shelf,
  clock = systemClock,
): Router {
  switch (settings.router) {
    case "simulator":
      return new Simulator({ seed: settings["simulator.seed"], clock, shelf: shelf("simulator") });
  }
}
