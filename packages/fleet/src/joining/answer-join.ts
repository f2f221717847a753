import { timingSafeEqual } from "node:crypto";
import { serialQueue } from "@pilothouse/drivers/port";
import { parseJson } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import { boxFor } from "../keys/box.js";
import { inboxOf, invitationSecret, reportKey } from "../keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../keys/jwt.js";
import { rawPublic } from "../keys/nkey-text.js";
import { LARGEST, SIGNATURE, sign, verified } from "../keys/signed-text.js";
import { changeDocument, readDocument, UNCHANGED } from "../state/documents.js";
import type { Invitation } from "./enrolment.js";
import { type EnrolmentOptions, type HubEnrolment, useInvitation } from "./hub-enrolment.js";
import { type JoinAnswer, type JoinRequest, proofOf } from "./join-messages.js";
import { claimLike, claimName, nameFrom, nameIsFree, releaseName } from "./names.js";
import type { NodeRecord, RevokedNode, WaitingRecord } from "./node-record.js";
import { MOST_WAITING, mostWaiting, requestsToJoin, waitingKey } from "./waiting-nodes.js";

/** What is kept of the node that asks, and of the one whose place it takes. */
interface Records {
  readonly before: NodeRecord | undefined;
  readonly replaced: NodeRecord | undefined;
}

type Outcome = Omit<JoinAnswer, "nonce" | "at">;

/** How long a node may take from the first step to the last. */
const TRIAL_MS = 600_000;

/** Not now, or not at all; the message is for the person who joins. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly final = true,
  ) {
    super(message);
  }
}

/** The hub's side of joining. Every step may be repeated, and two hubs may each take one. */
export class JoinAnswers {
  /** One after the other, so that the bound on those that wait holds for requests that come at once. */
  readonly #serially = serialQueue();
  readonly #full = new Set<string>();

  constructor(
    private readonly options: EnrolmentOptions,
    private readonly enrolment: HubEnrolment,
  ) {}

  /** The signed answer; undefined for a request that gets none. `reply`: where the answer goes. */
  async answer(invitation: string, message: Uint8Array, reply: string): Promise<Buffer | undefined> {
    const { keys, clock } = this.options;
    const request = readRequest(message);
    if (request === undefined || request.invitation !== invitation || request.fleet !== keys.operator.id)
      return undefined;
    const secret = invitationSecret(keys, invitation);
    if (!sameText(request.proof, proofOf(secret, request)) || !(await this.#isOwnInbox(invitation, reply)))
      return undefined;
    const outcome = await this.#outcome(request, secret).catch((error: unknown): Outcome => {
      if (error instanceof Refusal) return { refused: error.message, final: error.final };
      this.options.log.error({ err: error }, "a request to join could not be answered");
      return { refused: "The hub could not do this now; its log says why. Try again later", final: false };
    });
    const answer: JoinAnswer = { nonce: request.nonce, at: clock.now(), ...outcome };
    return sign("joined", JSON.stringify(answer), keys.operator);
  }

  /**
   * Who asks may name any subject for the answer, also one that only hubs may send to, such as an entry of the state
   * that they share.
   */
  async #isOwnInbox(id: string, reply: string): Promise<boolean> {
    const invitation = await readDocument<Invitation>(this.options.state, `invitation/${id}`);
    return reply.startsWith(inboxOf(invitation?.login ?? ""));
  }

  async #outcome(asked: JoinRequest, secret: Buffer): Promise<Outcome> {
    const { state } = this.options;
    const { node, invitation: id } = asked;
    const [invitation, record, revoked] = await Promise.all([
      readDocument<Invitation>(state, `invitation/${id}`),
      readDocument<NodeRecord>(state, `node/${node}`),
      readDocument<RevokedNode>(state, `revoked/${node}`),
    ]);
    if (invitation === undefined)
      throw new Refusal("The fleet does not know this invitation; ask for a new one");
    this.#requireOpen(invitation, asked, record);
    if (record !== undefined && record.invitation !== id)
      throw new Refusal(
        `The key of this machine is that of the node ${record.name}. If you want to join as another node, leave the fleet first (pilothouse leave); then it makes a new key`,
      );
    if (revoked !== undefined && invitation.created <= revoked.at)
      throw new Refusal(
        "This node was removed from the fleet after the invitation was made; ask for a new one",
      );
    if (invitation.wait && record === undefined)
      return { waiting: { name: await this.#serially(() => this.#wait(asked, invitation)) } };
    const replaced = await this.#replaced(invitation, node);
    if (asked.step === "confirm") {
      const locked = orNone(() => boxFor(asked.box, secret, reportKey(this.options.keys, node)));
      if (locked === undefined)
        throw new Refusal(
          "The request has no key to lock the answer with; update this service and try again",
        );
      const name = await this.#join(asked, invitation, { before: record, replaced });
      return { joined: { name, jwt: this.#login(node, revoked), reportKey: locked } };
    }
    // It is said before anything else is tried. The name is claimed in the last step.
    if (asked.chosen && record === undefined) await this.#requireFree(asked, replaced);
    return { member: this.#grant(node, revoked) };
  }

  /** One that has joined may repeat the last step, since it may not have heard the answer. */
  #requireOpen(invitation: Invitation, { node }: JoinRequest, record: NodeRecord | undefined): void {
    const { used, uses, revoked, expires } = invitation;
    if (used.includes(node)) return;
    if (revoked !== undefined) throw new Refusal("This invitation was revoked; ask for a new one");
    const inTime = record?.invitation === invitation.id || this.options.clock.now() < expires;
    if (!inTime)
      throw new Refusal(`This invitation expired at ${new Date(expires).toISOString()}; ask for a new one`);
    if (used.length >= uses)
      throw new Refusal(
        `This invitation was used ${uses === 1 ? "by another node" : `${uses} times, as often as it allows`}; ask for a new one`,
      );
  }

  /** Resolves with the name that it asks for. The newest are refused, so that those who were there before are seen. */
  async #wait({ node, name: wanted }: JoinRequest, invitation: Invitation): Promise<string> {
    const { state, clock } = this.options;
    const { id, labels } = invitation;
    const asked = await readDocument<WaitingRecord>(state, waitingKey(id, node));
    if (asked?.refused !== undefined) throw new Refusal("The operators of the fleet have refused this node");
    if (asked !== undefined) return asked.name;
    const waiting = (await requestsToJoin(state, id)).filter(({ record }) => record.refused === undefined);
    if (
      waiting.length >= mostWaiting(invitation) ||
      (await this.enrolment.waiting()).length >= MOST_WAITING
    ) {
      this.#warnOf(id);
      throw new Refusal(
        `${waiting.length} nodes wait with this invitation already, as many as may. Ask an operator of the fleet to accept or refuse them (pilothouse fleet waiting), or to revoke the invitation ${id} if they are unknown, and try again`,
        false,
      );
    }
    const name = nameFrom(wanted);
    await changeDocument<WaitingRecord>(state, waitingKey(id, node), (now) =>
      now === undefined ? { name, labels, since: clock.now(), invitation: id } : UNCHANGED,
    );
    return name;
  }

  /** Once for each invitation: its holder can ask any number of times. */
  #warnOf(invitation: string): void {
    if (this.#full.has(invitation)) return;
    this.#full.add(invitation);
    this.options.log.warn(
      { invitation },
      "too many nodes wait to be accepted: more of them are refused until you decide on some, or revoke the invitation",
    );
  }

  /**
   * A login for the bus; for one that has not joined yet, only for a while. Its time is the earliest that counts, so
   * that any later removal ends it, also by a hub whose clock is behind, or when the clock of this one was wrong.
   */
  #login(node: string, revoked: RevokedNode | undefined, lifetimeMs?: number): string {
    const { keys, clock } = this.options;
    // What was made at or before the second of a revocation is refused.
    const iat = Math.floor((revoked?.at ?? 0) / 1_000) + 1;
    const exp = lifetimeMs === undefined ? undefined : Math.ceil((clock.now() + lifetimeMs) / 1_000);
    const [role, account] = [keys.node.id, keys.account.id];
    return signedJwt(memberClaims({ id: node, name: node, role, account, iat, exp }), keys.node);
  }

  #grant(node: string, revoked: RevokedNode | undefined) {
    const { place, reconnectJitter } = this.options;
    const { addresses, certificate = null } = place();
    return {
      ...{ jwt: this.#login(node, revoked, TRIAL_MS), addresses, certificate },
      reconnectJitter: reconnectJitter(),
    };
  }

  /**
   * The invitation first: cut short after it, the node repeats the step and finds itself among its users. The node
   * that is replaced last: its record has the name and labels.
   */
  async #join(request: JoinRequest, invitation: Invitation, { before, replaced }: Records): Promise<string> {
    const { state, clock, cutOff } = this.options;
    const { node } = request;
    const { replaces } = invitation;
    const counted = await useInvitation(state, invitation.id, node);
    if (!counted?.used.includes(node))
      throw new Refusal("This invitation was used by another node, or revoked; ask for a new one");
    const name = await this.#name(request, invitation, { before, replaced });
    // A repetition changes nothing: operators may have given it another name or other labels since.
    if (before === undefined || replaced !== undefined) {
      const labels = { ...(replaced ?? before)?.labels, ...invitation.labels };
      await changeDocument<NodeRecord>(state, `node/${node}`, () => ({
        joined: clock.now(),
        ...before,
        name,
        labels,
        invitation: invitation.id,
        signing: request.signing,
      }));
      if (before !== undefined && before.name !== name) await releaseName(state, before.name, node);
    }
    const { signing } = request;
    await changeDocument<NodeRecord>(state, `node/${node}`, (now) =>
      now === undefined || now.signing === signing ? UNCHANGED : { ...now, signing },
    );
    if (replaces === undefined || replaces === node) return name;
    if (replaced !== undefined) {
      await releaseName(state, replaced.name, replaces);
      await this.enrolment.revoke(replaces, replaced.name);
    }
    await cutOff();
    return name;
  }

  /** The record of the node whose place this one takes, while there is one. */
  async #replaced({ replaces }: Invitation, node: string): Promise<NodeRecord | undefined> {
    if (replaces === undefined || replaces === node) return undefined;
    return await readDocument<NodeRecord>(this.options.state, `node/${replaces}`);
  }

  /**
   * A node that is known keeps its name: a repetition changes nothing. One that takes the place of another gets that
   * one's name, unless it has chosen one.
   */
  async #name(
    { node, name, chosen }: JoinRequest,
    { replaces }: Invitation,
    { before, replaced }: Records,
  ): Promise<string> {
    const { state } = this.options;
    const wanted = nameFrom(name);
    const takesOver = replaced !== undefined && (!chosen || wanted === replaced.name);
    if (takesOver && replaces !== undefined) {
      await releaseName(state, replaced.name, replaces);
      return claimLike(this.options, replaced.name, node);
    }
    if (before !== undefined) return claimLike(this.options, before.name, node);
    if (!chosen) return claimLike(this.options, wanted, node);
    if (await claimName(this.options, wanted, node)) return wanted;
    throw new Refusal(nameTaken(wanted), false);
  }

  async #requireFree({ node, name }: JoinRequest, replaced: NodeRecord | undefined): Promise<void> {
    const wanted = nameFrom(name);
    if (wanted === replaced?.name || (await nameIsFree(this.options, wanted, node))) return;
    throw new Refusal(nameTaken(wanted), false);
  }
}

const nameTaken = (name: string): string =>
  `Another node of the fleet is called ${name}; choose another name`;

/** The request, if its node has signed it and it says what it must. */
function readRequest(message: Uint8Array): JoinRequest | undefined {
  try {
    // Which key has signed it is in it, so it is parsed before; it is small and flat.
    const request = parseJson(message.subarray(SIGNATURE), { bytes: LARGEST.join, depth: 2 }) as JoinRequest;
    const { node, signing } = request;
    for (const key of [node, signing])
      if (typeof key !== "string" || rawPublic(key, "user") === undefined) return undefined;
    return verified("join", message, node) === undefined ? undefined : request;
  } catch {
    return undefined;
  }
}

function sameText(a: unknown, b: string): boolean {
  const [one, other] = [Buffer.from(String(a)), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
