import type { Scope } from "../../kernel/scope.js";
import { extension, optional } from "../../kernel/shapes.js";
import { labels } from "../../value-types/fleet-types.js";
import { somePassword } from "../../value-types/password.js";
import { choiceOf } from "../../value-types/setting-types.js";
import { count, flag, listOf, record, secret, text, valueType } from "../../value-types/value-types.js";
import { reason } from "../../words/reason.js";

/** What accounts of a hub may do, there and on its nodes. */
export const ROLES = {
  viewer: { scope: "read", description: "Sees nodes and their figures. Changes nothing." },
  operator: {
    scope: "settings",
    description: "Also acts on routers, and changes settings that hold no secret.",
  },
  admin: {
    scope: "all",
    description: "Everything: also invitations, accounts and settings that hold a secret.",
  },
} as const satisfies { readonly [role: string]: { readonly scope: Scope; readonly description: string } };

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** Typed in commands and shown in records. */
const accountName = valueType({
  type: "string",
  wants: reason("wants.operatorName"),
  schema: { type: "string", pattern: "^[a-z][a-z0-9._-]{0,31}$" },
  fits: (value): value is string => typeof value === "string" && /^[a-z][a-z0-9._-]{0,31}$/.test(value),
});

const operator = record({ name: text, role: choiceOf(ROLE_NAMES), labels, created: count });
export type OperatorEntry = ReturnType<(typeof operator)["read"]>;

/** The accounts of a hub. */
export const METHODS = {
  "fleet.operators": extension({
    scope: "all",
    description: "Lists the accounts of the hub; with a name, makes or changes one, or removes it.",
    params: {
      name: optional(accountName, "The account to make or change.", { changes: true }),
      password: optional(
        somePassword,
        "Its password, of at least 10 characters and not a common one; wanted for a new account.",
      ),
      role: optional(choiceOf(ROLE_NAMES), "What it may do; wanted for a new account."),
      labels: optional(labels, "It sees and manages only nodes with these labels; none means all nodes."),
      remove: optional(flag, "Whether to remove the account."),
    },
    result: { operators: { type: listOf(operator), description: "All accounts, by name." } },
  }),
  "fleet.password": extension({
    scope: "read",
    changes: true,
    description: "Changes the password of the caller's own account, and ends its sessions.",
    params: {
      current: { type: secret, description: "The password so far." },
      password: {
        type: somePassword,
        description: "The new password, of at least 10 characters and not a common one.",
      },
    },
    result: { Changed: { type: flag, description: "Always true." } },
  }),
} as const;

export const AUDIT = [
  "account made",
  "account changed",
  "account removed",
  "password of an account changed",
] as const;
