import type { EventDefinitions } from "../kernel/definitions.js";

/** What is seen of the router by asking it again and again. */
export const EVENTS = {
  "router.started": {
    severity: "info",
    description: "The router started.",
    resolves: ["router.stopped", "router.crashed", "update.ready"],
  },
  "router.stopped": { severity: "info", description: "The router stopped." },
  "router.restarted": {
    severity: "info",
    description: "The router restarted.",
    resolves: ["router.stopped", "router.crashed", "update.ready"],
  },
  "router.crashed": { severity: "error", description: "The router crashed: {cause}.", data: ["cause"] },
  "router.unreachable": {
    severity: "error",
    description: "The router does not answer: {reason}.",
    data: ["reason"],
  },
  "router.answers": {
    severity: "info",
    description: "The router answers again.",
    resolves: ["router.unreachable"],
  },
  "reachability.good": {
    severity: "info",
    description: "Other routers can reach the router: {now} (before: {was}).",
    data: ["now", "was"],
    resolves: ["reachability.bad"],
  },
  "reachability.bad": {
    severity: "warning",
    description: "Other routers cannot reach the router well: {now} (before: {was}).",
    data: ["now", "was"],
  },
} as const satisfies EventDefinitions;
