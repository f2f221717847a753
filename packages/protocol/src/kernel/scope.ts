/** What the token of a program may do. Each scope includes those before it. */
export const SCOPES = {
  read: {
    says: "Reads figures, status, history, the audit, and settings that hold no secret. Changes nothing.",
  },
  operate: { says: "Also acts on the router: updates, reseed, restart, shutdown." },
  settings: {
    says: "Also changes settings of the router that hold no secret, and switches web applications.",
  },
  all: {
    says: "Everything, like a session: also the password, sessions, tokens, and settings that hold a secret.",
  },
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

export const includes = (held: Scope, needed: Scope): boolean =>
  SCOPE_NAMES.indexOf(held) >= SCOPE_NAMES.indexOf(needed);
