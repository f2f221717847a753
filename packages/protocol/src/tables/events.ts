import { type EventData, filled } from "../words/filled.js";

/** How much an event matters, from the least to the most. */
export const SEVERITIES = ["info", "warning", "error"] as const;
export type Severity = (typeof SEVERITIES)[number];

interface EventRow {
  readonly severity: Severity;
  /** What happened, in a sentence; `{name}` stands for a value of the event's data. */
  readonly says: string;
  /** What of the data there always is. */
  readonly data?: readonly string[];
  /** The kinds that are over when this happens. */
  readonly resolves?: readonly string[];
}

/** Everything that can be in the timeline. */
export const EVENT_KINDS = {
  "service.started": {
    severity: "info",
    says: "The service started, version {version}.",
    data: ["version"],
  },
  "service.stopped": { severity: "info", says: "The service stopped." },
  "service.interrupted": {
    severity: "warning",
    says: "The service had ended without being stopped: by a crash, a kill or a power cut.",
  },
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
  "address.changed": {
    severity: "info",
    says: "The router's address changed from {was} to {now}.",
    data: ["now", "was"],
  },
  "settings.saved": {
    severity: "info",
    says: "{by} changed settings ({of}): {names}.",
    data: ["of", "by", "names"],
  },
  "settings.reverted": {
    severity: "warning",
    says: "The router did not start with its configuration, so the last one that worked was put back[. Saved settings were lost: {lost}]. The other one is kept as {file}.",
    data: ["file"],
  },
  "update.found": { severity: "info", says: "There is an update of the router[: version {version}]." },
  "update.ready": {
    severity: "info",
    says: "An update[ to {version}] is installed and runs after the next restart of the router.",
    data: ["status"],
    resolves: ["update.failed"],
  },
  "update.installed": {
    severity: "info",
    says: "The router was updated from {was} to {now}.",
    data: ["was", "now"],
    resolves: ["update.found", "update.failed", "update.ready"],
  },
  "update.failed": { severity: "warning", says: "The update failed: {status}", data: ["status"] },
  "logins.failed": {
    severity: "warning",
    says: "{count} logins failed within {minutes} minutes, the last from {address}.",
    data: ["count", "minutes", "address"],
  },
  "disk.low": {
    severity: "warning",
    says: "The disk of the data directory is nearly full: {freeMiB} MiB free ({percent} %).",
    data: ["freeMiB", "percent"],
  },
  "disk.enough": {
    severity: "info",
    says: "The disk of the data directory has space again: {freeMiB} MiB free ({percent} %).",
    data: ["freeMiB", "percent"],
    resolves: ["disk.low"],
  },
  "certificate.expiring": {
    severity: "warning",
    says: "The certificate expires on {expires}.",
    data: ["expires"],
  },
  "certificate.renewed": {
    severity: "info",
    says: "The certificate is valid until {expires}.",
    data: ["expires"],
    resolves: ["certificate.expiring"],
  },
  "backup.made": {
    severity: "info",
    says: "A backup was made: {file}.",
    data: ["file"],
    resolves: ["backup.failed"],
  },
  "backup.failed": { severity: "warning", says: "No backup could be made: {reason}.", data: ["reason"] },
  "budget.lowered": {
    severity: "warning",
    says: "Limits were lowered to {limits}: {why}.",
    data: ["limits", "why"],
  },
  "budget.restored": {
    severity: "info",
    says: "Your own limits are back: {limits}.",
    data: ["limits"],
    resolves: ["budget.lowered"],
  },
  "budget.left": {
    severity: "info",
    says: "{names} changed while lowered by the budget or its schedule; left as it is until the next step.",
    data: ["names"],
  },
  "notify.failed": {
    severity: "warning",
    says: "Notifications by {channel} fail: {why}. They are kept and tried again.",
    data: ["channel", "why"],
  },
  "notify.works": {
    severity: "info",
    says: "Notifications by {channel} work again.",
    data: ["channel"],
    resolves: ["notify.failed"],
  },
  "budget.unable": {
    severity: "warning",
    says: "The traffic budget cannot be kept: {why}.",
    data: ["why"],
  },
} as const satisfies Record<string, EventRow>;

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[];

/** The row with its optional facts visible, for code that works over all of them. */
export const eventRow = (kind: EventKind): EventRow => EVENT_KINDS[kind];

/** The event in a sentence. A kind that only a newer server knows is its own text. */
export function eventText(kind: string, data: EventData): string {
  if (!Object.hasOwn(EVENT_KINDS, kind)) return kind;
  return filled(eventRow(kind as EventKind).says, data);
}
