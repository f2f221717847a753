import type { Driver } from "../port/driver.js";
import type { Config } from "../port/system.js";
import type { Holder } from "./access.js";
import type { Applying } from "./applying.js";
import type { Held } from "./budget.js";
import type { HubState } from "./hub.js";
import type { RouterLife } from "./router.js";
import type { Change } from "./settings.js";
import type { Services } from "./tunnels.js";

/**
 * How the features of a service meet. A `State` is all that an operator can know of a service; the functions of
 * `access.ts`, `settings.ts`, `applying.ts`, `tunnels.ts`, `router.ts`, `budget.ts`, `service.ts` and `hub.ts` say what becomes of it. They are the
 * specification: what each feature does on its own is in its own tests.
 */
export interface State {
  readonly driver: Driver;
  /** The time of day of the service, and its clock that only goes forward. */
  readonly now: number;
  readonly ticks: number;
  readonly password: string;
  /** Everybody who ever got a token. */
  readonly holders: readonly Holder[];
  /** The router's configuration. */
  readonly saved: Config;
  /** When it was seen to be another than before, by the clock that only goes forward. */
  readonly savedAt: number;
  /** The configuration that it started with; undefined where it may have started unseen. */
  readonly running: Config | undefined;
  /** What is on record of its changes, the oldest first. */
  readonly changes: readonly Change[];
  readonly router: RouterLife;
  readonly services: Services;
  /** A template that waits for the router to come back. */
  readonly applying?: Applying | undefined;
  /** What the budget may know of its limits: it looks at times of its own, which only show by what it does. */
  readonly held: readonly Held[];
  /** Settings of the service: from its configuration, and set by calls. The configuration counts. */
  readonly configured: Values;
  readonly own: Values;
  /** The interface on the HTTP endpoint: whether it runs, and whether it starts with the service. */
  readonly jsonrpc: { readonly running: boolean; readonly autostart: boolean };
  /** How often something must be in the record of events. Only kinds of which the model knows every one. */
  readonly events: { readonly [kind: string]: number };
  /** Whether the record ends with a start of the service or with its end. */
  readonly lastRecorded: "started" | "stopped";
  readonly diskFull: boolean;
  /** Whether the receiver of the webhook takes no messages. */
  readonly refusesNotices: boolean;
  /** The hub whose node it is, if it is one. */
  readonly hub?: HubState | undefined;
}

export type Values = { readonly [name: string]: unknown };

/**
 * A call is refused with one of these codes and changes nothing, or succeeds and leaves this state. `orRefused`: where
 * both may be, and nothing is changed if it is refused.
 */
export type Outcome =
  | { readonly refused: readonly number[]; readonly state: State }
  | { readonly state: State; readonly orRefused?: readonly number[] };

export const refused = (state: State, ...codes: number[]): Outcome => ({ refused: codes, state });

/** Codes of the interface, written out: what the service's own tables say may be wrong. */
export const CODES = {
  refused: -32000,
  wrongPassword: -32001,
  noToken: -32002,
  unknownToken: -32003,
  expiredToken: -32004,
  outOfScope: -32008,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** Nothing is to be changed; on a full disk that may be refused all the same. */
export const unchanged = (state: State): Outcome => ({
  state,
  ...(state.diskFull && { orRefused: [CODES.internal] }),
});

/** One event more of a kind. On a full disk it is lost: nothing else can be done with it. */
export const happened = (state: State, kind: string): State =>
  state.diskFull ? state : { ...state, events: { ...state.events, [kind]: (state.events[kind] ?? 0) + 1 } };

/** A change of what is stored: on a full disk it is refused, and nothing is changed. */
export const stored = (state: State, next: State): Outcome =>
  state.diskFull ? refused(state, CODES.internal) : { state: next };
