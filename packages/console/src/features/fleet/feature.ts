/**
 * The pages of a hub, which list, invite and change nodes; one that a router has too is another one here. The rest of the console knows nothing else of them. Their
 * code, texts and styles are loaded when one is opened at a hub.
 */
export const FLEET_PAGES = {
  fleet: async () => (await import("./nodes/fleet-page.js")).FleetPage,
  rollouts: async () => (await import("./rollouts/rollouts-page.js")).RolloutsPage,
  invitations: async () => (await import("./invitations/invitations-page.js")).InvitationsPage,
  templates: async () => (await import("./templates/templates-page.js")).TemplatesPage,
  events: async () => (await import("./history/fleet-events.js")).FleetEvents,
  operators: async () => (await import("./operators/operators-page.js")).OperatorsPage,
} as const;

/** What is shown in place of the pages of a node that cannot be called. */
export const loadAwayNode = async () => (await import("./nodes/away-node.js")).AwayNode;

/** What only the hub finds about a node, above the pages of the node. */
export const loadSaidByHub = async () => (await import("./nodes/said-by-hub.js")).SaidByHub;

/** Finds nodes by their names, for the search. */
export const loadNodeNames = async () => (await import("./node-names.js")).nodeNames;
