import { randomUUID } from "node:crypto";
import {
  changesSomething,
  checkParams,
  dialectOf,
  errorEnvelope,
  type FleetMethod,
  type Guard,
  type Incoming,
  type MethodName,
  ownProperty,
  type Params,
  type Request,
  type Result,
  RpcError,
  readEnvelope,
  reason,
  resultEnvelope,
  writeResult,
} from "@pilothouse/protocol";
import type { Audit } from "../audit/audit.js";
import type { Auth } from "../auth/auth.js";
import { countedAs } from "../auth/guessing/address.js";
import { requireScope } from "../auth/sessions/require-scope.js";
import type { Session } from "../auth/sessions/session.js";
import type { Log } from "../log.js";
import { DISK_FULL, isDiskFull } from "../store/disk-full.js";
import type { RequestMeter } from "../telemetry/request-meter.js";
import { type BatchState, Call, type Peer, type Work } from "./call.js";
import { type Answerable, answerable, type MethodOptions } from "./methods.js";
import { asRpcError } from "./router-error.js";
import { asSent } from "./spelling.js";
import { Turns } from "./turns.js";

export type Handlers = {
  readonly [M in MethodName]: (params: Params<M>, call: Call) => Result<M> | Promise<Result<M>>;
};
/** What a service with a router answers. A method without a handler does not compile. */
export type ServiceHandlers = Omit<Handlers, FleetMethod>;

export interface Reply {
  readonly text: string;
  /** The caller is to wait this many seconds; a carrier that has a word for it says so. */
  readonly retryAfter: number | undefined;
  /** What is to be done once the answer has left, or can no longer leave. */
  readonly afterwards: (() => void) | undefined;
}

/** The only way in: text of a request to text of its answer, at once where nothing has to be waited for. */
export type Answer = (text: string, peer: Peer) => Reply | Promise<Reply>;

interface Options extends MethodOptions {
  readonly auth: Auth;
  readonly handlers: Partial<Handlers>;
  /** Where a method can be called that this server does not have. */
  readonly notFoundHint: (method: MethodName) => string;
  readonly audit: Audit;
  readonly meter: RequestMeter;
  readonly log: Log;
}

interface Answering extends Options {
  readonly methods: ReadonlyMap<string, Answerable>;
}

/** Characters from which on reading a request takes longer than answering it. */
const LARGE = 16_384;
/** Methods with long answers, or that search much. What takes long otherwise lets others work meanwhile. */
const HEAVY: ReadonlySet<string | undefined> = new Set<MethodName>([
  ...(["AdvancedSettings", "pilothouse.history", "pilothouse.audit"] as const),
  ...(["pilothouse.events", "pilothouse.changes", "pilothouse.logs", "pilothouse.apply"] as const),
  ...(["fleet.nodes", "fleet.template", "fleet.drift"] as const),
]);

const turns = new Turns();

export function makeAnswer(options: Options): Answer {
  const parts: Answering = { ...options, methods: answerable(options) };
  const answer: Answer = (text, peer) => {
    const incoming = readEnvelope(text);
    return isBatch(incoming) ? answerBatch(parts, incoming, peer) : answerSingle(parts, incoming, peer);
  };
  return (text, peer) =>
    text.length < LARGE ? answer(text, peer) : turns.next(countedAs(peer)).then(() => answer(text, peer));
}

const isBatch = (incoming: Incoming | readonly Incoming[]): incoming is readonly Incoming[] =>
  Array.isArray(incoming);

function answerSingle(parts: Answering, incoming: Incoming, peer: Peer): Reply | Promise<Reply> {
  const state = { after: [], ended: [], turn: () => turns.next(countedAs(peer)) };
  const done = attempt(parts, incoming, peer, state);
  return done instanceof Promise ? done.then((late) => replyTo(late, state)) : replyTo(done, state);
}

function replyTo({ text, error }: Attempt, { after }: BatchState): Reply {
  if (error?.retryAfter === undefined) return { text, retryAfter: undefined, afterwards: inOrder(after) };
  // Turned away like a request that was never read, and so without its id.
  return { text: errorEnvelope("null", error), retryAfter: error.retryAfter, afterwards: undefined };
}

/** One after the other: a batch may write a setting and then read it. */
async function answerBatch(parts: Answering, batch: readonly Incoming[], peer: Peer): Promise<Reply> {
  const state = { after: [], ended: [], turn: () => turns.next(countedAs(peer)) };
  const texts: string[] = [];
  for (const item of batch) {
    if (texts.length > 0) await state.turn();
    texts.push((await attempt(parts, item, peer, state)).text);
  }
  return { text: `[${texts.join(",")}]`, retryAfter: undefined, afterwards: inOrder(state.after) };
}

function inOrder(after: readonly Work[]): Work | undefined {
  if (after.length === 0) return undefined;
  return () => {
    for (const work of after) work();
  };
}

interface Attempt {
  readonly text: string;
  readonly error?: RpcError;
}

/** The one place that turns a throw into an answer. At once, where the handler answers at once. */
function attempt(
  parts: Answering,
  incoming: Incoming,
  peer: Peer,
  state: BatchState,
): Attempt | Promise<Attempt> {
  const began = performance.now();
  if ("error" in incoming) {
    parts.meter.count(undefined, incoming.error.code, performance.now() - began);
    return { text: errorEnvelope(incoming.id, incoming.error) };
  }
  const found = parts.methods.get(incoming.method);
  const method = found?.method.name;
  const succeeded = (result: string): Attempt => {
    parts.meter.count(method, 0, performance.now() - began);
    return { text: resultEnvelope(incoming.id, result) };
  };
  const failed = (thrown: unknown): Attempt => {
    const known = asRpcError(thrown);
    if (known !== undefined && known !== thrown) parts.log.debug({ method, err: thrown }, known.message);
    const error = known ?? incident(parts.log, method, thrown);
    parts.meter.count(method, error.code, performance.now() - began);
    return { text: errorEnvelope(incoming.id, asSent(error, incoming.params)), error };
  };
  try {
    const result = HEAVY.has(method)
      ? turns.next(countedAs(peer)).then(() => carryOut(parts, found, incoming, peer, state))
      : carryOut(parts, found, incoming, peer, state);
    return typeof result === "string" ? succeeded(result) : result.then(succeeded, failed);
  } catch (thrown) {
    return failed(thrown);
  }
}

function carryOut(
  { auth, audit, log, notFoundHint }: Answering,
  found: Answerable | undefined,
  request: Request,
  peer: Peer,
  state: BatchState,
): string | Promise<string> {
  const { params } = request;
  if (found === undefined) throw new RpcError("methodNotFound");
  const { method, handler, takes } = found;
  if (handler === undefined) throw new RpcError("methodNotFound", notFoundHint(method.name as MethodName));
  if (params === undefined) throw new RpcError("invalidParams", "params wants an object of named parameters");
  const { guard } = method.definition;
  const { access } = peer;
  const session =
    guard === "open" || access !== undefined ? undefined : admitted(auth, guard, request, params);
  const checked = checkParams(method, params, takes);
  if (session !== undefined && !logsOut(session, method.name)) requireScope(session.scope, method, checked);
  else if (access !== undefined && access !== "operator")
    requireScope(access, method, checked, "the caller is granted");
  const isChange = changesSomething(method, checked);
  if (!isChange && peer.hasLeft?.()) throw new RpcError("refused", "the caller has left");
  const call = new Call(peer, session, audit, auth.tokens, state);
  const result = isChange
    ? withRecord(method.name, call, log, () => handler(checked.params, call))
    : handler(checked.params, call);
  if (!(result instanceof Promise)) return writeResult(method, result, checked.asked);
  return result.then((late) => writeResult(method, late, checked.asked));
}

/** A person may log out with any scope. The token of a program can only be ended by others. */
const logsOut = ({ person, program }: Session, name: string): boolean =>
  person !== undefined && !program && name === "pilothouse.logout";

/** Makes sure that a change is recorded before it is answered, even if its handler has forgotten to. */
async function withRecord<T>(name: string, call: Call, log: Log, work: () => T | Promise<T>): Promise<T> {
  const recordIfForgotten = async (outcome: () => Promise<void>) => {
    if (call.recorded) return;
    log.error({ method: name }, "the handler has not recorded this change; only its method is recorded");
    await call.audited("call", outcome, { method: name });
  };
  try {
    const result = await work();
    await recordIfForgotten(async () => {});
    return result;
  } catch (error) {
    // What is refused before anything was tried changes nothing; what fails in another way may have.
    if (asRpcError(error) === undefined) await recordIfForgotten(() => Promise.reject(error));
    throw error;
  }
}

function admitted(auth: Auth, guard: Exclude<Guard, "open">, { method, token }: Request, params: object) {
  const speaks = () => dialectOf([method, ...Object.keys(params)]);
  return auth.admit(guard, ownProperty(params, "Token") ?? token, speaks);
}

/** Strangers get a number; the log has the cause with the same number. */
function incident(log: Log, method: string | undefined, cause: unknown): RpcError {
  if (isDiskFull(cause)) {
    log.error({ method, err: cause }, DISK_FULL);
    return new RpcError("internal", reason("service.diskFull"), undefined, { reason: "diskFull" });
  }
  const number = randomUUID();
  log.error({ incident: number, method, err: cause }, "a request failed");
  return new RpcError("internal", reason("service.incident", { number }));
}
