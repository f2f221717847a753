import type { LogLevel, Reason } from "@pilothouse/protocol";
import type { Check, Finding, Run, SettingDefinitions, ValuesOf } from "@pilothouse/system";
import type { Clock, DriverStorage, Router } from "./port.js";

/** What a driver may know of the service: where it keeps its files. */
export interface Place {
  readonly data_dir: string;
}

/** What an operator has set for a driver. */
export type SettingsOf<R extends SettingDefinitions> = ValuesOf<R> & Place;

/** What a router is made with, besides its settings. */
export interface Tools {
  readonly storage: DriverStorage;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** For what an operator should look at. */
  readonly warn: (message: string) => void;
}

/** The file that the router logs to, or why it cannot be read. */
export type RouterLog =
  | {
      readonly file: string;
      /** The level of a line; undefined if it continues the line before. */
      readonly level?: (line: string) => LogLevel | undefined;
    }
  | { readonly file?: undefined; readonly why: Reason };

/** A set-up, as far as the checks of a driver need it. */
export interface Situation<S> {
  readonly settings: S;
  readonly serviceRuns: boolean;
  /** Runs another program. */
  readonly run: Run;
}

/** Where a router's own control service may be, behind the back of the service. */
export interface ControlPlace {
  readonly url: string;
  readonly whose: string;
  /** Whether it looks at passwords, so that it may still have the one that everyone knows. */
  readonly factory: boolean;
  /** Who is to be kept out, and how. */
  readonly todo: string;
  /** The service needs it so, and its user knows. */
  readonly needed?: true;
}

export interface ControlServices {
  readonly places: readonly ControlPlace[];
  /** What can be said of them without asking them. */
  readonly findings: readonly Finding[];
}

/** What a driver does: loaded only when its router is created or checked. */
export interface DriverModule<S> {
  /** Throws `SettingsError` when the settings contradict each other, and does nothing else: `start` does. */
  make(settings: S, tools: Tools): Router;
  log(settings: S): RouterLog;
  /** For `pilothouse doctor`, when this is the managed router. */
  readonly checks: readonly Check<Situation<S>>[];
  /** Where routers of this kind have their control service by default, also those that are not managed. */
  readonly usualControl?: readonly ControlPlace[];
  /** The control service of the managed router. */
  control?(situation: Situation<S>): ControlServices | Promise<ControlServices>;
  /** The files of the router that a backup must hold, as far as they are there: configuration and keys. */
  backup?(settings: S): readonly string[];
  /** Where those are, as the settings say: files, or folders with all that is in them. A restore writes nowhere else. */
  places?(settings: S): readonly string[];
  /** What the files of the router hold that must not be in a report. */
  secrets?(settings: S): readonly string[];
}

/** A kind of router that can be managed: light, because every `--help` loads it. */
export interface Driver {
  /** As the setting `router` names it. All its own settings begin with this and a dot. */
  readonly name: string;
  readonly settings: SettingDefinitions;
  load(): Promise<DriverModule<Place>>;
}

/** A driver whose module is given the settings that its rows describe. */
export function describeDriver<const R extends SettingDefinitions>(
  driver: Omit<Driver, "load"> & {
    readonly settings: R;
    load(): Promise<DriverModule<SettingsOf<R>>>;
  },
): Driver {
  // The table of settings is made from these rows, so what it gives to the module fits them.
  return { ...driver, load: driver.load as Driver["load"] };
}
