import { ask, type Call, type Fields } from "@pilothouse/client/browser";
import { type Kind, type MethodName, methodRow, type Params, type Result } from "@pilothouse/protocol";

type ReadBy = { readonly read: (value: unknown) => unknown };

/** A plain method as a call that is not made yet, its answer read by the method's own rows. */
export function asking<M extends MethodName>(method: M, params: Params<M>): Call<Result<M>> {
  const row = methodRow(method);
  if (row.shape !== "call") throw new TypeError(`${method} is a bag of keys`);
  const { result } = row;
  const isKind = (given: object): given is Kind<unknown> =>
    typeof (given as Partial<ReadBy>).read === "function";
  return {
    ...ask.call(method, params as Fields),
    read(answer) {
      if (isKind(result)) return result.read(answer) as Result<M>;
      const entries = Object.entries(result)
        .filter(([name, { optional }]) => !optional || Object.hasOwn(answer, name))
        .map(([name, { kind }]) => [name, kind.read(answer[name])]);
      return Object.fromEntries(entries) as Result<M>;
    },
  };
}
