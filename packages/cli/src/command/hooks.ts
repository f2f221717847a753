import type { MakeCarrier, ServiceOptions } from "@pilothouse/server";
import type { Settings, SettingsSource, SettingsTable } from "@pilothouse/server/settings";
import type { Check, Environment } from "@pilothouse/system";

/** What every service of this program is made with. */
export type CommonOptions = Pick<
  ServiceOptions,
  | "settings"
  | "sources"
  | "onSettings"
  | "onRestore"
  | "table"
  | "clock"
  | "log"
  | "version"
  | "consoleDir"
  | "settingsFiles"
  | "passwdCommand"
>;

/** What a feature that can be left out adds to the commands of others. Its code is loaded when they ask for it. */
export interface Hooks {
  readonly settings: () => Promise<SettingsSource>;
  /** What it adds to the service that `serve` runs. */
  readonly serve: (
    options: CommonOptions,
  ) => Promise<Pick<ServiceOptions, "membership"> & { readonly carriers: readonly MakeCarrier[] }>;
  /** What `doctor` checks of it. */
  readonly checks: () => Promise<readonly Check<Examined>[]>;
  /** Its files in a data directory, for a backup. */
  readonly files: (dataDir: string) => Promise<readonly string[]>;
  /** The routers behind the server of a profile whose names have this part, as a shell completes them. */
  readonly routers: (here: Here, profile: string, part: string) => Promise<readonly Candidate[]>;
}

export interface Examined {
  readonly settings: Settings;
  /** Undefined where no service runs. */
  readonly service: object | undefined;
}

export interface Here {
  readonly env: Environment;
  /** The settings of the service, those of the drivers among them. */
  readonly table: SettingsTable;
}

/** What a word on the command line may become, and what that means. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}
