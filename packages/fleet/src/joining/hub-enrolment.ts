import { randomBytes } from "node:crypto";
import type { Clock } from "@pilothouse/drivers/port";
import { badKey, type Params, reason } from "@pilothouse/protocol";
import type { Log } from "@pilothouse/server";
import { type FleetKeys, invitationSecret } from "../keys/fleet-keys.js";
import type { NodeId } from "../keys/nkey.js";
import { makeNKey } from "../keys/nkey.js";
import { changeDocument, listDocuments, readDocument, UNCHANGED } from "../state/documents.js";
import type { FleetState } from "../state/state.js";
import { type Invitation, invitationState, type WaitingNode } from "./enrolment.js";
import { fingerprintOf } from "./join-messages.js";
import { claimLike, claimName, nameFrom, releaseName, requireName } from "./names.js";
import type { NodeRecord, RevokedNode, WaitingRecord } from "./node-record.js";
import { writeToken } from "./token.js";
import { pickWaiting, requestsToJoin, waitingKey } from "./waiting-nodes.js";

/** Where nodes find the bus, and how they know it. */
export interface BusPlace {
  readonly addresses: readonly string[];
  /** Certificate (PEM) by which nodes know the bus; undefined when systems know its authority. */
  readonly certificate: string | undefined;
  /** Its SHA-256. */
  readonly fingerprint: Buffer | undefined;
}

export interface EnrolmentOptions {
  readonly state: FleetState;
  readonly keys: FleetKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly place: () => BusPlace;
  readonly reconnectJitter: () => number;
  /** Informs the servers of the bus who was removed. */
  readonly cutOff: () => Promise<void>;
}

/** The node that was accepted or refused. */
type Decided = Pick<NodeRecord, "name"> & Pick<WaitingNode, "node">;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The login outlives the invitation, so that the hub, not the bus, says why it can no longer be used. */
const LOGIN_AFTER = { usual: DAY, waiting: 30 * DAY } as const;

/**
 * Who belongs to the fleet, kept in the hubs' state. Every method throws an `RpcError`, for people, when it
 * cannot be done.
 */
export class HubEnrolment {
  constructor(private readonly options: EnrolmentOptions) {}

  /** Resolves when the invitation is saved. The token is returned only here. */
  async invite(
    request: Params<"fleet.invite">,
    by: string,
  ): Promise<{ token: string; invitation: Invitation }> {
    const { state, keys, clock, place } = this.options;
    const { labels = {}, uses = 1, lifetime = HOUR, wait = false, replaces } = request;
    if (replaces !== undefined && uses > 1)
      throw badKey("uses", "wants 1: only one node can take the place of another");
    if (replaces !== undefined && (await this.#record(replaces)) === undefined)
      throw badKey("replaces", "names no node of the fleet");
    const { addresses, fingerprint } = place();
    const created = clock.now();
    const id = randomBytes(8).toString("hex");
    const key = makeNKey("user");
    const invitation: Invitation = {
      ...{ id, labels, uses, used: [], created, expires: created + lifetime, wait, by, login: key.id },
      ...(replaces !== undefined && { replaces }),
    };
    await state.put(`invitation/${id}`, JSON.stringify(invitation), 0);
    const token = writeToken({
      ...{ addresses, fingerprint, id },
      fleet: keys.operator.id,
      account: keys.account.id,
      secret: invitationSecret(keys, id),
      key,
      role: keys.joiner,
      iat: Math.floor(created / 1_000),
      exp: Math.ceil((invitation.expires + LOGIN_AFTER[wait ? "waiting" : "usual"]) / 1_000),
    });
    return { token, invitation };
  }

  /** What a node is called; of one that was removed, what it was called. */
  async nameOf(node: NodeId): Promise<string> {
    const kept =
      (await this.#record(node)) ?? (await readDocument<RevokedNode>(this.options.state, `revoked/${node}`));
    return kept?.name ?? fingerprintOf(node);
  }

  async invitations(): Promise<readonly Invitation[]> {
    const all = await listDocuments<Invitation>(this.options.state, "invitation/");
    return [...all.values()].sort((a, b) => a.created - b.created);
  }

  /** No more nodes can join with it; nodes that have joined stay. */
  async revokeInvitation(id: string): Promise<void> {
    const { state, clock } = this.options;
    const found = await changeDocument<Invitation>(state, `invitation/${id}`, (now) =>
      now === undefined || now.revoked !== undefined ? UNCHANGED : { ...now, revoked: clock.now() },
    );
    if (found === undefined) throw badKey("revoke", `there is no invitation ${id}`);
    await this.cleanUp();
  }

  async waiting(): Promise<readonly WaitingNode[]> {
    return (await this.#requests()).filter(({ record }) => record.refused === undefined);
  }

  /**
   * By its fingerprint or key, or by its name if no other that waits wants that one. It gets a name that is free. The
   * invitation is used by this, and the name is the node's from now on. Each step can be repeated: cut short, the node
   * still waits.
   */
  async accept(which: string): Promise<Decided> {
    const { state, clock } = this.options;
    const { node, record: asked } = pickWaiting(which, await this.waiting(), "accept");
    const invitation = await useInvitation(state, asked.invitation, node);
    if (!invitation?.used.includes(node))
      throw badKey(
        "accept",
        "its invitation was used as often as it allows, or revoked; let the node join with a new one",
      );
    const known = await this.#record(node);
    const name = await claimLike(this.options, known?.name ?? asked.name, node);
    const now = clock.now();
    await changeDocument<NodeRecord>(state, `node/${node}`, (before) =>
      before === undefined
        ? { name, labels: asked.labels, joined: now, invitation: asked.invitation, accepted: now }
        : UNCHANGED,
    );
    await forget(state, waitingKey(asked.invitation, node));
    return { node, name };
  }

  async refuse(which: string): Promise<Decided> {
    const { state, clock } = this.options;
    const { node, record } = pickWaiting(which, await this.waiting(), "refuse");
    await changeDocument<WaitingRecord>(state, waitingKey(record.invitation, node), (now) =>
      now === undefined ? UNCHANGED : { ...now, refused: clock.now() },
    );
    return { node, name: record.name };
  }

  /** Forgets requests whose invitation is of no use any more. */
  async cleanUp(): Promise<void> {
    await this.#requests();
  }

  /** Makes a record for a node that has a key of the fleet. A name that was chosen must be free. */
  async adopt(
    node: NodeId,
    { name: wanted, labels, chosen }: Pick<NodeRecord, "name" | "labels"> & { readonly chosen: boolean },
  ): Promise<string> {
    const { state, clock } = this.options;
    if (chosen) requireName(wanted);
    if (chosen && !(await claimName(this.options, wanted, node)))
      throw badKey("name", reason("node.taken", { name: wanted }));
    const name = chosen ? wanted : await claimLike(this.options, nameFrom(wanted), node);
    const joined = clock.now();
    const record = await changeDocument<NodeRecord>(
      state,
      `node/${node}`,
      (now) => now ?? { name, labels, joined, invitation: "" },
    );
    return record?.name ?? name;
  }

  /** Throws unless the name is free and well-formed. */
  async rename(node: NodeId, name: string): Promise<void> {
    const { state } = this.options;
    requireName(name);
    const before = await this.#record(node);
    if (before === undefined) throw badKey("node", "there is no such node in the fleet");
    if (before.name === name) return;
    if (!(await claimName(this.options, name, node))) throw badKey("name", reason("node.taken", { name }));
    const after = await changeDocument<NodeRecord>(state, `node/${node}`, (now) => now && { ...now, name });
    await releaseName(state, after === undefined ? name : before.name, node);
  }

  /** Cuts the node off within seconds, for good: only a newer invitation brings it back. Works for dead nodes too. */
  async remove(node: NodeId): Promise<void> {
    const { state, cutOff } = this.options;
    const { name } = (await this.#record(node)) ?? { name: fingerprintOf(node) };
    await this.revoke(node, name);
    await releaseName(state, name, node);
    await cutOff();
  }

  /** First the revocation, then the record: cut short between the two, it is cut off and still to be removed. */
  async revoke(node: NodeId, name: string): Promise<void> {
    const { state, clock } = this.options;
    // Later than an earlier one: a login that was given after that one ends too, also if a clock was set back.
    await changeDocument<RevokedNode>(state, `revoked/${node}`, (before) => ({
      ...{ name, at: Math.max(clock.now(), (before?.at ?? 0) + 1_000) },
    }));
    await changeDocument<NodeRecord>(state, `node/${node}`, () => undefined);
  }

  /** All requests whose invitation is open; the others are forgotten. */
  async #requests(): Promise<WaitingNode[]> {
    const { state, clock } = this.options;
    const open = new Map<string, boolean>();
    const found: WaitingNode[] = [];
    for (const one of await requestsToJoin(state)) {
      const { invitation: id } = one.record;
      if (!open.has(id)) {
        const invitation = await readDocument<Invitation>(state, `invitation/${id}`);
        open.set(id, invitation !== undefined && invitationState(invitation, clock.now()) === "open");
      }
      if (open.get(id)) found.push(one);
      else await forget(state, waitingKey(id, one.node));
    }
    return found;
  }

  #record(node: NodeId): Promise<NodeRecord | undefined> {
    return readDocument<NodeRecord>(this.options.state, `node/${node}`);
  }
}

const forget = (state: FleetState, key: string) => changeDocument(state, key, () => undefined);

/** Counts the node among those that have used the invitation, if there is a use left. */
export const useInvitation = (state: FleetState, id: string, node: NodeId): Promise<Invitation | undefined> =>
  changeDocument<Invitation>(state, `invitation/${id}`, (now) =>
    now === undefined || now.used.includes(node) || now.used.length >= now.uses || now.revoked !== undefined
      ? UNCHANGED
      : { ...now, used: [...now.used, node] },
  );
