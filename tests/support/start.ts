import { type Clock, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { loadSettings, type MakeRouter, Service, silentLog } from "@pilothouse/server";

type Seams = Extract<ConstructorParameters<typeof Service>[0], { readonly makeRouter: MakeRouter }>;

export interface Starting extends Partial<Omit<Seams, "settings">> {
  readonly dataDir: string;
  /** Settings by their names in the file, as text. */
  readonly flags?: { readonly [name: string]: string };
}

/** The settings of a service in this process: on free ports, with nothing of the machine's own. */
export const settingsFor = ({ dataDir, flags = {}, table }: Starting): Seams["settings"] =>
  loadSettings(
    {
      env: { HOME: dataDir },
      flags: { data_dir: dataDir, "https.port": "0", "http.port": "0", ...flags },
    },
    table,
  ).settings;

/** Starts a service in this process, over a simulated router unless another is given. */
export async function start(starting: Starting): Promise<Service> {
  const { dataDir: _dataDir, flags: _flags, ...seams } = starting;
  const clock: Clock = starting.clock ?? systemClock;
  const service = new Service({
    settings: settingsFor(starting),
    makeRouter: (_settings, storage) => new Simulator({ seed: 1, clock, storage: storage("simulator") }),
    clock,
    log: silentLog,
    version: "0.0.0-test",
    ...seams,
  });
  await service.start();
  return service;
}
