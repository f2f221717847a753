import type { Clock } from "@pilothouse/drivers/port";
import {
  badKey,
  checkParams,
  findMethod,
  hideSecrets,
  includes,
  QUEUE_LIFE,
  type QueuedEntry,
  RpcError,
  reason,
  scopeNeeded,
} from "@pilothouse/protocol";
import { type Call, type Handlers, outOfScope } from "@pilothouse/server";
import { Conflict } from "../../state/state.js";
import { findNode, type NodeFinder } from "../nodes/find-node.js";
import type { Authority } from "../operators/authority.js";
import { type CallQueue, MOST_WAITING } from "./call-queue.js";
import type { InQueue } from "./queued-call.js";

export interface QueueNeeds extends NodeFinder {
  readonly queue: CallQueue;
  readonly authority: Authority;
  readonly clock: Clock;
}

interface QueueRequest {
  readonly node: string;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
  readonly lifetime: number;
}

/** Many may wait, and each is kept by every hub. */
const MOST_CHARACTERS = 64 * 1024;

/** Calls that wait for their nodes. */
export function queueHandlers(needs: QueueNeeds): Pick<Handlers, "fleet.queue"> {
  const { queue, inventory, operators } = needs;
  return {
    async "fleet.queue"({ node, method, params, lifetime = QUEUE_LIFE, cancel }, call) {
      if (cancel !== undefined && method !== undefined)
        throw new RpcError("invalidParams", "cancel and method: give one of them");
      if (method !== undefined && node === undefined) throw badKey("node", "is missing: whose call it is");
      if (method === undefined && params !== undefined) throw badKey("params", "goes with method");
      if (cancel !== undefined) await cancelCall(needs, cancel, call);
      if (method !== undefined && node !== undefined)
        await addCall(needs, { node, method, params: params ?? {}, lifetime }, call);
      const sees = operators.sees(call.session);
      const only = node === undefined ? undefined : findNode(needs, node, call.session).id;
      const shown = queue.list().flatMap((one): QueuedEntry[] => {
        const found = inventory.find(one.node);
        if (found === undefined || !sees(found) || (only !== undefined && only !== one.node)) return [];
        return [entryOf(one, found.name)];
      });
      return { queue: shown };
    },
  };
}

function entryOf({ id, call }: InQueue, node: string): QueuedEntry {
  const { method, params, by, queued, expires, state, ended, coded = null } = call;
  const outcome = call.outcome && hideSecrets(call.outcome);
  return { id, node, method, keys: Object.keys(params), by, queued, expires, state, outcome, coded, ended };
}

const addCall = (needs: QueueNeeds, request: QueueRequest, call: Call): Promise<void> =>
  call.audited("call queued", async (changed) => {
    const { queue, operators, authority, clock } = needs;
    const node = findNode(needs, request.node, call.session);
    const name = findMethod(request.method);
    if (name === undefined) throw badKey("method", "is unknown");
    if (JSON.stringify(request.params).length > MOST_CHARACTERS)
      throw badKey(
        "params",
        `are longer than ${MOST_CHARACTERS} characters; call the node when it is online`,
      );
    if ("Token" in request.params) throw badKey("params", "must not hold a Token");
    const need = scopeNeeded(name, checkParams(name, request.params));
    if (need.scope === "read" || need.scope === "all")
      throw badKey(
        "method",
        `cannot wait: ${need.what} needs the scope ${need.scope}, and only operate and settings can`,
      );
    const scope = operators.nodeScope(call.session);
    if (!includes(scope, need.scope)) throw outOfScope(need.what, need.scope, `you have ${scope}`);
    // Its owner may change that until it is back; one that is here would only refuse it.
    const { report, state } = node;
    if (state === "online" && report !== undefined && !includes(report.allow, need.scope))
      throw new RpcError("refused", reason("node.allow", { name: node.name, allow: report.allow }));
    if (queue.waiting(node.id).length >= MOST_WAITING)
      throw new RpcError("refused", `${MOST_WAITING} calls wait for ${node.name} already`);
    const grant = authority.grant(call.session, need.scope);
    await queue.add(node.id, {
      method: name,
      params: request.params,
      by: grant.name,
      grant,
      expires: clock.now() + request.lifetime,
    });
    changed([{ name: node.name, old: null, new: whatOf(name, request.params) }]);
  });

const cancelCall = (needs: QueueNeeds, id: string, call: Call): Promise<void> =>
  call.audited("queued call cancelled", async (changed) => {
    const { queue, operators, inventory } = needs;
    const sees = operators.sees(call.session);
    const found = queue.list().find((one) => one.id === id);
    const node = found && inventory.find(found.node);
    if (found === undefined || node === undefined || !sees(node))
      throw badKey("cancel", "is not the id of a call here");
    const scope = found.call.grant?.scope ?? "operate";
    if (!includes(operators.nodeScope(call.session), scope))
      throw new RpcError("outOfScope", `this needs the scope ${scope}`, undefined, { scope });
    call.sessionSignal.throwIfAborted();
    try {
      await queue.cancel(found);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw badKey("cancel", "does not wait any more, or is being sent");
    }
    changed([{ name: node.name, old: whatOf(found.call.method, found.call.params), new: null }]);
  });

/** What a call does, for the audit: the keys that it asks for, or else its method. */
const whatOf = (method: string, params: object): string => Object.keys(params).join(", ") || method;
