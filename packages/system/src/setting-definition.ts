import { type Reason, textOfReason } from "@pilothouse/protocol";
import type { SettingType } from "./setting-types.js";

export type Environment = { readonly [name: string]: string | undefined };

/** One setting of the service: flag, environment variable, file and documents derive from it. */
export interface SettingDefinition {
  readonly type: SettingType<unknown>;
  /** Absent: no default. A function where it depends on the machine. */
  readonly default?: unknown;
  readonly description: string;
  /**
   * Taken over on SIGHUP; the others wait for a restart of the service. With `rpc` it can also be set by RPC while the
   * service runs, where it is set nowhere else.
   */
  readonly live?: true | "rpc";
  /** Where the variable is not simply PILOTHOUSE_ and the name. */
  readonly env?: string;
  /**
   * What of it must not be in a report: a password in the file that it names, a host, a user, what a program is given.
   * Of an address with a secret in it only scheme and host are shown anywhere.
   */
  readonly redact?: "password" | "host" | "host of url" | "secret url" | "user" | "arguments";
}

export type SettingDefinitions = { readonly [name: string]: SettingDefinition };

type ValueOf<R extends SettingDefinition> = R["type"] extends SettingType<infer T> ? T : never;

/** The values of settings, by the rows that describe them. */
export type ValuesOf<R extends SettingDefinitions> = {
  readonly [N in keyof R]: ValueOf<R[N]> | (R[N] extends { readonly default: unknown } ? never : undefined);
};

/** A setting is unknown or bad: where it is, and what is wanted. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(
    readonly why: string | Reason,
    options?: ErrorOptions,
  ) {
    super(textOfReason(why), options);
  }
}
