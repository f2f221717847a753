import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { Log } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";
import { Quota } from "./quota.js";

/** Who has sent too much. */
export type Sender = { readonly node: NodeId } | { readonly invitation: string };

interface FloodOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Cuts a sender off from the bus for a while: what it sends costs the hub time even if it is dropped. */
  readonly suspend: (sender: Sender) => Promise<void>;
}

/** A node reports every 15 seconds, and some times a second while it is called without pause. */
const REPORTS = { everyMs: 10_000, most: 60, flood: 300 } as const;
/** Those who wait ask every 15 seconds, and there are a thousand at most. */
const JOINS = { everyMs: 1_000, most: 100, flood: 500 } as const;
/** Of all invitations: each request costs a signature. */
const ALL_JOINS = { everyMs: 1_000, most: 300, flood: Infinity } as const;
const WARN_EVERY_MS = 60_000;
const MOST_WARNED = 1_000;

/** Decides which messages of nodes are looked at, before they are. */
export class FloodGate {
  readonly #reports = new Quota(REPORTS);
  readonly #joins = new Quota(JOINS);
  readonly #allJoins = new Quota(ALL_JOINS);
  readonly #warned = new Map<string, number>();

  constructor(private readonly options: FloodOptions) {}

  admitsReport(node: NodeId, bytes: number): boolean {
    return this.#admits({ node }, this.#reports.take(node, bytes, ticksOf(this.options.clock)));
  }

  admitsJoin(invitation: string, bytes: number): boolean {
    const now = ticksOf(this.options.clock);
    if (!this.#admits({ invitation }, this.#joins.take(invitation, bytes, now))) return false;
    return this.#allJoins.take("", bytes, now) === "take";
  }

  #admits(sender: Sender, said: ReturnType<Quota["take"]>): boolean {
    if (said === "take") return true;
    const { log, suspend } = this.options;
    if (said === "flood")
      suspend(sender).catch((error: unknown) =>
        log.error({ err: error, ...sender }, "who floods the bus could not be cut off from it"),
      );
    if (said === "flood" || this.#isNews(JSON.stringify(sender)))
      log.warn(
        sender,
        said === "flood"
          ? "it floods the bus, and is cut off from it for some minutes"
          : "it sends more messages than it may; they are dropped",
      );
    return false;
  }

  /** Once a minute for each sender. */
  #isNews(sender: string): boolean {
    const now = ticksOf(this.options.clock);
    if (now - (this.#warned.get(sender) ?? -Infinity) < WARN_EVERY_MS) return false;
    if (this.#warned.size >= MOST_WARNED) this.#warned.clear();
    this.#warned.set(sender, now);
    return true;
  }
}
