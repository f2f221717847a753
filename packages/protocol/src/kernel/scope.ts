import { choiceOf } from "../value-types/setting-types.js";

/** What the token of a program may do. Each scope includes those before it. */
export const SCOPE_NAMES = ["read", "operate", "settings", "all"] as const;
export type Scope = (typeof SCOPE_NAMES)[number];
export const scope = choiceOf(SCOPE_NAMES);

export const SCOPES: { readonly [S in Scope]: string } = {
  read: "Reads figures, status, history, the audit, and settings that hold no secret. Changes nothing.",
  operate: "Also acts on the router: updates, reseed, restart, shutdown.",
  settings: "Also changes settings of the router that hold no secret, and switches web applications.",
  all: "Everything, like a session: also the password, sessions, tokens, and settings that hold a secret.",
};

/** `includes("settings", "read")` is true: who may change settings may also read. */
export const includes = (held: Scope, needed: Scope): boolean =>
  SCOPE_NAMES.indexOf(held) >= SCOPE_NAMES.indexOf(needed);
