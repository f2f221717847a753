import { INVITATION_METHODS } from "./invitations.js";
import { NODE_METHODS } from "./nodes.js";
import { OPERATOR_METHODS } from "./operators.js";
import { QUEUE_METHODS } from "./queue.js";
import { ROLLOUT_METHODS } from "./rollouts.js";

/** The methods that only a hub has. */
export const FLEET_METHODS = {
  ...QUEUE_METHODS,
  ...ROLLOUT_METHODS,
  ...NODE_METHODS,
  ...INVITATION_METHODS,
  ...OPERATOR_METHODS,
} as const;

export type FleetMethod = keyof typeof FLEET_METHODS;
