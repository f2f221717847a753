import type {
  Behaviour,
  ErrorName,
  Method,
  Params,
  Reply,
  Request,
  Value,
} from "../../reference/behaviour.js";
import { ERRORS } from "../../reference/behaviour.js";
import { METHODS } from "../../reference/methods.js";
import { print, RIGHT } from "../../reference/right.js";
import type { State } from "../../reference/state.js";

/** The reference server with one fault in it, and the checks that must find it. */
export interface Mutant {
  readonly id: string;
  /** What this server does wrong. */
  readonly says: string;
  readonly caught: readonly [string, ...string[]];
  /** Checks whose requests meet the fault, where those above only watch. */
  readonly during?: readonly string[];
  readonly fault: Partial<Behaviour>;
}

export const mutant = (
  id: string,
  says: string,
  caught: string | readonly [string, ...string[]],
  fault: Partial<Behaviour>,
  during?: readonly string[],
): Mutant => ({
  id,
  says,
  caught: typeof caught === "string" ? [caught] : caught,
  fault,
  ...(during === undefined ? {} : { during }),
});

export type MethodName = keyof typeof METHODS;

/** Another code for an error. */
export const code = (name: ErrorName, number: number): Partial<Behaviour> => ({
  errors: { ...ERRORS, [name]: { ...ERRORS[name], code: number } },
});

/** A method that does otherwise. */
export const method = (name: MethodName, other: Method): Partial<Behaviour> => ({
  methods: { ...METHODS, [name]: other },
});

const right: { readonly [name: string]: Method } = METHODS;

/** A method that gets other parameters than were sent. */
export const given = (
  name: MethodName,
  change: (params: Params, state: State) => Params,
): Partial<Behaviour> =>
  method(name, (params, state, behaviour) => right[name]?.(change(params, state), state, behaviour) ?? {});

/** A method whose result is changed afterwards. */
export const answers = (
  name: MethodName,
  change: (result: { [name: string]: Value }, params: Params, state: State) => Value,
): Partial<Behaviour> =>
  method(name, async (params, state, behaviour) => {
    const result = await right[name]?.(params, state, behaviour);
    return change({ ...result }, params, state) as Params;
  });

/** A method that lets something pass which it should refuse. */
export const lets = (
  name: MethodName,
  when: (params: Params) => boolean,
  result: Params,
): Partial<Behaviour> =>
  method(name, (params, state, behaviour) =>
    when(params) ? result : (right[name]?.(params, state, behaviour) ?? {}),
  );

/** A last hand at replies. */
export const replies = (
  change: (reply: Reply, request: Request, state: State) => Reply,
): Partial<Behaviour> => ({
  reply: change,
});

/** A last hand at the text of replies. */
export const texts = (change: (text: string, request: Value) => string): Partial<Behaviour> => ({
  print: (reply, request) => change(print(reply), request),
});

/** The same for replies to one method only. */
export const textsOf = (name: MethodName, change: (text: string) => string): Partial<Behaviour> =>
  texts((text, request) => ((request as Request | undefined)?.method === name ? change(text) : text));

/** A judgement of tokens that lets some pass. */
export const passes = (
  when: (method: string, params: Params, state: State) => boolean,
): Partial<Behaviour> => ({
  token: (name, params, state) => (when(name, params, state) ? undefined : RIGHT.token(name, params, state)),
});

export { right as rightMethods };
