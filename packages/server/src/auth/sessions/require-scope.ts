import {
  type Checked,
  includes,
  type MethodName,
  RpcError,
  type Scope,
  scopeNeeded,
} from "@pilothouse/protocol";

/** Every call passes here, after its parameters were checked and before anything is done. */
export function requireScope(
  held: Scope,
  method: MethodName,
  checked: Checked,
  holder = "this token has",
): void {
  if (held === "all") return;
  const { scope, what } = scopeNeeded(method, checked);
  if (!includes(held, scope))
    throw new RpcError("outOfScope", `${what} needs the scope ${scope}, and ${holder} ${held}`, undefined, {
      scope,
    });
}
