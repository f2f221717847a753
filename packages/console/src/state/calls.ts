import { ask, type Call, type Fields } from "@pilothouse/client/browser";
import { OWN_METHODS, type Params, type Result, type ResultRow } from "@pilothouse/protocol";

/** A method that only this service has, as a call that is not made yet, its answer read by the method's own rows. */
export function asking<M extends keyof typeof OWN_METHODS>(method: M, params: Params<M>): Call<Result<M>> {
  const result: { readonly [name: string]: ResultRow } = OWN_METHODS[method].result;
  return {
    ...ask.call(method, params as Fields),
    read(answer) {
      const entries = Object.entries(result)
        .filter(([name, { optional }]) => !optional || Object.hasOwn(answer, name))
        .map(([name, { kind }]) => [name, kind.read(answer[name])]);
      return Object.fromEntries(entries) as Result<M>;
    },
  };
}
