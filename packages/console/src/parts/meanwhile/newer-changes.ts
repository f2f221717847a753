import { ask, ClientError } from "@pilothouse/client/browser";
import type { AuditCode, ErrorName } from "@pilothouse/protocol";
import type { Session } from "../../state/session.js";
import type { NewerChange } from "./changed-meanwhile.js";

/** What is read, and the revision of the router's settings; of an older node of a fleet, which has none, without it. */
export async function atRevision<T>(session: Session, read: () => Promise<T>) {
  // First the revision: what is changed in between is then taken for newer.
  const revision = await session.ask(ask.settingsRevision()).catch((error: unknown) => {
    if (error instanceof ClientError && error.name === ("invalidParams" satisfies ErrorName))
      return undefined;
    throw error;
  });
  return { value: await read(), revision };
}

/** The changes of the router's settings after one, the newest first. */
export async function newerRouterChanges(
  session: Session,
  revision: number,
): Promise<readonly NewerChange[]> {
  const { changes } = await session.call("pilothouse.changes", {});
  return changes
    .filter(({ id, part }) => id > revision && part !== "tunnels" && part !== "names")
    .map(({ name, address, at, differences }) => ({ by: name || address, at, differences }));
}

/** The last changes of the service's settings, the newest first. */
export async function newerServiceChanges(session: Session, count: number): Promise<readonly NewerChange[]> {
  const { entries } = await session.call("pilothouse.audit", { limit: 500 });
  return entries
    .filter(
      ({ code, details }) => code === ("settings of the service" satisfies AuditCode) && details.length > 0,
    )
    .filter(({ outcome }) => outcome === "ok")
    .slice(0, count)
    .map(({ name, address, at, details }) => ({ by: name || address, at, differences: details }));
}
