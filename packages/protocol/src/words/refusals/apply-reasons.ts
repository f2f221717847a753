/** Why settings were not kept, how a router's last start or end went, and why an order does not count any more. */
export const APPLY_REASONS = {
  "apply.revoked": "the session that asked for them was revoked",
  "apply.interrupted": "the service ended while they were written",
  "apply.restored": "a backup was restored that was made while they were applied",
  "apply.differs": "{name} is not as it was applied",
  "apply.unhealthy": "the router did not come back healthy: {why}",
  "apply.netStatus": 'its network status is "{now}"',
  "apply.phase": "it is {phase}",
  "apply.tunnelsLeft": "{why}; its tunnels could not be put back: {cause}",
  "apply.secretLost":
    "{name}, which holds a secret, is not as it was given once the other settings are written",
  "apply.notTogether":
    "{name} cannot be {wanted} together with the other settings: the router has it as {now} then",
  "apply.unset": "not set",

  "start.failed": "The router did not start: {cause}[. {done}]",
  "start.ended": "The router ended by itself: {cause}[. {done}]",
  "start.impossible": "The router could not be started: {cause}",
  "rollBack.done":
    "It was rolled back to the last configuration that worked; the other one is kept as {file}",
  "rollBack.withSaved":
    "It was rolled back to the last configuration that worked, with settings that were saved since; the other one is kept as {file}",
  "rollBack.neither":
    "It does not start with the last configuration that worked either, so the other one was put back",

  "grant.expired": "the {name} has expired",
  "grant.old": "{name} ordered it more than a month ago",
  "grant.noAccount": "the account {name} was removed",
  "grant.changed": "the account {name} was changed since it was ordered",
  "grant.noToken": "the {name} was revoked or has expired",
  "grant.revoked": "the session of {name} that ordered it was revoked",
  "grant.password": "the password was changed since it was ordered",
  "grant.unknown": "it was ordered before an update of the hub, which does not know by whom",
  "grant.mayNot": "the account {name} may not do this",
  "grant.notHere": "the node is no longer one of those that the account {name} may manage",
  "queue.removed": "the node was removed",
} as const satisfies Record<string, string>;
