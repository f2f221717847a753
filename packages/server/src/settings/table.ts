import { homedir } from "node:os";
import { join } from "node:path";
import {
  type Environment,
  oneOf,
  path,
  type SettingDefinition,
  type SettingDefinitions,
  text,
  type ValuesOf,
} from "@pilothouse/system";
import { ACCESS_SETTINGS } from "./definitions/access.js";
import { BACKUP_SETTINGS } from "./definitions/backup.js";
import { HTTP_SETTINGS } from "./definitions/http.js";
import { LOG_SETTINGS } from "./definitions/log.js";
import { MEMBERSHIP_SETTINGS } from "./definitions/membership.js";
import { METRICS_SETTINGS } from "./definitions/metrics.js";
import { NOTIFY_SECRETS, NOTIFY_SETTINGS } from "./definitions/notify.js";
import { TRAFFIC_SETTINGS } from "./definitions/traffic.js";
import { UPDATES_SETTINGS } from "./definitions/updates.js";
import { LANGUAGES } from "./languages.js";
import type { SecretDefinition } from "./secret-definition.js";

const stateDir = (env: Environment): string =>
  join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "pilothouse");

/** Every setting of the service itself: flag, environment variable and `pilothouse.toml` in one table. */
const SERVICE_SETTINGS = {
  data_dir: {
    type: path,
    default: stateDir,
    description: "Where the service keeps its store, certificate and key.",
  },
  host: {
    type: text,
    default: "127.0.0.1",
    description: "Address on which both endpoints listen.",
    redact: "host",
  },
  locale: {
    type: oneOf(...LANGUAGES),
    default: "en",
    description: "Language of the status text when the caller names none.",
    live: true,
  },
  ...HTTP_SETTINGS,
  ...ACCESS_SETTINGS,
  ...METRICS_SETTINGS,
  ...MEMBERSHIP_SETTINGS,
  ...UPDATES_SETTINGS,
  ...BACKUP_SETTINGS,
  ...TRAFFIC_SETTINGS,
  ...NOTIFY_SETTINGS,
  ...LOG_SETTINGS,
} as const satisfies SettingDefinitions;

/** Secrets that can be set by RPC, of all features. */
export const SETTING_SECRETS: { readonly [name: string]: SecretDefinition } = NOTIFY_SECRETS;

/** The caller brings the drivers, so the allowed values of this setting are their names. */
const routerDefinition = (names: readonly string[]) => ({
  type: oneOf(...names),
  default: names[0] ?? "none",
  description: "Which router is managed.",
});

type ServiceDefinitions = typeof SERVICE_SETTINGS & { readonly router: ReturnType<typeof routerDefinition> };

/** The settings of the service itself. Those of drivers are kept separately, and only the drivers know them. */
export type SettingName = keyof ServiceDefinitions;
export type Settings = ValuesOf<ServiceDefinitions>;

/** Settings as they would be; secrets that were set by RPC are stored apart from them. */
export interface SettingsToCheck {
  readonly settings: Settings;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Every setting there is, in the order of the documents. */
export type SettingsTable = ReadonlyMap<string, SettingDefinition>;

/** What a driver brings: settings whose names begin with its own. */
export interface SettingsSource {
  readonly name: string;
  readonly settings: SettingDefinitions;
}

/** The settings of the service, those of the drivers that it can be used with, and those of other parts. */
export function makeTable(
  drivers: readonly SettingsSource[],
  others: readonly SettingsSource[] = [],
): SettingsTable {
  const { data_dir, ...rest } = SERVICE_SETTINGS;
  const router = routerDefinition(drivers.map(({ name }) => name));
  const table = new Map<string, SettingDefinition>(Object.entries({ data_dir, router, ...rest }));
  for (const source of [...drivers, ...others])
    for (const [name, row] of Object.entries(source.settings)) {
      if (!name.startsWith(`${source.name}.`) || table.has(name))
        throw new Error(`${source.name} cannot bring the setting ${name}`);
      table.set(name, row);
    }
  return table;
}

/** For a service that is given its router by other means. */
export const SERVICE_TABLE = makeTable([]);

/** A setting of the service or of a driver, by its name. */
export const valueIn = (settings: Settings, name: string): unknown =>
  (settings as { readonly [name: string]: unknown })[name];

export const flagOf = (name: string): string => `--${name.replaceAll(/[._]/g, "-")}`;
export const variableOf = (name: string, { env }: SettingDefinition): string =>
  env ?? `PILOTHOUSE_${name.replaceAll(".", "_").toUpperCase()}`;
