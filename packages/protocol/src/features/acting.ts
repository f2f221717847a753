import type { ActionDefinition, ActionDefinitions, Ending } from "../kernel/definitions.js";
import { acts, describe, extension } from "../kernel/shapes.js";
import { flag, nothing, type ValueOf } from "../value-types/value-types.js";
import { UPDATE_ACTIONS } from "./updates.js";

/** Commands to the router, in the order in which one request's actions are carried out. */
export const ROUTER_MANAGER = {
  ...UPDATE_ACTIONS,
  Reseed: { result: nothing, description: "Starts a reseed.", scope: "operate" },
  Restart: {
    result: nothing,
    description: "Restarts the router at once.",
    scope: "operate",
    lifecycle: { next: "restart", graceful: false },
  },
  RestartGraceful: {
    result: nothing,
    description: "Restarts the router after participating tunnels expire.",
    scope: "operate",
    lifecycle: { next: "restart", graceful: true },
  },
  Shutdown: {
    result: nothing,
    description: "Stops the router at once.",
    scope: "operate",
    lifecycle: { next: "stop", graceful: false },
  },
  ShutdownGraceful: {
    result: nothing,
    description: "Stops the router after participating tunnels expire.",
    scope: "operate",
    lifecycle: { next: "stop", graceful: true },
  },
} as const satisfies ActionDefinitions;

export type Action = keyof typeof ROUTER_MANAGER;
export const ACTIONS = Object.keys(ROUTER_MANAGER) as readonly Action[];
export type LifecycleAction = {
  [A in Action]: (typeof ROUTER_MANAGER)[A] extends { lifecycle: Ending } ? A : never;
}[Action];
export type ActionResults = { readonly [A in Action]?: ValueOf<(typeof ROUTER_MANAGER)[A]["result"]> };

export const actionDefinition = (action: Action): ActionDefinition => ROUTER_MANAGER[action];
export const isLifecycle = (action: Action): action is LifecycleAction =>
  actionDefinition(action).lifecycle !== undefined;
export const endingOf = (action: LifecycleAction): Ending => ROUTER_MANAGER[action].lifecycle;

export const RESULTS = {
  "pilothouse.cancel": { Cancelled: { type: flag } },
} as const;

export const METHODS = {
  RouterManager: acts("Runs router actions.", ROUTER_MANAGER),
  "pilothouse.cancel": extension({
    scope: "operate",
    changes: true,
    description:
      "Cancels a graceful restart or shutdown that waits for tunnels to expire: the router keeps running. Refused if the router cannot do that.",
    params: {},
    result: describe(RESULTS, "pilothouse.cancel", {
      Cancelled: "Whether something was waiting.",
    }),
  }),
} as const;

export const AUDIT = ["Cancel", ...ACTIONS] as const;
