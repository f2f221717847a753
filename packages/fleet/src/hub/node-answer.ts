import {
  type AuditOutcome,
  checkParams,
  errorEnvelope,
  findMethod,
  type Incoming,
  includes,
  isObject,
  type Need,
  parseJson,
  type Reason,
  type Request,
  RpcError,
  readEnvelope,
  reason,
  scopeNeeded,
} from "@pilothouse/protocol";
import {
  type Actor,
  type Answer,
  type Audit,
  type Auth,
  actorOf,
  holderOf,
  type Log,
  outOfScope,
  type Peer,
  type Reply,
  sessionId,
} from "@pilothouse/server";
import { orNone } from "@pilothouse/system";
import { BusAway, type HubBus, NodeAway, NodeRefused } from "../bus/hub-bus.js";
import { saidAs } from "../bus/said.js";
import { newNonce } from "../keys/signed-text.js";
import type { KnownNode } from "./inventory/known-node.js";
import { findAny, type NodeFinder, standingReason } from "./nodes/find-node.js";
import type { Authority } from "./operators/authority.js";
import { callerName } from "./operators/authority.js";
import { type GracefulWaits, gracefulIn } from "./queue/graceful-waits.js";

interface Options extends NodeFinder {
  readonly auth: Auth;
  readonly audit: Audit;
  readonly authority: Authority;
  readonly waits: GracefulWaits;
  readonly bus: HubBus;
  readonly log: Log;
  readonly now: () => number;
  /** The hub's own way in. */
  readonly hubAnswer: Answer;
}

const NODE_PATH = /^\/nodes\/([A-Za-z0-9.-]{1,63})(?:\/(?:jsonrpc\/?)?)?$/;
/** The token is the hub's, so the hub answers what concerns it. */
const OWN: ReadonlySet<string> = new Set([
  ...["Authenticate", "pilothouse.logout", "pilothouse.setup"],
  ...["pilothouse.challenge", "pilothouse.signIn"],
]);

/** A node refuses what it receives after the hub has given up. */
const PATIENCE_MS = 20_000;
/** What the node answers only when it is done, such as an update. */
const LONG_PATIENCE_MS = 15 * 60_000;
const LONG: ReadonlySet<string> = new Set(["FindUpdates", "Update", "Reseed"]);
/**
 * All calls of one request to a node that is offline. The bus may keep the connection of a machine that hangs or lost
 * its network for minutes, and callers do not wait as long as the hub does for one that is online.
 */
const OFFLINE_PATIENCE_MS = 3_000;

/** `/nodes/NAME/` and `/nodes/NAME/jsonrpc/`: the whole interface of that node, with the hub's token. */
export const nodeAnswers =
  (options: Options) =>
  (path: string): Answer | undefined => {
    const which = NODE_PATH.exec(path)?.[1];
    return which === undefined ? undefined : (text, peer) => answer(options, which, text, peer);
  };

async function answer(options: Options, which: string, text: string, peer: Peer): Promise<Reply> {
  const incoming = readEnvelope(text);
  const since = options.now();
  if (!isBatch(incoming))
    return isOwn(incoming)
      ? options.hubAnswer(text, peer)
      : { ...NOTHING_MORE, text: await passOn(options, which, incoming, peer, since) };
  const texts: string[] = [];
  for (const item of incoming)
    texts.push(
      isOwn(item)
        ? (await options.hubAnswer(textOf(item, item.token), peer)).text
        : oneAnswer(await passOn(options, which, item, peer, since), item.id),
    );
  return { ...NOTHING_MORE, text: `[${texts.join(",")}]` };
}

/** Among answers of the hub itself, a node must not put in more than its own. */
function oneAnswer(text: string, id: string): string {
  if (isObject(orNone(() => parseJson(text)))) return text;
  return errorEnvelope(id, new RpcError("internal", "the node's answer is not a JSON object"));
}

const NOTHING_MORE = { retryAfter: undefined, afterwards: undefined };

const isBatch = (incoming: Incoming | readonly Incoming[]): incoming is readonly Incoming[] =>
  Array.isArray(incoming);

const isOwn = (incoming: Incoming): incoming is Request =>
  !("error" in incoming) && OWN.has(findMethod(incoming.method) ?? "");

/** As it was sent, but without what only the hub may see. The id is kept to the letter. */
function textOf({ id, method, params }: Request, token?: unknown): string {
  const options = [`"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}`];
  if (params !== undefined) options.push(`"params":${JSON.stringify(params)}`);
  if (token !== undefined) options.push(`"Token":${JSON.stringify(token)}`);
  return `{${options.join(",")}}`;
}

async function passOn(
  options: Options,
  which: string,
  incoming: Incoming,
  peer: Peer,
  since: number,
): Promise<string> {
  if ("error" in incoming) return errorEnvelope(incoming.id, incoming.error);
  try {
    return await call(options, which, incoming, peer, since);
  } catch (thrown) {
    if (!(thrown instanceof RpcError))
      options.log.error({ err: thrown, node: which }, "a call to a node failed");
    const error = thrown instanceof RpcError ? thrown : new RpcError("internal", "see the hub's log");
    return errorEnvelope(incoming.id, error);
  }
}

async function call(
  options: Options,
  which: string,
  request: Request,
  peer: Peer,
  since: number,
): Promise<string> {
  const { Token, ...params } = request.params ?? {};
  const session =
    peer.access === "operator" ? undefined : options.auth.admit("token", Token ?? request.token);
  const node = findAny(options, which, session);
  const scope = options.operators.nodeScope(session);
  const need = needOf(request, params);
  if (need !== undefined && !includes(scope, need.scope))
    throw outOfScope(need.what, need.scope, `you have ${scope}`);
  if (node.state === "duplicate" && need?.scope !== "read")
    throw new RpcError("refused", reason("node.duplicate", { name: node.name }), undefined, { key: "node" });
  const text = textOf({ ...request, params: request.params && params });
  const sent = (order?: string) => {
    const now = options.now();
    const isOffline = node.state === "offline";
    const patience = isOffline ? Math.max(1, OFFLINE_PATIENCE_MS - Math.max(0, now - since)) : PATIENCE_MS;
    return options.bus.call(
      node.id,
      {
        ...{ text, scope, languages: peer.languages, expires: now + patience },
        ...{ by: callerName(session), ...(order && { order }) },
      },
      { timeoutMs: !isOffline && isLong(request, params) ? LONG_PATIENCE_MS : patience },
    );
  };
  if (need === undefined || need.scope === "read") return reached(node, sent);
  const actor: Actor = {
    address: actorOf(peer),
    ...(session && { session: sessionId(session), name: holderOf(session) }),
  };
  const { method, key } = need;
  const data = { method, ...(key !== undefined && { key }), node: node.name };
  const record = (outcome: AuditOutcome) => options.audit.add(actor, { action: "call", data, outcome });
  const graceful = gracefulIn(request.method, params);
  const order = graceful && newNonce();
  const notDone =
    order &&
    (await options.waits.add(node.id, {
      ...{ action: graceful, order, grant: options.authority.grant(session, "operate") },
    }));
  try {
    const answered = await reached(node, () => sent(order));
    const refused = ERROR.test(answered);
    if (notDone && refused) await notDone();
    await record(refused ? "refused by the node" : "ok");
    return answered;
  } catch (error) {
    if (notDone && error instanceof RpcError && error.kind === "refused") await notDone();
    await record(error instanceof RpcError ? error.kind : "internal");
    throw error;
  }
}

/** How a node's answer begins that holds an error. */
const ERROR = /^\{"jsonrpc":"2\.0","id":(?:"(?:[^"\\]|\\.)*"|[^,"]+),"error":/;

/** What the call needs, as far as this hub's tables know it; a newer node judges by its own. */
function needOf({ method }: Request, params: object): Need | undefined {
  const name = findMethod(method);
  if (name === undefined) return undefined;
  // The node itself checks bad ones, and allows no more than the caller's scope.
  return orNone(() => scopeNeeded(name, checkParams(name, params as { readonly [key: string]: unknown })));
}

const isLong = ({ method }: Request, params: object): boolean =>
  findMethod(method) === "RouterManager" && Object.keys(params).some((key) => LONG.has(key));

/** What keeps a call from its node, as an answer. */
async function reached(node: KnownNode, send: () => Promise<string>): Promise<string> {
  const { name, seen, state } = node;
  const unreachable = (why: Reason) =>
    new RpcError("internal", why, undefined, { key: "node", reason: "unreachable" });
  const standing = standingReason(node);
  if (standing !== undefined) throw unreachable(standing);
  try {
    return await send();
  } catch (error) {
    if (error instanceof NodeRefused)
      throw new RpcError("refused", reason("node.refused", { name, ...saidAs("text", error.why) }));
    if (error instanceof BusAway) throw unreachable(reason("bus.away"));
    if (!(error instanceof NodeAway)) throw error;
    const unseen = error.unconnected ? "node.unconnected" : "node.silent";
    const code = state === "offline" ? "node.offline" : unseen;
    throw unreachable(
      seen === null
        ? reason(`${code}New`, { name })
        : reason(code, { name, at: new Date(seen).toISOString() }),
    );
  }
}
