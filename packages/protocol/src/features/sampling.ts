import type { EventDefinitions } from "../kernel/definitions.js";

/** What is seen of the router by asking it again and again. */
export const SAMPLING_EVENTS = {
  "router.started": {
    severity: "info",
    says: "The router started.",
    resolves: ["router.stopped", "router.crashed", "update.ready"],
  },
  "router.stopped": { severity: "info", says: "The router stopped." },
  "router.restarted": {
    severity: "info",
    says: "The router restarted.",
    resolves: ["router.stopped", "router.crashed", "update.ready"],
  },
  "router.crashed": { severity: "error", says: "The router crashed: {cause}.", data: ["cause"] },
  "router.unreachable": {
    severity: "error",
    says: "The router does not answer: {reason}.",
    data: ["reason"],
  },
  "router.answers": {
    severity: "info",
    says: "The router answers again.",
    resolves: ["router.unreachable"],
  },
  "reachability.good": {
    severity: "info",
    says: "Other routers can reach the router: {now} (before: {was}).",
    data: ["now", "was"],
    resolves: ["reachability.bad"],
  },
  "reachability.bad": {
    severity: "warning",
    says: "Other routers cannot reach the router well: {now} (before: {was}).",
    data: ["now", "was"],
  },
} as const satisfies EventDefinitions;
