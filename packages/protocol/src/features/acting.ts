import type { Scope } from "../kernel/scope.js";
import { either, flag, type Kind, nothing, text, type ValueOf } from "../kinds/kinds.js";

interface ActionRow {
  readonly result: Kind<unknown>;
  readonly says: string;
  readonly scope: Scope;
  /** Ends or restarts the router: two of these in one request contradict each other. */
  readonly lifecycle?: Ending;
  /** The answer comes when the action is over, which can take minutes. */
  readonly blocking?: true;
}

/** What follows the end of the router, and whether it waits for participating tunnels to expire. */
interface Ending {
  readonly next: "restart" | "stop";
  readonly graceful: boolean;
}

/** Commands to the router, in the order in which one request's actions are carried out. */
export const ROUTER_MANAGER = {
  FindUpdates: {
    result: either(flag, text),
    says: "Looks for a signed update: whether there is one. False also if that is unknown; a text only for a feed that cannot be trusted.",
    scope: "operate",
    blocking: true,
  },
  Update: {
    result: text,
    says: "Fetches, checks and installs a signed update and answers the final status.",
    scope: "operate",
    blocking: true,
  },
  Reseed: { result: nothing, says: "Starts a reseed.", scope: "operate" },
  Restart: {
    result: nothing,
    says: "Restarts the router at once.",
    scope: "operate",
    lifecycle: { next: "restart", graceful: false },
  },
  RestartGraceful: {
    result: nothing,
    says: "Restarts the router after participating tunnels expire.",
    scope: "operate",
    lifecycle: { next: "restart", graceful: true },
  },
  Shutdown: {
    result: nothing,
    says: "Stops the router at once.",
    scope: "operate",
    lifecycle: { next: "stop", graceful: false },
  },
  ShutdownGraceful: {
    result: nothing,
    says: "Stops the router after participating tunnels expire.",
    scope: "operate",
    lifecycle: { next: "stop", graceful: true },
  },
} as const satisfies Record<string, ActionRow>;

export type Action = keyof typeof ROUTER_MANAGER;
export const ACTIONS = Object.keys(ROUTER_MANAGER) as readonly Action[];
export type LifecycleAction = {
  [A in Action]: (typeof ROUTER_MANAGER)[A] extends { lifecycle: Ending } ? A : never;
}[Action];
export type ActionResults = { readonly [A in Action]?: ValueOf<(typeof ROUTER_MANAGER)[A]["result"]> };

export const actionRow = (action: Action): ActionRow => ROUTER_MANAGER[action];
export const isLifecycle = (action: Action): action is LifecycleAction =>
  actionRow(action).lifecycle !== undefined;
export const endingOf = (action: LifecycleAction): Ending => ROUTER_MANAGER[action].lifecycle;
