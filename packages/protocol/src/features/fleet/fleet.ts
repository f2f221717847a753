import * as invitations from "./invitations.js";
import * as nodes from "./nodes.js";
import * as operators from "./operators.js";
import * as queue from "./queue.js";
import * as rollouts from "./rollouts.js";

/** The methods that only a hub has. */
export const METHODS = {
  ...queue.METHODS,
  ...rollouts.METHODS,
  ...nodes.METHODS,
  ...invitations.METHODS,
  ...operators.METHODS,
} as const;

export type FleetMethod = keyof typeof METHODS;

export const AUDIT = [
  ...operators.AUDIT,
  ...invitations.AUDIT,
  ...nodes.AUDIT,
  ...queue.AUDIT,
  ...rollouts.AUDIT,
] as const;
