import type { Clock } from "@pilothouse/drivers/port";
import {
  EVENT_KIND_NAMES,
  type EventData,
  type EventEntry,
  type EventKind,
  eventDefinition,
} from "@pilothouse/protocol";
import type { EventLog } from "./event-log.js";

/** Event kinds that findings are based on. */
const KINDS: readonly EventKind[] = [
  "router.crashed",
  "logins.failed",
  "disk.low",
  "certificate.expiring",
  "update.ready",
];
/** More of one kind than any finding asks for. */
const MOST = 100;

const resolvedBy = (kind: EventKind): readonly EventKind[] =>
  KINDS.filter((other) => eventDefinition(kind).resolves?.includes(other));

const WANTED = [...KINDS, ...EVENT_KIND_NAMES.filter((kind) => resolvedBy(kind).length > 0)];

/** The latest events in memory, from before the service started too, so that a verdict costs no query. */
export class RecentEvents {
  readonly #stored = new Map<EventKind, EventEntry[]>();
  readonly #resolved = new Set<EventKind>();
  #leave: (() => void) | undefined;

  constructor(
    readonly events: EventLog,
    readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    const entries = await this.events.read({ kinds: WANTED, limit: 500 });
    for (const entry of entries.reverse()) this.#take(entry as EventEntry & { readonly kind: EventKind });
    this.#leave = this.events.on((event) => this.#take(event));
  }

  stop(): void {
    this.#leave?.();
  }

  readonly happened = (kind: EventKind, within: number): number =>
    (this.#stored.get(kind) ?? []).filter(({ at }) => at > this.clock.now() - within).length;

  readonly open = (kind: EventKind, within: number): EventData | undefined => {
    const last = this.#stored.get(kind)?.at(-1);
    const isOpen = last !== undefined && !this.#resolved.has(kind) && last.at > this.clock.now() - within;
    return isOpen ? last.data : undefined;
  };

  readonly openedAt = (kind: EventKind): number | undefined => this.#stored.get(kind)?.at(-1)?.at;

  #take(event: EventEntry & { readonly kind: EventKind }): void {
    const { kind } = event;
    if (KINDS.includes(kind)) {
      this.#stored.set(kind, [...(this.#stored.get(kind) ?? []), event].slice(-MOST));
      this.#resolved.delete(kind);
      return;
    }
    for (const other of resolvedBy(kind)) this.#resolved.add(other);
  }
}
