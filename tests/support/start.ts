import { type Clock, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import {
  loadSettings,
  type MakeRouter,
  type OpenCore,
  Service,
  type SettingsToCheck,
  silentLog,
} from "@pilothouse/server";

type Seams = Extract<ConstructorParameters<typeof Service>[0], { readonly makeRouter: MakeRouter }>;

export interface Starting extends Partial<Omit<Seams, "settings" | "openCore">> {
  readonly dataDir: string;
  /** Settings by their names in the file, as text. */
  readonly flags?: { readonly [name: string]: string };
  /** Another core than that of a router. */
  readonly openCore?: OpenCore;
  /** Checks its settings. */
  readonly check?: (given: SettingsToCheck) => void;
}

/** The settings of a service in this process: on free ports, without the machine's own settings. */
export const settingsFor = (starting: Starting): Seams["settings"] => effectiveFor(starting).settings;

const effectiveFor = ({ dataDir, flags = {}, table }: Starting) =>
  loadSettings(
    {
      env: { HOME: dataDir },
      flags: { data_dir: dataDir, "https.port": "0", "http.port": "0", ...flags },
    },
    table,
  );

/** Makes a service in this process, with a simulated router unless another router or core is given. */
export function make(starting: Starting): Service {
  const { dataDir: _dataDir, flags: _flags, openCore, check, features, makeRouter, ...seams } = starting;
  const clock: Clock = starting.clock ?? systemClock;
  const { settings, sources } = effectiveFor(starting);
  const common = {
    ...{ settings, sources },
    clock,
    log: silentLog,
    version: "0.0.0-test",
    ...seams,
  };
  if (openCore !== undefined) return new Service({ ...common, openCore, ...(check && { check }) });
  const simulator: MakeRouter = (_settings, storage) =>
    new Simulator({ seed: 1, clock, storage: storage("simulator") });
  return new Service({ ...common, makeRouter: makeRouter ?? simulator, ...(features && { features }) });
}

/** The same, started. */
export async function start(starting: Starting): Promise<Service> {
  const service = make(starting);
  await service.start();
  return service;
}
