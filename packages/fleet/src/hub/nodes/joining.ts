import { INVITATION_LIFE, type InvitationEntry, RpcError, type WaitingEntry } from "@pilothouse/protocol";
import type { Change, Handlers } from "@pilothouse/server";
import { type Invitation, invitationState, type WaitingNode } from "../../joining/enrolment.js";
import type { HubEnrolment } from "../../joining/hub-enrolment.js";
import { fingerprintOf } from "../../joining/join-messages.js";
import { mostWaiting } from "../../joining/waiting-nodes.js";
import { callerName } from "../operators/authority.js";
import { findNode, type NodeFinder } from "./find-node.js";

/** Who may join: invitations, and nodes that wait. */
export const joiningHandlers = (
  enrolment: HubEnrolment,
  found: NodeFinder,
  now: () => number,
): Pick<Handlers, "fleet.invite" | "fleet.invitations" | "fleet.waiting"> => ({
  "fleet.invite": ({ replaces: which, ...request }, call) =>
    call.audited("node invited", async (changed) => {
      call.sessionSignal.throwIfAborted();
      const replaced = which === undefined ? undefined : findNode(found, which, call.session, "replaces");
      const by = callerName(call.session);
      const { token, invitation } = await enrolment.invite(
        { lifetime: INVITATION_LIFE, ...request, ...(replaced && { replaces: replaced.id }) },
        by,
      );
      const { id, expires, uses, labels } = invitation;
      changed([
        { name: "invitation", old: null, new: id },
        { name: "uses", old: null, new: String(uses) },
        ...(which === undefined ? [] : [{ name: "replaces", old: null, new: which }]),
        ...labelled(labels),
      ]);
      return { token, id, expires };
    }),

  async "fleet.invitations"({ revoke }, call) {
    if (revoke !== undefined)
      await call.audited("invitation revoked", async (changed) => {
        call.sessionSignal.throwIfAborted();
        await enrolment.revokeInvitation(revoke);
        changed([{ name: "invitation", old: revoke, new: null }]);
      });
    const waiting = await enrolment.waiting();
    const entry = async (one: Invitation): Promise<InvitationEntry> => ({
      ...invitationEntry(one, waiting.filter(({ record }) => record.invitation === one.id).length, now()),
      replaces: one.replaces === undefined ? null : await enrolment.nameOf(one.replaces),
    });
    return { invitations: await Promise.all((await enrolment.invitations()).map(entry)) };
  },

  async "fleet.waiting"({ accept, refuse }, call) {
    if (accept !== undefined && refuse !== undefined)
      throw new RpcError("invalidParams", "accept and refuse: give one of them");
    let accepted: string | null = null;
    if (accept !== undefined)
      await call.audited("node accepted", async (changed) => {
        call.sessionSignal.throwIfAborted();
        const { node, name } = await enrolment.accept(accept);
        changed([{ name, old: null, new: fingerprintOf(node) }]);
        accepted = name;
      });
    if (refuse !== undefined)
      await call.audited("node refused", async (changed) => {
        call.sessionSignal.throwIfAborted();
        const { node, name } = await enrolment.refuse(refuse);
        changed([{ name, old: fingerprintOf(node), new: null }]);
      });
    const entry = (one: WaitingNode): WaitingEntry => ({
      ...waitingEntry(one),
      gets: found.inventory.nameFor(one.record.name),
    });
    return { waiting: (await enrolment.waiting()).map(entry), accepted };
  },
});

const labelled = (labels: object): Change[] =>
  Object.entries(labels).map(([name, value]) => ({ name: `label ${name}`, old: null, new: String(value) }));

function invitationEntry(
  invitation: Invitation,
  waiting: number,
  now: number,
): Omit<InvitationEntry, "replaces"> {
  const { id, labels, uses, used, wait, by, created, expires } = invitation;
  const state = invitationState(invitation, now);
  const full = waiting >= mostWaiting(invitation);
  return { id, state, labels, uses, used: used.length, waiting, full, wait, by, created, expires };
}

const waitingEntry = ({ node, record, fingerprint }: WaitingNode): Omit<WaitingEntry, "gets"> => ({
  id: node,
  name: record.name,
  labels: record.labels,
  fingerprint,
  since: record.since,
  invitation: record.invitation,
});
