import { includes, type Scope } from "../kernel/scope.js";
import type { Method, ParamDefinition } from "../kernel/shapes.js";
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

/**
 * What a call needs: the most that the method or any key of the request does.
 * `scopeNeeded("RouterManager", checkParams("RouterManager", { Restart: null })).scope` is "operate".
 */
export function scopeNeeded(method: MethodName | Callable, { params, asked }: Checked): Need {
  const { name, definition } = callableOf(method);
  let need: Need = { scope: definition.scope ?? "read", method: name, what: name };
  for (const { wire, key } of asked) {
    const scope = ofKey(definition, key, params);
    if (!includes(need.scope, scope)) need = { scope, method: name, key: wire, what: `${name} with ${wire}` };
  }
  return need;
}

function ofKey(definition: Method, key: string, params: Params<MethodName>): Scope {
  const least = definition.scope ?? "read";
  switch (definition.shape) {
    case "call": {
      const param: ParamDefinition | undefined = definition.params[key];
      const value = (params as { readonly [key: string]: unknown })[key];
      if (param?.settings && needsAll(value)) return "all";
      if (param?.readsWith?.includes(value as string)) return least;
      return param?.scope ?? least;
    }
    case "sets":
      return (params as Params<"NetworkSetting">).writes.has(key as never) ? definition.writes : least;
    case "acts":
      return definition.bag[key]?.scope ?? least;
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
export function scopesOf(definition: Method): ReadonlyMap<Scope, readonly string[]> {
  const found = new Map<Scope, string[]>([[definition.scope ?? "read", []]]);
  const add = (scope: Scope | undefined, key: string) => {
    if (scope === undefined || scope === definition.scope) return;
    found.set(scope, [...(found.get(scope) ?? []), key]);
  };
  if (definition.shape === "call")
    for (const [key, param] of Object.entries<ParamDefinition>(definition.params)) add(param.scope, key);
  if (definition.shape === "acts")
    for (const [key, { scope }] of Object.entries(definition.bag)) add(scope, key);
  if (definition.shape === "sets") add(definition.writes, "a value to write");
  return found;
}
