import { setImmediate as turn } from "node:timers/promises";
import { isObject } from "@pilothouse/protocol";
import type { NodeId } from "../../bus/hub-bus.js";
import { documentIn } from "../../state/documents.js";
import { Conflict, each, type FleetState } from "../../state/state.js";
import { RecentTraffic } from "./recent-traffic.js";
import { RecentUptime } from "./recent-uptime.js";
import { StoredReport } from "./stored-report.js";

const SAVE_EVERY_MS = 300_000;
/** Nodes are spread over this many texts, so that each is small enough to be written at once. */
const BATCHES = 64;
/** Fifty thousand nodes are 7 MB of text. */
const MOST_URGENT = 16;
/** Of a report, as text. A node may claim what it likes, and its report is kept among a thousand others. */
const LONGEST_REPORT = 1_000;

interface Seen {
  readonly id: NodeId;
  readonly seen: number | null;
  readonly uptime?: RecentUptime | undefined;
  readonly recent?: RecentTraffic | undefined;
  readonly online: boolean;
  readonly unheard: number | null;
  readonly report: StoredReport | undefined;
}

/** What was saved of a node; `isExact` unless it may have reported again after that. */
interface Loaded extends Pick<Seen, "seen" | "uptime" | "unheard" | "report" | "recent"> {
  readonly isExact: boolean;
}

/**
 * When nodes were last seen and what they said then, and for how much of the last day their routers ran: kept for a hub
 * that starts while they are away. All are written together, now and then, since nodes that are online are seen all the
 * time. A node that has gone offline is written soon: a hub that is killed then still knows since when.
 */
export class LastSeen {
  #isChanged = false;
  #savedAt: number | undefined;
  #saving: Promise<void> = Promise.resolve();
  /** The batches that are to be written soon. */
  readonly #urgent = new Set<number>();

  constructor(
    readonly state: FleetState,
    private readonly nodes: () => Iterable<Seen>,
  ) {}

  /** `isKnown` tells which nodes are still there. */
  async load(isKnown: (id: NodeId) => boolean, take: (id: NodeId, loaded: Loaded) => void): Promise<void> {
    await each(this.state, "seen/", (_key, stored) => {
      const json = documentIn(stored, "when nodes were last seen");
      if (!isObject(json)) return;
      for (const [id, saved] of Object.entries(json)) {
        // An earlier version kept only the time.
        const [seen, uptime, unheard, report, recent] = Array.isArray(saved) ? saved : [saved];
        if (typeof seen !== "number" || !isKnown(id)) continue;
        const isExact = unheard === EXACT;
        take(id, {
          ...{ seen, uptime: RecentUptime.read(uptime), isExact },
          unheard: isExact || typeof unheard !== "number" ? null : unheard,
          report: isObject(report) ? StoredReport.read(report) : undefined,
          recent: RecentTraffic.read(recent),
        });
      }
    });
  }

  /** A node was seen, or is no more. */
  changed(): void {
    this.#isChanged = true;
  }

  /** It has come for the first time, or has gone. */
  cameOrWent(id: NodeId): void {
    this.#urgent.add(batchOf(id));
  }

  /** Writes those that have come or gone since; when all of a large fleet do, a part now, and the others the next time. */
  async saveUrgent(): Promise<void> {
    if (this.#urgent.size === 0) return;
    const batches = [...this.#urgent].slice(0, MOST_URGENT);
    for (const batch of batches) this.#urgent.delete(batch);
    this.#saving = this.#saving.then(() => this.#saveBatches(batches));
    await this.#saving;
  }

  isDue(now: number): boolean {
    this.#savedAt ??= now;
    return this.#isChanged && now - this.#savedAt >= SAVE_EVERY_MS;
  }

  /** Resolves when all is written, also what was begun before. What could not be is written the next time. */
  save(now: number, isLast = false): Promise<void> {
    this.#savedAt = now;
    this.#saving = this.#saving.then(() => this.#saveAll(isLast));
    return this.#saving;
  }

  async #saveAll(isLast: boolean): Promise<void> {
    if (!this.#isChanged && !isLast) return;
    this.#isChanged = false;
    this.#urgent.clear();
    await this.#saveBatches([...Array(BATCHES).keys()], isLast);
  }

  async #saveBatches(wanted: readonly number[], isLast = false): Promise<void> {
    const batches = new Map<number, Seen[]>(wanted.map((batch) => [batch, []]));
    for (const node of this.nodes()) if (node.seen !== null) batches.get(batchOf(node.id))?.push(node);
    const saved: Promise<void>[] = [];
    for (const [batch, nodes] of batches) {
      saved.push(this.#save(batch, nodes, isLast).catch(() => this.changed()));
      // Others have their turn between two of them.
      await turn();
    }
    await Promise.all(saved);
  }

  async #save(batch: number, nodes: readonly Seen[], isLast: boolean): Promise<void> {
    const key = `seen/${String(batch).padStart(2, "0")}`;
    const stored = await this.state.get(key);
    const text = `{${nodes.map((node) => savedText(node, isLast)).join()}}`;
    if (text === (stored?.text ?? "{}")) return;
    try {
      await this.state.put(key, text, stored?.revision ?? 0);
    } catch (error) {
      // Another hub sees the same nodes and has just written the same.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** In place of the time when a hub began to listen in vain. */
const EXACT = 0;

/**
 * Of a node that is online it is not known when it will be seen for the last time and what it will say then, unless the
 * hub stops. Only then is the traffic of its last hour written, as long as all the rest, which would soon be old.
 */
function savedText({ id, seen, uptime, online, unheard, report, recent }: Seen, isLast: boolean): string {
  const traffic = isLast && recent !== undefined ? [recent.text] : [];
  const last = online && !isLast ? [] : [unheard ?? EXACT, shortOf(report), ...traffic];
  return `${JSON.stringify(id)}:${JSON.stringify([seen, uptime?.text ?? "", ...last])}`;
}

const shortOf = (report: StoredReport | undefined): StoredReport | null =>
  report === undefined || JSON.stringify(report).length > LONGEST_REPORT ? null : report;

/** By the end of the id: all begin alike. */
function batchOf(id: NodeId): number {
  let sum = 0;
  for (let place = Math.max(0, id.length - 4); place < id.length; place++)
    sum = (sum * 31 + id.charCodeAt(place)) % BATCHES;
  return sum;
}
