import { FLEET_EVENTS } from "../features/fleet/events.js";
import { type EventDefinition, inOrder } from "../kernel/definitions.js";
import { ofRooms } from "../rooms.js";
import { type EventData, filled } from "../words/filled.js";

/** Everything that can be in the timeline, in the order of the documents. */
const EVENT_KINDS = inOrder({ ...ofRooms("EVENTS"), ...FLEET_EVENTS }, [
  ...(["service.started", "service.stopped", "service.interrupted"] as const),
  ...(["router.started", "router.stopped", "router.restarted", "router.crashed"] as const),
  ...(["router.unreachable", "router.answers", "reachability.good", "reachability.bad"] as const),
  ...(["address.changed", "settings.saved", "settings.reverted", "update.found", "update.ready"] as const),
  ...(["update.installed", "update.failed", "logins.failed", "disk.low", "disk.enough"] as const),
  ...(["certificate.expiring", "certificate.renewed", "backup.made", "backup.failed"] as const),
  ...(["restore.done", "restore.failed"] as const),
  ...(["budget.lowered", "budget.restored", "budget.left", "notify.failed", "notify.works"] as const),
]);

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as readonly EventKind[];

/** The definition with its optional facts visible, for code that works over all of them. */
export const eventDefinition = (kind: EventKind): EventDefinition => EVENT_KINDS[kind];

/** The event in a sentence. A kind that only a newer server knows is its own text. */
export function eventText(kind: string, data: EventData): string {
  if (!Object.hasOwn(EVENT_KINDS, kind)) return kind;
  const { description } = eventDefinition(kind as EventKind);
  const text = filled(description, data);
  // On a hub, what happens to a router happens at a node.
  return data["nodes"] === undefined || description.includes("{nodes}") ? text : `${data["nodes"]}: ${text}`;
}
