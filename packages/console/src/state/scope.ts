import { includes, type Scope } from "@pilothouse/protocol";
import { useSelector } from "./cell.js";
import { useAppState } from "./hooks.js";
import type { HubSnapshot } from "./live.js";

// An older service does not report it. What it refuses is then shown as an error.
const scopeOf = (snapshot: Pick<HubSnapshot, "status"> | undefined): Scope | undefined =>
  snapshot && (snapshot.status.scope ?? "all");

/** What this session may do; undefined until the first answer, and nothing is shown before that. */
function useKnownScope(): Scope | undefined {
  const { live } = useAppState();
  const router = useSelector(live.snapshot, scopeOf);
  const hub = useSelector(live.hub, scopeOf);
  return router ?? hub;
}

export const useScope = (): Scope => useKnownScope() ?? "all";

const limitOf = (snapshot: HubSnapshot | undefined): boolean => snapshot?.status.limited ?? false;

/** Whether an account of a hub sees only some nodes. */
export const useLimited = (): boolean => useSelector(useAppState().live.hub, limitOf);

export function useMay(needed: Scope): boolean {
  const held = useKnownScope();
  return held !== undefined && includes(held, needed);
}
