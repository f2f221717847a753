import type { Scope } from "../../kernel/scope.js";
import { kind } from "../../kinds/kinds.js";
import { reason } from "../../words/reason.js";

/** What accounts of a hub may do, there and on its nodes. */
export const ROLES = {
  viewer: { scope: "read", says: "Sees nodes and their figures. Changes nothing." },
  operator: { scope: "settings", says: "Also acts on routers, and changes settings that hold no secret." },
  admin: { scope: "all", says: "Everything: also invitations, accounts and settings that hold a secret." },
} as const satisfies { readonly [role: string]: { readonly scope: Scope; readonly says: string } };

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** Typed in commands and shown in records. */
export const ACCOUNT_NAME = kind({
  type: "string",
  wants: reason("wants.operatorName"),
  schema: { type: "string", pattern: "^[a-z][a-z0-9._-]{0,31}$" },
  fits: (value): value is string => typeof value === "string" && /^[a-z][a-z0-9._-]{0,31}$/.test(value),
});
