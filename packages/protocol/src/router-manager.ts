import { either, flag, type Kind, nothing, text, type ValueOf } from "./kinds.js";

interface ActionRow {
  readonly result: Kind<unknown>;
  readonly says: string;
  /** Ends or restarts the router: two of these in one request contradict each other. */
  readonly lifecycle?: true;
  /** The answer comes when the action is over, which can take minutes. */
  readonly blocking?: true;
}

/** What a router can be told to do, in the order in which one request's actions are carried out. */
export const ROUTER_MANAGER = {
  FindUpdates: {
    result: either(flag, text),
    says: "Looks for a signed update: whether there is one, or why that cannot be told.",
    blocking: true,
  },
  Update: {
    result: text,
    says: "Fetches, checks and installs a signed update and answers the final status.",
    blocking: true,
  },
  Reseed: { result: nothing, says: "Starts a reseed." },
  Restart: { result: nothing, says: "Restarts the router at once.", lifecycle: true },
  RestartGraceful: {
    result: nothing,
    says: "Restarts the router after participating tunnels expire.",
    lifecycle: true,
  },
  Shutdown: { result: nothing, says: "Stops the router at once.", lifecycle: true },
  ShutdownGraceful: {
    result: nothing,
    says: "Stops the router after participating tunnels expire.",
    lifecycle: true,
  },
} as const satisfies Record<string, ActionRow>;

export type Action = keyof typeof ROUTER_MANAGER;
export const ACTIONS = Object.keys(ROUTER_MANAGER) as readonly Action[];
export type LifecycleAction = {
  [A in Action]: (typeof ROUTER_MANAGER)[A] extends { lifecycle: true } ? A : never;
}[Action];
export type ActionResults = { readonly [A in Action]?: ValueOf<(typeof ROUTER_MANAGER)[A]["result"]> };

export const actionRow = (action: Action): ActionRow => ROUTER_MANAGER[action];
export const isLifecycle = (action: Action): action is LifecycleAction =>
  actionRow(action).lifecycle === true;
