import { bySpelling } from "../kernel/names.js";
import type { Method, ParamDefinition } from "../kernel/shapes.js";
import { METHODS, type MethodName, type Params, wireKey } from "../tables/methods.js";

/** A request's parameters, checked: what the handler gets, and each key as the caller spelled it. */
export interface Checked<M extends MethodName = MethodName> {
  readonly params: Params<M>;
  /** Wire names asked for, in the order of the request, with the key each stands for. */
  readonly asked: readonly Spelled[];
}

/** A key as a caller spelled it. There is one for each spelling, made once. */
export interface Spelled {
  readonly wire: string;
  readonly key: string;
  /** How the member of a result begins. */
  readonly label: string;
  /** JSON text of the key's value in a result. */
  readonly write: (value: unknown) => string;
}

/** A method under its name, and what follows from its definition, worked out once. */
export interface Callable {
  readonly name: string;
  readonly definition: Method;
  /** Each spelling of each key. */
  readonly keys: ReadonlyMap<string, Spelled>;
  /** Whether a call changes something; absent if none does. */
  readonly changes: ((checked: Checked) => boolean) | undefined;
}

/**
 * A method that is not in `METHODS`, for the functions that take the name of one that is:
 *
 *     const hello = callable("example.hello", call({ guard: "token", scope: "read", … }));
 *     const { params } = checkParams(hello, { name: "Ada" });
 */
export const callable = (name: string, definition: Method): Callable => ({
  name,
  definition,
  keys: spelledKeys(definition),
  changes: changeCheck(definition),
});

const ofTable: { [M in MethodName]?: Callable } = {};

export function callableOf(method: MethodName | Callable): Callable {
  if (typeof method !== "string") return method;
  ofTable[method] ??= callable(method, METHODS[method]);
  return ofTable[method];
}

/** The keys that a method takes, as they are on the wire. */
export const wireKeys = (definition: Method): readonly string[] =>
  keysOf(definition).map((key) => wireKey(definition, key));

function keysOf(definition: Method): readonly string[] {
  return Object.keys(definition.shape === "call" ? definition.params : definition.bag);
}

function spelledKeys(definition: Method): ReadonlyMap<string, Spelled> {
  const keys = bySpelling(keysOf(definition).map((key) => [wireKey(definition, key), key]));
  return new Map(
    [...keys].map(([wire, key]) => [
      wire,
      { wire, key, label: `${JSON.stringify(wire)}:`, write: writerOf(definition, key) },
    ]),
  );
}

function writerOf(definition: Method, key: string): Spelled["write"] {
  const type =
    definition.shape === "reads"
      ? definition.bag[key]?.type
      : definition.shape === "acts"
        ? definition.bag[key]?.result
        : undefined;
  return type?.write ?? JSON.stringify;
}

function changeCheck(definition: Method): Callable["changes"] {
  switch (definition.shape) {
    case "reads":
      return undefined;
    case "sets":
      return ({ params }) => (params as Params<"NetworkSetting">).writes.size > 0;
    case "acts":
      return () => true;
    case "call": {
      if (definition.changes) return () => true;
      const changing = Object.entries<ParamDefinition>(definition.params).flatMap(([key, param]) =>
        param.changes ? [{ key, readsWith: param.readsWith as readonly unknown[] | undefined }] : [],
      );
      if (changing.length === 0) return undefined;
      return ({ params }) =>
        changing.some(({ key, readsWith }) => {
          const value = (params as { [key: string]: unknown })[key];
          return isGiven(value) && readsWith?.includes(value) !== true;
        });
    }
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

/** Whether this call changes something, and so has to be recorded. */
export const changesSomething = (method: MethodName | Callable, checked: Checked): boolean =>
  callableOf(method).changes?.(checked) ?? false;
