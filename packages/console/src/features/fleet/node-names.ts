import type { Session } from "../../state/session.js";
import "./results.js";

/** As many as the search shows. */
const MOST = 50;

/** The names of nodes of a hub that contain this, for the search. */
export async function nodeNames(session: Session, part: string): Promise<readonly string[]> {
  const { columns } = await session.call("fleet.nodes", { columns: ["name"], filter: part, limit: MOST });
  return columns.name ?? [];
}
