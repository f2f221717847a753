import { readFileSync } from "node:fs";
import { join } from "node:path";
import { I2pd } from "@pilothouse/drivers/i2pd";
import { type Clock, type Router, type Shelf, systemClock } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { Upstream } from "@pilothouse/drivers/upstream";
import { type SettingName, type Settings, SettingsError } from "@pilothouse/server";

/** The router that the settings name. */
export function makeRouter(
  settings: Settings,
  shelf: (driver: string) => Shelf,
  clock: Clock = systemClock,
  log: (message: string) => void = () => {},
  warn = log,
): Router {
  switch (settings.router) {
    case "simulator":
      return new Simulator({ seed: settings["simulator.seed"], clock, shelf: shelf("simulator") });
    case "i2pd":
      return new I2pd({ ...i2pdPlaces(settings), clock, log, warn, shelf: shelf("i2pd") });
    case "upstream":
      return new Upstream({ ...upstreamServer(settings), clock, log, shelf: shelf("upstream") });
  }
}

/** Where i2pd and what belongs to it are, as the settings say. */
export function i2pdPlaces(settings: Settings) {
  const mode = settings["i2pd.mode"];
  const dataDir =
    mode === "attach"
      ? needed(settings, "i2pd.data_dir")
      : (settings["i2pd.data_dir"] ?? join(settings.data_dir, "i2pd"));
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

/** The server behind ours, and how it proves who it is, as the settings say. */
export function upstreamServer(settings: Settings) {
  const fingerprint = settings["upstream.fingerprint"];
  const user = settings["upstream.console_user"];
  const ca = settings["upstream.ca"];
  return {
    url: needed(settings, "upstream.url"),
    dialect: settings["upstream.dialect"],
    password: secretFrom(needed(settings, "upstream.password_file")),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(ca !== undefined && { ca: contentOf("upstream.ca", ca) }),
    ...(user !== undefined && {
      console: { user, password: secretFrom(needed(settings, "upstream.console_password_file")) },
    }),
  };
}

function needed(settings: Settings, name: SettingName & keyof Settings): string {
  const value = settings[name];
  if (typeof value !== "string") throw new SettingsError(`${name} must be set for this kind of router`);
  return value;
}

/** Read each time it is wanted, so that a changed password needs no restart; once now, so that a bad path is told. */
function secretFrom(file: string): () => string {
  const read = () => contentOf("password file", file).replace(/\r?\n$/, "");
  read();
  return read;
}

function contentOf(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingsError(`${what}: ${file} cannot be read: ${(error as Error).message}`);
  }
}
