import type { Session } from "../../state/session.js";
import "./results.js";

/** Enough for 20,000 nodes; the list of a larger fleet has its own filter. */
const MOST_PAGES = 20;

/** The names of the nodes of a hub, for the search. */
export async function nodeNames(session: Session): Promise<readonly string[]> {
  const names: string[] = [];
  let after: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && after !== null; page++) {
    const asked = { columns: ["name" as const], ...(after !== undefined && { after }) };
    const { columns, next } = await session.call("fleet.nodes", asked);
    names.push(...(columns.name ?? []));
    after = next;
  }
  return names;
}
