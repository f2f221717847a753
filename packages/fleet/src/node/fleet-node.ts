import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, serialQueue } from "@pilothouse/drivers/port";
import { badKey, RpcError } from "@pilothouse/protocol";
import type {
  Carrier,
  Log,
  MakeCarrier,
  Membership,
  MembershipOptions,
  MembershipStatus,
  Served,
} from "@pilothouse/server";
import { fingerprintOf, JoinError } from "../joining/join-messages.js";
import type { MembershipRecord } from "../joining/membership-record.js";
import { nameFrom, requireName } from "../joining/names.js";
import { readToken } from "../joining/token.js";
import { leftNote } from "./forget-fleet.js";
import type { NodeLink } from "./node-link.js";
import { NodeStore, type Pending } from "./node-store.js";

interface FleetNodeOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1, for times that must differ from node to node. */
  readonly random?: () => number;
}

/** A service as a member of a fleet: it joins, reports, obeys signed commands, and leaves. */
export class FleetNode implements Membership {
  #served: Served | undefined;
  #options: (MembershipOptions & { readonly stored: NodeStore }) | undefined;
  #link: NodeLink | undefined;
  #stopWaiting: (() => void) | undefined;
  #note: string | null = null;
  /** One after the other: two that join at once would each undo half of the other. */
  readonly #serially = serialQueue();

  constructor(private readonly options: FleetNodeOptions) {}

  /** The carrier by which hubs reach the service. */
  readonly carrier: MakeCarrier = (served): Carrier => {
    this.#served = served;
    return { open: async () => this.#start(), close: (graceMs) => this.#stop(graceMs) };
  };

  open(options: MembershipOptions): void {
    this.#options = { ...options, stored: new NodeStore(options.store) };
  }

  join(token: string, name?: string): Promise<MembershipStatus> {
    return this.#serially(async () => {
      const pending = { token, name: name ?? nameFrom(hostname()), chosen: name !== undefined };
      this.#requireJoinable(pending);
      if (this.#hasJoinedWith(token)) return { ...this.status(), note: JOINED_BEFORE };
      const former = this.#stored.membershipRecord?.name;
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
      try {
        await this.#ask(pending);
      } catch (error) {
        if (!(error instanceof JoinError)) throw error;
        throw new RpcError("refused", error.message, undefined, { reason: "join" });
      }
      await this.#link?.firstContact();
      const status = this.status();
      return former === undefined || status.note !== null ? status : { ...status, note: newKeyNote(former) };
    });
  }

  leave(): Promise<string | null> {
    return this.#serially(async () => {
      const { membershipRecord } = this.#stored;
      this.#stopWaiting?.();
      const said = await this.#link?.leave();
      this.#stopWaiting = undefined;
      this.#link = undefined;
      this.#note = null;
      await this.#stored.leave();
      return membershipRecord === undefined ? null : leftNote(membershipRecord.name, said);
    });
  }

  status(): MembershipStatus {
    const { membershipRecord, pending, knownKey, askingKey } = this.#stored;
    const key = (pending === undefined ? membershipRecord && knownKey : askingKey)?.id ?? null;
    const note = this.#link?.note ?? this.#note;
    const common = {
      ...{ key, fingerprint: key === null ? null : fingerprintOf(key), note },
      ...{ instance: this.#link?.instance ?? null, identity: this.#link?.identity ?? "own" },
    };
    if (pending !== undefined) {
      const { fleet = null, addresses = [] } = readToken(pending.token) ?? {};
      return { ...common, state: "waiting", name: pending.name, fleet, addresses };
    }
    if (membershipRecord === undefined)
      return { ...common, state: "none", name: null, fleet: null, addresses: [] };
    const { name, fleet, addresses } = membershipRecord;
    const state = this.#link?.connected ? "connected" : "disconnected";
    return { ...common, state, name, fleet, addresses };
  }

  get #stored(): NodeStore {
    if (this.#options === undefined) throw new Error("the service has not started");
    return this.#options.stored;
  }

  #requireJoinable({ token, name }: Pending): void {
    const invitation = readToken(token);
    if (invitation === undefined)
      throw badKey("token", "is not an invitation to a fleet, or was not copied whole");
    const { fleet = invitation.fleet } = this.#stored.membershipRecord ?? {};
    if (fleet !== invitation.fleet)
      throw new RpcError("refused", "this node belongs to another fleet; leave that first", undefined, {
        reason: "member",
      });
    requireName(name);
  }

  #hasJoinedWith(token: string): boolean {
    const { invitation } = this.#stored.membershipRecord ?? {};
    return invitation !== undefined && invitation === readToken(token)?.id;
  }

  /** Asks the fleet, and keeps what it says. */
  async #ask(pending: Pending): Promise<void> {
    const { clock } = this.options;
    const token = readToken(pending.token);
    if (token === undefined) throw new JoinError("The invitation is damaged", true);
    const key = await this.#stored.keyFor(pending.token);
    // Loaded here: a service that belongs to no fleet starts without the client of the bus.
    const { askToJoin } = await import("../joining/ask-to-join.js");
    const { id: signing } = await this.#stored.signingKey(key);
    const { name, chosen } = pending;
    const asked = await askToJoin({ token, key, signing, name, chosen, clock });
    this.#note = null;
    if ("waiting" in asked) {
      await this.#stored.keepPending({ ...pending, name: asked.waiting });
      this.#wait(pending);
      return;
    }
    await this.#stored.joined(asked.membershipRecord, key);
    await this.#connect(asked.membershipRecord);
  }

  #start(): void {
    const { membershipRecord, pending } = this.#stored;
    if (membershipRecord !== undefined) void this.#connect(membershipRecord);
    if (pending !== undefined) this.#wait(pending);
  }

  #wait(pending: Pending): void {
    this.#stopWaiting ??= askUntilDecided(
      () => this.#serially(() => this.#askAgain(pending)),
      this.options.random ?? Math.random,
    );
  }

  /** Whether to go on asking. */
  async #askAgain(pending: Pending): Promise<boolean> {
    try {
      await this.#ask(pending);
      return this.#stored.pending !== undefined;
    } catch (error) {
      if (!(error instanceof JoinError)) throw error;
      this.#note = error.message;
      if (!error.final) return true;
      this.options.log.warn(`the fleet does not take this node in: ${error.message}`);
      await this.#stored.forgetPending();
      return false;
    }
  }

  async #connect(membershipRecord: MembershipRecord): Promise<void> {
    // The hubs are told that this connection ends: with another key the node would count as two machines for ever.
    await this.#link?.close(0, "stopped");
    const served = this.#served;
    const options = this.#options;
    const key = options?.stored.knownKey;
    if (served === undefined || options === undefined || key === undefined) return;
    const { answer, settings } = served;
    const link = await import("./node-link.js");
    this.#link = new link.NodeLink({
      ...{ membershipRecord, answer, store: options.stored, audit: options.audit },
      ...{ key, signing: await options.stored.signingKey(key) },
      allow: () => settings()["fleet.allow"],
      random: this.options.random ?? Math.random,
      clock: this.options.clock,
      log: this.options.log,
    });
    this.#link.start();
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopWaiting?.();
    await this.#link?.close(graceMs, "stopped");
  }
}

const newKeyNote = (former: string): string =>
  `It joins with a new key. The node ${former}, whose key it has had, stays in the fleet: remove it at the hub, unless another machine works with that key`;

const JOINED_BEFORE =
  "It has joined with this invitation before, so nothing was changed. If this machine is a copy of another one, join with a new invitation";

const EVERY_MS = 15_000;

/**
 * Asks from time to time until somebody has accepted or refused the node: `ask` resolves with whether to ask again. The
 * result stops it, without a wait for a question that is under way: that may be what stops it.
 */
function askUntilDecided(ask: () => Promise<boolean>, random: () => number): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const run = async () => {
    do await sleep((0.1 + random()) * EVERY_MS, undefined, { signal }).catch(() => {});
    while (!signal.aborted && (await ask().catch(() => true)));
  };
  void run();
  return () => closing.abort();
}
