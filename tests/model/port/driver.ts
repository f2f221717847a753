import type { Config } from "./system.js";

/** The limits that the traffic budget and its schedule lower. */
export const LIMIT_NAMES = ["share", "in", "out"] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** What the model knows of a router: which settings can be tried, and what a write makes of its configuration. */
export interface Driver {
  readonly name: string;
  /** What a new router has. */
  readonly factory: Config;
  /** Network settings that are tried, by their names in the interface without prefix, and values that the router takes. */
  readonly network: { readonly [key: string]: readonly string[] };
  /** Settings of its configuration that mean nothing to the interface, and values that the router takes. */
  readonly advanced: { readonly [name: string]: readonly string[] };
  /** A setting whose value is a secret. */
  readonly secret: string;
  /** The network settings, as the interface shows them: null where unset. */
  shows(config: Config): ReadonlyMap<string, string | null>;
  /** The configuration after these network settings were written: a router may change others with them. */
  writes(config: Config, network: ReadonlyMap<string, string | null>): Config;
  /** Whether what is saved waits for a restart of a router that started with `running`. */
  waits(saved: Config, running: Config): boolean;
  /** The limits that the budget can lower: those that a running router takes over. Those of a group are one value. */
  readonly limits: readonly (readonly [LimitName, ...LimitName[]])[];
  /** What a running router has of a configuration that was saved while it ran, if not only what it started with. */
  takesOver?(saved: Config, running: Config): Config;
  /** Whether a graceful wait can be cancelled. */
  readonly cancels: boolean;
  /** In milliseconds, at most: a start, an end, a graceful wait, and the time from a crash to the next start. */
  readonly takes: {
    readonly start: number;
    readonly end: number;
    readonly drain: number;
    readonly backOff: number;
    /** Until a start is seen. */
    readonly seen: number;
  };
  /** Whether the router lives in the service: ends and starts with it, and its configuration is in its backup. */
  readonly endsWithService: boolean;
  /** Whether the service can start it. One that it cannot is not shut down, and of it only starts that it saw are counted. */
  readonly startsAgain: boolean;
}

/** A configuration with these settings changed; null, or an empty text for what can be unset, removes one. */
export function withSettings(config: Config, changes: Iterable<readonly [string, string | null]>): Config {
  const next = new Map(config);
  for (const [name, value] of changes)
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}
