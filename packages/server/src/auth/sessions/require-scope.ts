import {
  type Callable,
  type Checked,
  includes,
  type MethodName,
  RpcError,
  reason,
  type Scope,
  scopeNeeded,
} from "@pilothouse/protocol";

/** Every call passes here, after its parameters were checked and before anything is done. */
export function requireScope(
  held: Scope,
  method: MethodName | Callable,
  checked: Checked,
  holder = "this token has",
): void {
  if (held === "all") return;
  const { scope, what } = scopeNeeded(method, checked);
  if (!includes(held, scope)) throw outOfScope(what, scope, `${holder} ${held}`);
}

/** `has` is who has which scope: "this token has read". */
export const outOfScope = (what: string, scope: Scope, has: string): RpcError =>
  new RpcError("outOfScope", reason("scope.needed", { what, scope, has }), undefined, { scope });
