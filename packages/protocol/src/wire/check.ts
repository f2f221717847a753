import { badKey, type ErrorName, RpcError } from "../kernel/errors.js";
import { bySpelling } from "../kernel/names.js";
import type { AnyCall, Method, ParamDefinition } from "../kernel/shapes.js";
import { METHOD_NAMES, type MethodName, type Params } from "../tables/methods.js";
import { isObject, Unfit, type ValueType } from "../value-types/value-types.js";
import { type Callable, type Checked, callableOf, type Spelled, wireKeys } from "./callable.js";

type OfShape<S extends Method["shape"]> = Extract<Method, { shape: S }>;
type Sent = { readonly [name: string]: unknown };

const METHOD_SPELLINGS = bySpelling(METHOD_NAMES.map((name) => [name, name] as const));
export const findMethod = (wire: string): MethodName | undefined => METHOD_SPELLINGS.get(wire);

/** Parameters that every method takes: the token, and `API`, which a client in the field adds everywhere. */
const COMMON_PARAMS: ReadonlySet<string> = new Set(["Token", "API"]);

/** What a key takes at the server at hand, where that is less than the interface allows. */
export type Narrower = (key: string) => ValueType<string> | undefined;

/**
 * Checks the parameters of a call against the method's definition. Throws an `RpcError` before anything is done.
 * `checkParams("GetRate", { Stat: "bw.sendRate", Period: "60000" }).params` is `{ Stat: "bw.sendRate", Period: 60_000 }`.
 */
export function checkParams(method: MethodName | Callable, sent: Sent, narrower?: Narrower): Checked {
  const called = callableOf(method);
  const { definition } = called;
  switch (definition.shape) {
    case "call":
      return checkCall(called, definition, sent);
    case "reads": {
      const asked = spellings(called, sent);
      return { params: asked.map(({ key }) => key) as unknown as Params<MethodName>, asked };
    }
    case "sets":
      return checkSets(called, definition, sent, narrower);
    case "acts":
      return checkActs(called, definition, sent);
  }
}

/** The known keys of a request in its order; unknown ones go to `unknown`, or are left out. */
function spellings({ keys }: Callable, sent: Sent, unknown?: (wire: string) => never): Spelled[] {
  const found: Spelled[] = [];
  for (const wire of Object.keys(sent)) {
    const spelled = keys.get(wire);
    if (spelled !== undefined) found.push(spelled);
    else if (unknown !== undefined && !COMMON_PARAMS.has(wire)) unknown(wire);
  }
  return found;
}

function checkCall(called: Callable, definition: AnyCall, sent: Sent): Checked {
  const unknown = definition.others === "refused" ? refuseUnknown(called) : undefined;
  const asked = spellings(called, sent, unknown);
  const params: { [key: string]: unknown } = {};
  for (const [key, param] of Object.entries<ParamDefinition>(definition.params)) {
    const wire = asked.findLast((spelled) => spelled.key === key)?.wire;
    if (wire === undefined || (sent[wire] === null && param.missing !== undefined)) {
      if (!param.optional) throw badKey(key, "is missing", param.missing);
    } else {
      requireFew(wire, sent[wire]);
      params[key] = fitParam(wire, param, sent[wire]);
    }
  }
  return { params: params as Params<MethodName>, asked };
}

/** Ten times as many settings as any router has. Each costs time, which holds up everybody. */
export const MOST_SETTINGS = 5_000;

function requireFew(wire: string, value: unknown): void {
  const count = isObject(value) ? Object.keys(value).length : 0;
  if (count > MOST_SETTINGS) throw badKey(wire, `wants ${MOST_SETTINGS} settings at most, got ${count}`);
}

function checkSets(
  called: Callable,
  { bag, ifRevision }: OfShape<"sets">,
  given: Sent,
  narrower?: Narrower,
): Checked {
  const { IfRevision, ...rest } = given;
  const sent = ifRevision === undefined ? given : rest;
  const asked = spellings(called, sent, refuseUnknown(called));
  const writes = new Map<string, string>();
  for (const { wire, key } of asked) {
    const value = sent[wire];
    const setting = bag[key];
    // Clients in the field send "" or "x" for what can only be read; there is nothing it could be set to.
    if (value === null || setting === undefined || setting.readOnly) continue;
    if (typeof value !== "string") throw badKey(wire, "wants null to read it or a string to write it");
    if (writes.has(key)) throw badKey(wire, "is given under both its names");
    writes.set(key, fitParam(wire, { type: narrower?.(key) ?? setting.type }, value) as string);
  }
  const keys = [...new Set(asked.map(({ key }) => key))];
  const revision =
    ifRevision === undefined || IfRevision === undefined
      ? {}
      : { ifRevision: fitParam("IfRevision", ifRevision, IfRevision) };
  return { params: { keys, writes, ...revision } as unknown as Params<MethodName>, asked };
}

function checkActs(called: Callable, { bag }: OfShape<"acts">, sent: Sent): Checked {
  const asked = spellings(called, sent, refuseUnknown(called));
  const actions = Object.keys(bag);
  if (asked.length === 0) throw new RpcError("invalidParams", `no action given; there are ${list(actions)}`);
  for (const { wire } of asked)
    if (sent[wire] === false) throw badKey(wire, "is false; leave out what is not to be done");
  const ends = asked.filter(({ key }) => bag[key]?.lifecycle !== undefined).map(({ wire }) => wire);
  if (ends.length > 1) throw new RpcError("invalidParams", `${list(ends)} contradict each other; give one`);
  const chosen = new Set(asked.map(({ key }) => key));
  const params = actions.filter((action) => chosen.has(action));
  return { params: params as unknown as Params<MethodName>, asked };
}

/** The value, checked; a bad one is blamed on its key. */
export function fitParam<T>(
  wire: string,
  { type, bad }: { readonly type: ValueType<T>; readonly bad?: ErrorName },
  value: unknown,
): T {
  try {
    return type.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw badKey(wire, error.why, bad);
    throw error;
  }
}

/** Longer names are not repeated whole. */
const LONGEST_NAME = 80;

/** Names the right spelling where only the case is wrong: `Set` is a known trap. */
const refuseUnknown =
  ({ name: method, definition, keys }: Callable) =>
  (wire: string): never => {
    const meant = [...keys.keys()].find((name) => name.toLowerCase() === wire.toLowerCase());
    const name = JSON.stringify(wire.length > LONGEST_NAME ? `${wire.slice(0, LONGEST_NAME)}…` : wire);
    const reason =
      meant === undefined ? `it takes ${list(wireKeys(definition))}` : `it is spelled "${meant}"`;
    throw new RpcError("invalidParams", `${method} does not know ${name}; ${reason}`, undefined, {
      key: wire.slice(0, LONGEST_NAME),
      reason,
    });
  };

const list = (names: readonly string[]): string => names.join(", ");
