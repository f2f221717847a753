import type { Driver, DriverModule, Place } from "@pilothouse/drivers/driver";
import { type Clock, type DriverStorage, type Router, systemClock } from "@pilothouse/drivers/port";
import type { RouterFiles } from "@pilothouse/server";
import type { Settings } from "@pilothouse/server/settings";

/** The driver that the settings name, loaded. */
export async function chosenDriver(
  drivers: readonly Driver[],
  { router }: Settings,
): Promise<DriverModule<Place>> {
  const driver = drivers.find(({ name }) => name === router);
  if (driver === undefined) throw new Error(`there is no driver ${router}`);
  return driver.load();
}

/** Makes the router that the settings name. */
export const routerMaker =
  (drivers: readonly Driver[]) =>
  async (
    settings: Settings,
    storage: (driver: string) => DriverStorage,
    clock: Clock = systemClock,
    log: (message: string) => void = () => {},
    warn = log,
  ): Promise<Router> => {
    const driver = await chosenDriver(drivers, settings);
    return driver.make(settings, { storage: storage(settings.router), clock, log, warn });
  };

/** What the driver that the settings name knows of its router's files. */
export const routerFiles =
  (drivers: readonly Driver[]) =>
  async (settings: Settings): Promise<RouterFiles> => {
    const driver = await chosenDriver(drivers, settings);
    return {
      log: driver.log(settings),
      secrets: driver.secrets?.(settings) ?? [],
      backup: driver.backup?.(settings) ?? [],
    };
  };
