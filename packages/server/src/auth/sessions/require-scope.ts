import { type Checked, includes, type MethodName, RpcError, scopeNeeded } from "@pilothouse/protocol";
import type { Session } from "./session.js";

/** Every call passes here, after its parameters were checked and before anything is done. */
export function requireScope({ scope: held }: Session, method: MethodName, checked: Checked): void {
  if (held === "all") return;
  const { scope, what } = scopeNeeded(method, checked);
  if (!includes(held, scope))
    throw new RpcError(
      "outOfScope",
      `${what} needs the scope ${scope}, and this token has ${held}`,
      undefined,
      {
        scope,
      },
    );
}
