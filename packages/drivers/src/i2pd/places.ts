import { join } from "node:path";
import { SettingsError } from "@pilothouse/system";
import type { I2pdOptions } from "./options.js";
import type { ServiceSettings } from "./settings.js";

/** Where i2pd and what belongs to it are. */
export type Places = Pick<I2pdOptions, "mode" | "dataDir" | "binary" | "config" | "controlDir" | "commands">;

/** As the settings say. */
export function placesOf(settings: ServiceSettings): Places {
  const mode = settings["i2pd.mode"];
  const given = settings["i2pd.data_dir"];
  if (mode === "attach" && given === undefined)
    throw new SettingsError("i2pd.data_dir must be set for this kind of router");
  const dataDir = given ?? join(settings.data_dir, "i2pd");
  const [start, stop] = [settings["i2pd.start_command"], settings["i2pd.stop_command"]];
  if ((start.length === 0) !== (stop.length === 0))
    throw new SettingsError("i2pd.start_command and i2pd.stop_command go together; one of them is missing");
  return {
    mode,
    dataDir,
    binary: settings["i2pd.binary"],
    config: settings["i2pd.config"] ?? join(dataDir, "i2pd.conf"),
    controlDir: join(settings.data_dir, "i2pd-control"),
    ...(start.length > 0 && { commands: { start, stop } }),
  };
}
