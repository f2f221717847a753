import type { Names } from "../spec/keys.js";
import type { Limits } from "../wire/connection.js";

/** What the operator lets the kit do, beside asking. */
export interface Allowed {
  readonly writes: boolean;
  readonly restart: boolean;
  readonly shutdown: boolean;
  readonly update: boolean;
  readonly passwordChange: boolean;
}

/** A server and how it is to be judged. */
export interface Target {
  readonly url: URL;
  readonly password: string;
  readonly names: Names | "auto";
  readonly allowed: Allowed;
  readonly limits: Limits;
  /** Milliseconds for actions that answer only when they are done, and for a restart. */
  readonly actionTimeout: number;
  /** Milliseconds for the whole run. */
  readonly maxTime: number;
  /** Milliseconds over which the uptime must grow. */
  readonly settle: number;
  /** How long a token lives on this server, when that is short enough to wait for. */
  readonly tokenLifetime: number | undefined;
  /** An advanced setting that may be changed, and two values for it: some servers take only names that they know. */
  readonly probe: readonly [name: string, first: string, second: string];
}

export const DEFAULTS = {
  names: "auto",
  allowed: { writes: true, restart: false, shutdown: false, update: false, passwordChange: false },
  limits: { timeout: 10_000, maxReply: 1_048_576 },
  actionTimeout: 120_000,
  maxTime: 1_800_000,
  settle: 2_200,
  tokenLifetime: undefined,
  probe: ["i2pcontrol.conformance", "a first value", "a second value"],
} as const satisfies Partial<Target>;
