import { ACTIONS, type Action, isLifecycle } from "../features/acting.js";
import { badKey, RpcError } from "../kernel/errors.js";
import { bySpelling } from "../kernel/names.js";
import type { AnyCall, Method, ParamRow } from "../kernel/shapes.js";
import { isObject, type Kind, Unfit } from "../kinds/kinds.js";
import {
  COMMON_PARAMS,
  METHOD_NAMES,
  type MethodName,
  methodRow,
  type Params,
  wireKey,
} from "../tables/methods.js";

type Sent = { readonly [name: string]: unknown };

/** A request's parameters, checked: what the handler gets, and each key as the caller spelled it. */
export interface Checked<M extends MethodName = MethodName> {
  readonly params: Params<M>;
  /** Wire names asked for, in the order of the request, with the key each stands for. */
  readonly asked: readonly Spelled[];
}

/** A key as a caller spelled it. There is one for each spelling, made before anybody asks. */
export interface Spelled {
  readonly wire: string;
  readonly key: string;
  /** How the member of a result begins. */
  readonly label: string;
  /** JSON text of the key's value in a result. */
  readonly write: (value: unknown) => string;
}

const METHOD_SPELLINGS = bySpelling(METHOD_NAMES.map((name) => [name, name] as const));
export const findMethod = (wire: string): MethodName | undefined => METHOD_SPELLINGS.get(wire);

const keysOf = (name: MethodName): readonly string[] => {
  const row = methodRow(name);
  return Object.keys(row.shape === "call" ? row.params : row.bag);
};

const KEY_SPELLINGS = new Map(
  METHOD_NAMES.map((name) => [
    name,
    spelledKeys(
      methodRow(name),
      bySpelling(keysOf(name).map((key) => [wireKey(methodRow(name), key), key] as const)),
    ),
  ]),
);

function spelledKeys(row: Method, keys: ReadonlyMap<string, string>): ReadonlyMap<string, Spelled> {
  return new Map(
    [...keys].map(([wire, key]) => [
      wire,
      { wire, key, label: `${JSON.stringify(wire)}:`, write: writerOf(row, key) },
    ]),
  );
}

function writerOf(row: Method, key: string): Spelled["write"] {
  const kind =
    row.shape === "reads" ? row.bag[key]?.kind : row.shape === "acts" ? row.bag[key]?.result : undefined;
  return kind?.write ?? JSON.stringify;
}

/** What a key takes at the server at hand, where that is less than the interface allows. */
export type Narrower = (key: string) => Kind<string> | undefined;

/** Checks the parameters of a call against the method's rows. Throws before anything is done. */
export function checkParams(method: MethodName, sent: Sent, narrower?: Narrower): Checked {
  const row = methodRow(method);
  switch (row.shape) {
    case "call":
      return checkCall(method, row, sent);
    case "reads": {
      const asked = spellings(method, sent);
      return { params: asked.map(({ key }) => key) as unknown as Params<MethodName>, asked };
    }
    case "sets":
      return checkSets(method, sent, row.bag, narrower);
    case "acts":
      return checkActs(method, sent);
  }
}

/** The known keys of a request in its order; unknown ones go to `unknown`, or are left out. */
function spellings(method: MethodName, sent: Sent, unknown?: (wire: string) => never): Spelled[] {
  const known = KEY_SPELLINGS.get(method);
  const found: Spelled[] = [];
  for (const wire of Object.keys(sent)) {
    const spelled = known?.get(wire);
    if (spelled !== undefined) found.push(spelled);
    else if (unknown !== undefined && !COMMON_PARAMS.has(wire)) unknown(wire);
  }
  return found;
}

function checkCall(method: MethodName, row: AnyCall, sent: Sent): Checked {
  const asked = spellings(method, sent, row.others === "refused" ? refuseUnknown(method) : undefined);
  const params: { [key: string]: unknown } = {};
  for (const [key, param] of Object.entries<ParamRow>(row.params)) {
    const wire = asked.findLast((spelled) => spelled.key === key)?.wire;
    if (wire === undefined || (sent[wire] === null && param.missing !== undefined)) {
      if (!param.optional) throw badKey(key, "is missing", param.missing);
    } else {
      requireFew(wire, sent[wire]);
      params[key] = fit(wire, param, sent[wire]);
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
  method: MethodName,
  sent: Sent,
  bag: { readonly [key: string]: ParamRow & { readonly readOnly?: true } },
  narrower?: Narrower,
): Checked {
  const asked = spellings(method, sent, refuseUnknown(method));
  const writes = new Map<string, string>();
  for (const { wire, key } of asked) {
    const value = sent[wire];
    const row = bag[key];
    // Clients in the field send "" or "x" for what can only be read; there is nothing it could be set to.
    if (value === null || row === undefined || row.readOnly) continue;
    if (typeof value !== "string") throw badKey(wire, "wants null to read it or a string to write it");
    if (writes.has(key)) throw badKey(wire, "is given under both its names");
    writes.set(key, fit(wire, { ...row, kind: narrower?.(key) ?? row.kind }, value) as string);
  }
  const keys = [...new Set(asked.map(({ key }) => key))];
  return { params: { keys, writes } as unknown as Params<MethodName>, asked };
}

function checkActs(method: MethodName, sent: Sent): Checked {
  const asked = spellings(method, sent, refuseUnknown(method)) as (Spelled & { key: Action })[];
  if (asked.length === 0) throw new RpcError("invalidParams", `no action given; there are ${list(ACTIONS)}`);
  for (const { wire } of asked)
    if (sent[wire] === false) throw badKey(wire, "is false; leave out what is not to be done");
  const ends = asked.filter(({ key }) => isLifecycle(key)).map(({ wire }) => wire);
  if (ends.length > 1) throw new RpcError("invalidParams", `${list(ends)} contradict each other; give one`);
  const chosen = new Set(asked.map(({ key }) => key));
  const params = ACTIONS.filter((action) => chosen.has(action));
  return { params: params as unknown as Params<MethodName>, asked };
}

function fit(wire: string, row: ParamRow, value: unknown): unknown {
  try {
    return row.kind.read(value);
  } catch (error) {
    if (error instanceof Unfit) throw badKey(wire, error.why, row.bad);
    throw error;
  }
}

/** Longer names are not repeated whole. */
const LONGEST_NAME = 80;

/** Names the right spelling where only the case is wrong: `Set` is a known trap. */
const refuseUnknown =
  (method: MethodName) =>
  (wire: string): never => {
    const known = [...(KEY_SPELLINGS.get(method)?.keys() ?? [])];
    const meant = known.find((name) => name.toLowerCase() === wire.toLowerCase());
    const name = JSON.stringify(wire.length > LONGEST_NAME ? `${wire.slice(0, LONGEST_NAME)}…` : wire);
    const reason =
      meant === undefined
        ? `it takes ${list(keysOf(method).map((key) => wireKey(methodRow(method), key)))}`
        : `it is spelled "${meant}"`;
    throw new RpcError("invalidParams", `${method} does not know ${name}; ${reason}`, undefined, {
      key: wire.slice(0, LONGEST_NAME),
      reason,
    });
  };

const list = (names: readonly string[]): string => names.join(", ");
