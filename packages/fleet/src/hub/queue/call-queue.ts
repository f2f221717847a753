import { randomBytes } from "node:crypto";
import { codedTextOf, parseJson, type Reason, reason } from "@pilothouse/protocol";
import type { Grant } from "@pilothouse/server";
import { type NodeId, NodeRefused, type Said } from "../../bus/hub-bus.js";
import { saidByNode } from "../../bus/said.js";
import { inTurns } from "../../in-turns.js";
import { follow } from "../../state/follow.js";
import { Conflict, type Stored } from "../../state/state.js";
import { type GracefulWaits, gracefulIn, type WaitOptions } from "./graceful-waits.js";
import { type InQueue, inQueue, keyOf, placeOf, type QueuedCall } from "./queued-call.js";

interface Options extends WaitOptions {
  readonly waits: GracefulWaits;
  /** This hub's name for ever. */
  readonly hub: string;
}

/** A node refuses what it receives later than this. */
const EXPIRES_MS = 20_000;
/** As long as an update may take. */
const PATIENCE_MS = 15 * 60_000;
const KEEP_MS = 7 * 86_400_000;
/** For one node: more would be a mistake of a program. */
export const MOST_WAITING = 100;
/** For one node: who may queue and cancel could otherwise fill the disk of the hub. */
const MOST_ENDED = 100;

type NewCall = Pick<QueuedCall, "method" | "params" | "by" | "expires"> & {
  readonly grant: Grant;
};

/**
 * Calls for nodes that are away. Each is carried out once, even if it is sent again: the node keeps the result
 * under the call's name, and answers a repetition with that. So a hub that dies in between just sends it again.
 */
export class CallQueue {
  /** By node, and by their keys. */
  readonly #calls = new Map<NodeId, Map<string, InQueue>>();
  readonly #sending = new Set<NodeId>();
  #endWatch: (() => void) | undefined;

  constructor(readonly options: Options) {}

  async start(): Promise<void> {
    const { state } = this.options;
    this.#endWatch = await follow(state, "queue/", (key, stored) => this.#changed(key, stored));
  }

  stop(): void {
    this.#endWatch?.();
  }

  /** All that is known, oldest first. */
  list(): InQueue[] {
    return [...this.#calls.values()].flatMap((calls) => [...calls.values()]).sort(byAge);
  }

  /** Resolves with its id when it is kept. */
  async add(node: NodeId, call: NewCall): Promise<string> {
    const id = randomBytes(8).toString("hex");
    const whole: QueuedCall = {
      ...call,
      ...{ queued: this.options.clock.now(), state: "waiting", outcome: null, ended: null },
    };
    await this.#forgetOldest(node);
    await this.options.state.put(keyOf({ node, id }), JSON.stringify(whole), 0);
    void this.flush(node);
    return id;
  }

  /** Rejects with `Conflict` when it no longer waits. */
  async cancel(found: InQueue): Promise<void> {
    if (found.call.state !== "waiting" || this.#sending.has(found.node) || this.#isElsewhere(found))
      throw new Conflict(keyOf(found));
    await this.#end(found, "cancelled", null);
  }

  waiting(node: NodeId): InQueue[] {
    return [...(this.#calls.get(node)?.values() ?? [])]
      .filter(({ call }) => call.state === "waiting")
      .sort(byAge);
  }

  /** Sends what waits for a node, one after the other, for as long as it is online. Ends what may not be done any more. */
  async flush(node: NodeId): Promise<void> {
    // All nodes of a fleet come online at once when its hub starts, and for few of them something waits.
    if (!this.#calls.has(node) || this.#sending.has(node)) return;
    this.#sending.add(node);
    try {
      const { inventory, authority, clock } = this.options;
      let reached = inventory.find(node)?.state === "online";
      for (const { id } of this.waiting(node)) {
        // As it is now: sending the one before may have taken minutes.
        const one = this.waiting(node).find((other) => other.id === id);
        if (one === undefined) continue;
        const { grant, expires } = one.call;
        const why = authority.refusal(grant, inventory.find(node));
        // They are sent in their order, also by several hubs.
        if (this.#isElsewhere(one)) reached = false;
        else if (expires <= clock.now()) await this.#end(one, "expired", null);
        else if (why !== undefined) await this.#refuse(one, why);
        else if (reached && grant !== undefined) reached = await this.#send(one, grant);
      }
    } catch (error) {
      this.options.log(error);
    } finally {
      this.#sending.delete(node);
    }
  }

  /** Ends what has expired, tries again what could not be sent, and forgets what is long over. */
  async cleanUp(): Promise<void> {
    const { clock, inventory } = this.options;
    const old = this.list().filter(({ call }) => call.ended !== null && call.ended < clock.now() - KEEP_MS);
    for (const one of old) await this.#forget(one);
    for await (const node of inTurns([...this.#calls.keys()])) {
      if (inventory.find(node) === undefined)
        for (const one of this.waiting(node)) await this.#end(one, "failed", reason("queue.removed"));
      void this.flush(node);
    }
  }

  async #forgetOldest(node: NodeId): Promise<void> {
    const ended = [...(this.#calls.get(node)?.values() ?? [])]
      .filter(({ call }) => call.ended !== null)
      .sort((a, b) => (b.call.ended ?? 0) - (a.call.ended ?? 0));
    for (const one of ended.slice(MOST_ENDED - 1)) await this.#forget(one);
  }

  #forget(one: InQueue): Promise<void> {
    return this.options.state.remove(keyOf(one), one.revision).catch(this.options.log);
  }

  /** Whether another hub is sending it. What this one sent before it was started again, it sends again. */
  #isElsewhere({ call: { sending } }: InQueue): boolean {
    const { hub, clock } = this.options;
    return sending !== undefined && sending.hub !== hub && sending.until > clock.now();
  }

  /** From now on it is this hub's to send; undefined when somebody has just cancelled, refused or taken it. */
  async #take(one: InQueue): Promise<InQueue | undefined> {
    const { hub, clock } = this.options;
    return this.#write(one, { ...one.call, sending: { hub, until: clock.now() + PATIENCE_MS } });
  }

  /** False when the node could not be reached: it waits on. */
  async #send(waiting: InQueue, grant: Grant): Promise<boolean> {
    const one = await this.#take(waiting);
    if (one === undefined) return false;
    const { bus, clock, waits } = this.options;
    const { scope } = grant;
    const { method, params, by, expires } = one.call;
    // The same when it is sent again.
    const key = `queue/${one.id}`;
    const graceful = gracefulIn(method, params);
    const command = {
      text: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      ...{ by, scope, expires: Math.min(expires, clock.now() + EXPIRES_MS) },
      once: { key, epoch: 0 },
      ...(graceful && { order: key }),
    };
    const notDone = graceful && (await waits.add(one.node, { action: graceful, order: key, grant }));
    try {
      const answer = await bus.call(one.node, command, { timeoutMs: PATIENCE_MS });
      const { error } = parseJson(answer) as {
        readonly error?: { readonly message?: unknown; readonly data?: unknown };
      };
      if (notDone && error) await notDone();
      await this.#end(one, error ? "failed" : "done", error ? saidByNode(error.message, error.data) : null);
      return true;
    } catch (error) {
      if (!(error instanceof NodeRefused)) {
        await this.#write(one, unsent(one.call));
        return false;
      }
      if (notDone) await notDone();
      await this.#end(one, "failed", error.why);
      return true;
    }
  }

  async #refuse(one: InQueue, why: Reason): Promise<void> {
    const { authority, inventory } = this.options;
    await this.#end(one, "failed", why);
    const node = inventory.find(one.node)?.name;
    await authority.refused(one.call.grant, { what: one.call.method, node, why });
  }

  async #end(one: InQueue, state: QueuedCall["state"], why: Reason | Said | null): Promise<void> {
    const ended = this.options.clock.now();
    // What was asked in detail is of no use any more.
    // What it did is still told by the names of its parameters; their values are not kept.
    const params = Object.fromEntries(Object.keys(one.call.params).map((key) => [key, null]));
    const call: QueuedCall = { ...unsent(one.call), params, state, ...outcomeOf(why), ended };
    const written = await this.#write(one, call);
    if (written === undefined && state === "cancelled") throw new Conflict(keyOf(one));
  }

  /** Undefined when another hub has just written what became of it. */
  async #write(one: InQueue, call: QueuedCall): Promise<InQueue | undefined> {
    try {
      const revision = await this.options.state.put(keyOf(one), JSON.stringify(call), one.revision);
      return { ...one, call, revision };
    } catch (error) {
      if (error instanceof Conflict) return undefined;
      throw error;
    }
  }

  #changed(key: string, stored: Stored | undefined): void {
    const { node } = placeOf(key);
    const calls = this.#calls.get(node) ?? new Map<string, InQueue>();
    const known = calls.get(key);
    if (stored === undefined) calls.delete(key);
    else if (known?.revision !== stored.revision) calls.set(key, inQueue(key, stored.text, stored.revision));
    if (calls.size === 0) this.#calls.delete(node);
    else this.#calls.set(node, calls);
  }
}

/** The text is also for hubs of other versions, which may not know the code. */
function outcomeOf(why: Reason | Said | null): Pick<QueuedCall, "outcome" | "coded"> {
  if (why === null || typeof why === "string") return { outcome: why };
  const coded = codedTextOf(why);
  return { outcome: coded.text, coded };
}

const unsent = ({ sending: _, ...call }: QueuedCall): QueuedCall => call;

const byAge = (a: InQueue, b: InQueue): number => a.call.queued - b.call.queued || (a.id < b.id ? -1 : 1);
