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

/**
 * A method that is not in `METHODS`; its handler is given what the definition says, checked:
 *
 *     const hello = furtherMethod(
 *       call({
 *         guard: "token",
 *         scope: "read",
 *         says: "Greets.",
 *         params: { name: { kind: text, says: "Whom." } },
 *         result: { greeting: { kind: text, says: "The greeting." } },
 *         others: "refused",
 *         extension: true,
 *       }),
 *       ({ name }) => ({ greeting: `Hello ${name}` }),
 *     );
 *     makeAnswer({ …, more: new Map([["example.hello", hello]]) });
 */
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

interface Options {
  readonly handlers: { readonly [M in MethodName]?: unknown };
  readonly more?: ReadonlyMap<string, FurtherMethod>;
  readonly takes?: Narrower;
}

/** Every method of the interface, and those beyond it, by each of their spellings. */
export function answerable({ handlers, more = new Map(), takes }: Options): ReadonlyMap<string, Answerable> {
  const known = METHOD_NAMES.map((name): [string, Answerable] => [
    name,
    { method: callableOf(name), handler: handlers[name] as Handler | undefined, takes },
  ]);
  const further = [...more].map(([name, { definition, handler }]): [string, Answerable] => {
    if (findMethod(name) !== undefined) throw new Error(`${name} is a method of the interface already`);
    return [name, { method: callable(name, definition), handler }];
  });
  return bySpelling([...known, ...further]);
}
