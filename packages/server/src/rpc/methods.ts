import {
  bySpelling,
  type Callable,
  callable,
  callableOf,
  findMethod,
  METHOD_NAMES,
  type Method,
  type MethodName,
  type Narrower,
  type ParamsOf,
  type ResultOf,
} from "@pilothouse/protocol";
import type { Call } from "./call.js";

type Handler = (params: unknown, call: Call) => unknown;

/** A method that is not in `METHODS`, of a feature from outside. */
export interface FurtherMethod {
  readonly definition: Method;
  readonly handler: Handler;
}

/** Its handler is given what the definition says, checked: `tests/features/plug-in.test.ts` has one. */
export const furtherMethod = <const M extends Method>(
  definition: M,
  handler: (params: ParamsOf<M>, call: Call) => ResultOf<M> | Promise<ResultOf<M>>,
): FurtherMethod => ({ definition, handler: handler as Handler });

/** A method as a server answers it. Without a handler, it is one that another kind of server has. */
export interface Answerable {
  readonly method: Callable;
  readonly handler: Handler | undefined;
  readonly takes?: Narrower | undefined;
}

export interface MethodOptions {
  /** Those of the server at hand: a hub has others than a service with a router. */
  readonly handlers: { readonly [M in MethodName]?: unknown };
  /** Methods of features from outside, by name. */
  readonly more?: ReadonlyMap<string, FurtherMethod>;
  /** What the router takes for a setting. */
  readonly takes?: Narrower;
}

/** Every method of the interface, and those beyond it, by each of their spellings. */
export function answerable({
  handlers,
  more = new Map(),
  takes,
}: MethodOptions): ReadonlyMap<string, Answerable> {
  const known = METHOD_NAMES.map((name): [string, Answerable] => [
    name,
    {
      // Worked out when it is first called: all of them take a part of a start that is felt.
      get method() {
        return callableOf(name);
      },
      handler: handlers[name] as Handler | undefined,
      takes,
    },
  ]);
  const further = [...more].map(([name, { definition, handler }]): [string, Answerable] => {
    if (findMethod(name) !== undefined) throw new Error(`${name} is a method of the interface already`);
    return [name, { method: callable(name, definition), handler }];
  });
  return bySpelling([...known, ...further]);
}
