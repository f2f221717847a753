import { timingSafeEqual } from "node:crypto";
import { invitationSecret, reportKey } from "../keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../keys/jwt.js";
import { rawPublic } from "../keys/nkey-text.js";
import { seal, unseal } from "../keys/sealed.js";
import { changeDocument, readDocument, UNCHANGED } from "../state/documents.js";
import type { Invitation } from "./enrolment.js";
import type { EnrolmentParts, HubEnrolment } from "./hub-enrolment.js";
import { type JoinAnswer, type JoinRequest, lockKey, proofOf } from "./join-messages.js";
import { claimLike, claimName, nameFrom, releaseName } from "./names.js";
import type { NodeRecord, RevokedNode } from "./node-record.js";

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
  constructor(
    private readonly parts: EnrolmentParts,
    private readonly enrolment: HubEnrolment,
  ) {}

  /** The signed answer; undefined for a request that gets none. */
  async answer(invitation: string, sealed: Uint8Array): Promise<Buffer | undefined> {
    const { keys, clock } = this.parts;
    const request = readRequest(sealed);
    if (request === undefined || request.invitation !== invitation || request.fleet !== keys.operator.id)
      return undefined;
    const secret = invitationSecret(keys, invitation);
    if (!sameText(request.proof, proofOf(secret, request))) return undefined;
    const outcome = await this.#outcome(request, secret).catch((error: unknown): Outcome => {
      if (error instanceof Refusal) return { refused: error.message, final: error.final };
      this.parts.log.error({ err: error }, "a request to join could not be answered");
      return { refused: "The hub could not do this now; its log says why. Try again later", final: false };
    });
    const answer: JoinAnswer = { nonce: request.nonce, at: clock.now(), ...outcome };
    return seal("joined", JSON.stringify(answer), keys.operator);
  }

  async #outcome(asked: JoinRequest, secret: Buffer): Promise<Outcome> {
    const { state } = this.parts;
    const { node, invitation: id } = asked;
    const [invitation, record, revoked] = await Promise.all([
      readDocument<Invitation>(state, `invitation/${id}`),
      readDocument<NodeRecord>(state, `node/${node}`),
      readDocument<RevokedNode>(state, `revoked/${node}`),
    ]);
    if (invitation === undefined)
      throw new Refusal("The fleet does not know this invitation; ask for a new one");
    this.#requireOpen(invitation, asked, record);
    const replaced = await this.#replaced(invitation, node);
    // It gets that node's name anyway, in the last step; until then the other one has it.
    const request = nameFrom(asked.name) === replaced?.name ? { ...asked, chosen: false } : asked;
    if (revoked !== undefined && invitation.created <= revoked.at)
      throw new Refusal(
        "This node was removed from the fleet after the invitation was made; ask for a new one",
      );
    if (record?.refused !== undefined && record.invitation === id)
      throw new Refusal("The operators of the fleet have refused this node");
    if (invitation.wait && (record === undefined || record.waiting || record.invitation !== id))
      return { waiting: { name: await this.#wait(request, invitation, record) } };
    if (request.step === "confirm") {
      const name = await this.#join(request, invitation, { before: record, replaced });
      return { joined: { name, jwt: this.#login(node, revoked) } };
    }
    // A name that is taken is said before anything else is tried.
    if (request.chosen) await this.#name(request, record);
    return { member: this.#grant(node, secret, revoked) };
  }

  /** One that has joined may repeat the last step, since it may not have heard the answer. */
  #requireOpen(invitation: Invitation, { node }: JoinRequest, record: NodeRecord | undefined): void {
    const { used, uses, revoked, expires } = invitation;
    if (used.includes(node)) return;
    if (revoked !== undefined) throw new Refusal("This invitation was revoked; ask for a new one");
    const inTime = record?.invitation === invitation.id || this.parts.clock.now() < expires;
    if (!inTime)
      throw new Refusal(`This invitation expired at ${new Date(expires).toISOString()}; ask for a new one`);
    if (used.length >= uses)
      throw new Refusal(
        `This invitation was used ${uses === 1 ? "by another node" : `${uses} times, as often as it allows`}; ask for a new one`,
      );
  }

  async #wait(request: JoinRequest, { id, labels }: Invitation, before?: NodeRecord): Promise<string> {
    const { state, clock } = this.parts;
    if (before?.waiting && before.invitation === id) return before.name;
    const name = await this.#name(request, before);
    const joined = clock.now();
    await changeDocument<NodeRecord>(state, `node/${request.node}`, (now) =>
      now?.waiting && now.invitation === id
        ? UNCHANGED
        : { name, labels, joined, invitation: id, waiting: true },
    );
    return name;
  }

  /** A login for the bus; for one that has not joined yet, only for a while. */
  #login(node: string, revoked: RevokedNode | undefined, lifetimeMs?: number): string {
    const { keys, clock } = this.parts;
    // What was made at or before the second of a revocation is refused.
    const iat = Math.max(Math.floor(clock.now() / 1_000), Math.floor((revoked?.at ?? 0) / 1_000) + 1);
    const exp = lifetimeMs === undefined ? undefined : iat + Math.ceil(lifetimeMs / 1_000);
    const [role, account] = [keys.node.id, keys.account.id];
    return signedJwt(memberClaims({ id: node, name: node, role, account, iat, exp }), keys.node);
  }

  #grant(node: string, secret: Buffer, revoked: RevokedNode | undefined) {
    const { keys, place, reconnectJitter } = this.parts;
    const { addresses, certificate = null } = place();
    return {
      ...{ jwt: this.#login(node, revoked, TRIAL_MS), addresses, certificate },
      reportKey: lockKey(reportKey(keys, node), secret, node),
      reconnectJitter: reconnectJitter(),
    };
  }

  /**
   * The invitation first: cut short after it, the node repeats the step and finds itself among its users. The node
   * that is replaced last: its record has the name and labels.
   */
  async #join(request: JoinRequest, invitation: Invitation, { before, replaced }: Records): Promise<string> {
    const { state, clock, cutOff } = this.parts;
    const { node } = request;
    const { replaces } = invitation;
    const counted = await changeDocument<Invitation>(state, `invitation/${invitation.id}`, (now) =>
      now === undefined || now.used.includes(node) || now.used.length >= now.uses
        ? UNCHANGED
        : { ...now, used: [...now.used, node] },
    );
    if (!counted?.used.includes(node))
      throw new Refusal("This invitation was used by another node; ask for a new one");
    const release = async () => {
      if (replaces !== undefined && replaced !== undefined) await releaseName(state, replaced.name, replaces);
    };
    if (!request.chosen) await release();
    const name = await this.#name(request, replaced ?? before);
    const labels = { ...(replaced ?? before)?.labels, ...invitation.labels };
    const joined = before?.invitation === invitation.id ? before.joined : clock.now();
    await changeDocument<NodeRecord>(state, `node/${node}`, () => ({
      ...{ name, labels, joined, invitation: invitation.id },
      ...(before?.accepted !== undefined && { accepted: before.accepted }),
    }));
    if (before !== undefined && before.name !== name) await releaseName(state, before.name, node);
    if (replaces === undefined || replaces === node) return name;
    await release();
    if (replaced !== undefined) await this.enrolment.revoke(replaces, replaced);
    await cutOff();
    return name;
  }

  /** The record of the node whose place this one takes, while there is one. */
  async #replaced({ replaces }: Invitation, node: string): Promise<NodeRecord | undefined> {
    if (replaces === undefined || replaces === node) return undefined;
    return await readDocument<NodeRecord>(this.parts.state, `node/${replaces}`);
  }

  /** A node that is known keeps its name, unless it was given another. */
  async #name({ node, name, chosen }: JoinRequest, before: NodeRecord | undefined): Promise<string> {
    const wanted = nameFrom(name);
    if (!chosen) return claimLike(this.parts, before?.name ?? wanted, node);
    if (await claimName(this.parts, wanted, node)) return wanted;
    throw new Refusal(`Another node of the fleet is called ${wanted}; choose another name`, false);
  }
}

/** The request, if its node has signed it and it says what it must. */
function readRequest(sealed: Uint8Array): JoinRequest | undefined {
  try {
    const { node } = JSON.parse(Buffer.from(sealed.subarray(64)).toString("utf8")) as JoinRequest;
    if (typeof node !== "string" || rawPublic(node, "user") === undefined) return undefined;
    const text = unseal("join", sealed, node);
    return text === undefined ? undefined : (JSON.parse(text) as JoinRequest);
  } catch {
    return undefined;
  }
}

function sameText(a: unknown, b: string): boolean {
  const [one, other] = [Buffer.from(String(a)), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
