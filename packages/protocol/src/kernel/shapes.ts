import type { FieldsOf, Unit, ValueOf, ValueType } from "../value-types/value-types.js";
import type { ActionDefinition } from "./definitions.js";
import type { ErrorName } from "./errors.js";
import type { Scope } from "./scope.js";

/** Who may call: anyone, the holder of a token, or also one whose token came from the factory password. */
export type Guard = "open" | "token" | "anyToken";

export interface ParamDefinition {
  readonly type: ValueType<unknown>;
  readonly description: string;
  readonly optional?: true;
  /** Accepted so that older clients work, and without effect. */
  readonly inert?: true;
  /** The error when it is missing or bad, where it is not -32602. */
  readonly missing?: ErrorName;
  readonly bad?: ErrorName;
  /** The scope that giving it needs, where the method's own is not enough. */
  readonly scope?: Scope;
  /** Giving it (a flag: as true) changes something, which has to be recorded. */
  readonly changes?: true;
  /** The values with which it only reads: `scope` and `changes` are about the others. */
  readonly readsWith?: readonly string[];
  /** These are settings of the router, or the name of one; those that hold secrets need the scope `all`. */
  readonly settings?: true;
}

export interface ResultDefinition {
  readonly type: ValueType<unknown>;
  readonly description: string;
  readonly optional?: true;
}

type Rows<R> = { readonly [key: string]: R };

interface Common {
  readonly description: string;
  readonly extension?: true;
}

/** A method that is not open to everyone says what scope its callers need. */
type Guarded =
  | { readonly guard: "open"; readonly scope?: undefined }
  | { readonly guard: Exclude<Guard, "open">; readonly scope: Scope };

/** The interface has four shapes of method: plain calls, and bags of keys that read, set or act. */
export type CallMethod<
  P extends Rows<ParamDefinition>,
  R extends Rows<ResultDefinition> | ValueType<unknown>,
> = {
  readonly shape: "call";
} & CallFacts<P, R>;

type CallFacts<P, R> = Guarded & CallDefinition<P, R>;

interface CallDefinition<P, R> extends Common {
  readonly params: P;
  /** Definitions of what is in the result object, or the value type of a result that is one document. */
  readonly result: R;
  /** What happens to a parameter that is not among `params`. */
  readonly others: "ignored" | "refused";
  /** Every call of it changes something, which has to be recorded. */
  readonly changes?: true;
}

export interface ValueDefinition extends Common {
  readonly type: ValueType<unknown>;
  /** Absent: a plain number, or no number at all. */
  readonly unit?: Unit;
}

/** What else a key needs is in its definition. */
interface Bag<B> extends Common {
  readonly guard: "token";
  readonly scope: Scope;
  readonly bag: B;
}
export interface Reads<B extends Rows<ValueDefinition>> extends Bag<B> {
  readonly shape: "reads";
}
export interface Sets<B extends Rows<ValueDefinition & { readonly readOnly?: true }>> extends Bag<B> {
  readonly shape: "sets";
  /** The scope that a value needs which is not null. */
  readonly writes: Scope;
  /** It takes `IfRevision`, and answers `Revision` when that is null. */
  readonly ifRevision?: ParamDefinition | undefined;
}
export interface Acts<B extends Rows<ActionDefinition>> extends Bag<B> {
  readonly shape: "acts";
}

export type AnyCall = CallMethod<Rows<ParamDefinition>, Rows<ResultDefinition> | ValueType<unknown>>;
export type Method =
  | AnyCall
  | Reads<Rows<ValueDefinition>>
  | Sets<Rows<ValueDefinition & { readonly readOnly?: true }>>
  | Acts<Rows<ActionDefinition>>;

/**
 * A method of named parameters:
 *
 *     call({
 *       guard: "token",
 *       scope: "read",
 *       description: "Answers what it is sent.",
 *       params: { Echo: { type: text, description: "Anything." } },
 *       result: { Result: { type: text, description: "The same." } },
 *       others: "ignored",
 *     })
 */
/* @__NO_SIDE_EFFECTS__ */
export const call = <
  const P extends Rows<ParamDefinition>,
  const R extends Rows<ResultDefinition> | ValueType<unknown>,
>(
  definition: CallFacts<P, R>,
): CallMethod<P, R> => ({ shape: "call", ...definition });

/** A call that other servers do not have. It needs a token, and refuses parameters that it does not know. */
/* @__NO_SIDE_EFFECTS__ */
export const extension = <
  const P extends Rows<ParamDefinition>,
  const R extends Rows<ResultDefinition> | ValueType<unknown>,
>(
  definition: { readonly guard?: "anyToken"; readonly scope: Scope } & Omit<
    CallDefinition<P, R>,
    "others" | "extension"
  >,
): CallMethod<P, R> => ({ shape: "call", guard: "token", others: "refused", extension: true, ...definition });

/** What may be left out: `limit: optional(integer(1, 500), "How many at most; 100.")`. */
/* @__NO_SIDE_EFFECTS__ */
export const optional = <const T extends ValueType<unknown>>(
  type: T,
  description: string,
  more: Pick<ParamDefinition, "inert" | "scope" | "changes" | "settings"> = {},
) => ({ type, description, optional: true, ...more }) as const;

/** What a method of `results` answers, with what is to be known of each of it. */
/* @__NO_SIDE_EFFECTS__ */
export const describe = <
  const T extends { readonly [method: string]: Rows<Omit<ResultDefinition, "description">> },
  const M extends keyof T,
>(
  results: T,
  method: M,
  description: { readonly [K in keyof T[M]]: string },
): { readonly [K in keyof T[M]]: T[M][K] & { readonly description: string } } =>
  Object.fromEntries(
    Object.entries(results[method] as Rows<object>).map(([key, one]) => [
      key,
      { ...one, description: description[key as keyof T[M]] },
    ]),
  ) as never;

/** All bags are read with this. */
const BAG = { guard: "token", scope: "read" } as const;

/** `more` is a table of its own, which a client that does not ask for it need not hold. */
/* @__NO_SIDE_EFFECTS__ */
export const reads = <const B extends Rows<ValueDefinition>, const M extends Rows<ValueDefinition>>(
  description: string,
  bag: B,
  more: M,
): Reads<B & M> => ({
  shape: "reads",
  ...BAG,
  description,
  bag: { ...bag, ...more },
});
/* @__NO_SIDE_EFFECTS__ */
export const sets = <const B extends Rows<ValueDefinition>>(
  description: string,
  writes: Scope,
  bag: B,
  ifRevision?: ParamDefinition,
): Sets<B> => ({
  shape: "sets",
  ...BAG,
  writes,
  ifRevision,
  description,
  bag,
});
/* @__NO_SIDE_EFFECTS__ */
export const acts = <const B extends Rows<ActionDefinition>>(description: string, bag: B): Acts<B> => ({
  shape: "acts",
  ...BAG,
  description,
  bag,
});

/** On the wire the keys of bags that read or set carry the interface's prefix. */
export const prefixed = (key: string): string => `svc.${key}`;

type OptionalKey<R> = { [K in keyof R]: R[K] extends { optional: true } ? K : never }[keyof R];
type TypesOf<R> = { readonly [K in keyof R]: R[K] extends { type: infer T } ? T : never };
type Values<R> = FieldsOf<Omit<TypesOf<R>, OptionalKey<R>>> &
  Partial<FieldsOf<Pick<TypesOf<R>, OptionalKey<R> & keyof TypesOf<R>>>>;

/** What a handler is given, by shape of method. */
export type ParamsOf<M> =
  M extends CallMethod<infer P, infer _R>
    ? Values<P>
    : M extends Reads<infer B>
      ? readonly (keyof B)[]
      : M extends Sets<infer B>
        ? Asked<keyof B>
        : M extends Acts<infer B>
          ? readonly (keyof B)[]
          : never;

export interface Asked<K> {
  readonly keys: readonly K[];
  /** The keys to write, already checked; the others are only read. */
  readonly writes: ReadonlyMap<K, string>;
  /** The revision that the writes are made on; null asks for the present one. */
  readonly ifRevision?: number | null | undefined;
}

/** What a handler answers, by shape of method. */
export type ResultOf<M> =
  M extends CallMethod<infer _P, infer R>
    ? R extends ValueType<infer T>
      ? T
      : Values<R>
    : M extends Reads<infer B>
      ? { readonly [K in keyof B]?: ValueOf<B[K]["type"]> }
      : M extends Sets<infer B>
        ? {
            readonly values: ReadonlyMap<keyof B, string | null>;
            readonly SettingsSaved: boolean;
            readonly RestartNeeded: boolean;
            readonly Revision?: number | undefined;
          }
        : M extends Acts<infer B>
          ? { readonly [K in keyof B]?: ValueOf<B[K]["result"]> }
          : never;
