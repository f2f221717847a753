import { includes, type Scope } from "../kernel/scope.js";
import type { Method, ParamRow } from "../kernel/shapes.js";
import { isReserved } from "../secrets/decisive-names.js";
import { holdsSecret } from "../secrets/secret-setting.js";
import type { MethodName, Params } from "../tables/methods.js";
import { type Callable, type Checked, callableOf } from "./callable.js";

/** The scope that a call needs, and for what. */
export interface Need {
  readonly scope: Scope;
  readonly method: string;
  /** As the caller spelled it, where it needs more than the method alone. */
  readonly key?: string;
  /** Both, for people. */
  readonly what: string;
}

/** What a call needs: the most that the method or any key of the request does. */
export function scopeNeeded(method: MethodName | Callable, { params, asked }: Checked): Need {
  const { name, definition } = callableOf(method);
  let need: Need = { scope: definition.scope ?? "read", method: name, what: name };
  for (const { wire, key } of asked) {
    const scope = ofKey(definition, key, params);
    if (!includes(need.scope, scope)) need = { scope, method: name, key: wire, what: `${name} with ${wire}` };
  }
  return need;
}

function ofKey(row: Method, key: string, params: Params<MethodName>): Scope {
  const least = row.scope ?? "read";
  switch (row.shape) {
    case "call": {
      const param: ParamRow | undefined = row.params[key];
      const value = (params as { readonly [key: string]: unknown })[key];
      if (param?.settings && needsAll(value)) return "all";
      return param?.scope ?? least;
    }
    case "sets":
      return (params as Params<"NetworkSetting">).writes.has(key as never) ? row.writes : least;
    case "acts":
      return row.bag[key]?.scope ?? least;
    case "reads":
      return least;
  }
}

/** Of a name that is read, only those count that are known to hold secrets: the value of another has yet to be seen. */
const needsAll = (value: unknown): boolean =>
  typeof value === "string"
    ? holdsSecret(value, "false")
    : value instanceof Map && [...value].some(([name, one]) => isReserved(name, one));

/** Each scope that some call of the method needs, with the keys that need it; the method's own first. */
export function scopesOf(row: Method): ReadonlyMap<Scope, readonly string[]> {
  const found = new Map<Scope, string[]>([[row.scope ?? "read", []]]);
  const add = (scope: Scope | undefined, key: string) => {
    if (scope === undefined || scope === row.scope) return;
    found.set(scope, [...(found.get(scope) ?? []), key]);
  };
  if (row.shape === "call")
    for (const [key, param] of Object.entries<ParamRow>(row.params)) add(param.scope, key);
  if (row.shape === "acts") for (const [key, { scope }] of Object.entries(row.bag)) add(scope, key);
  if (row.shape === "sets") add(row.writes, "a value to write");
  return found;
}
