import type { NodeId } from "../../../bus/hub-bus.js";
import type { FleetState } from "../../../state/state.js";

/** Nodes in one text: 60 KB. */
const CHUNK = 1_000;

const planPrefix = (id: string): string => `plan/${id}/`;
const documentKey = (id: string): string => `${planPrefix(id)}document`;
const chunkKey = (id: string, n: number): string => `${planPrefix(id)}${String(n).padStart(5, "0")}`;

/** Which nodes, in which order, and the document to apply. Written once, before the roll-out itself. */
export async function writePlan(
  state: FleetState,
  id: string,
  nodes: readonly NodeId[],
  document?: string,
): Promise<void> {
  if (document !== undefined) await state.put(documentKey(id), document, 0);
  for (let n = 0; n * CHUNK < nodes.length; n++)
    await state.put(chunkKey(id, n), nodes.slice(n * CHUNK, (n + 1) * CHUNK).join("\n"), 0);
}

export interface Plan {
  readonly nodes: readonly NodeId[];
  readonly document?: string | undefined;
}

export async function readPlan(state: FleetState, id: string): Promise<Plan> {
  const stored = await state.list(planPrefix(id));
  const document = stored.get(documentKey(id))?.text;
  const chunks = [...stored].filter(([key]) => key !== documentKey(id)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { nodes: chunks.flatMap(([, { text }]) => text.split("\n")), document };
}

export async function removePlan(state: FleetState, id: string): Promise<void> {
  for (const [key, { revision }] of await state.list(planPrefix(id))) await state.remove(key, revision);
}

/** More than there are roll-outs at a time. */
const MOST_KNOWN = 100;

/** Plans never change, and are read whenever somebody watches a roll-out. */
export class KnownPlans {
  readonly #known = new Map<string, readonly NodeId[]>();

  constructor(readonly state: FleetState) {}

  async nodes(id: string): Promise<readonly NodeId[]> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { nodes } = await readPlan(this.state, id);
    // What is not there may come: any hub may write a roll-out, after its plan.
    if (nodes.length === 0) return nodes;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(id, nodes);
    return nodes;
  }
}
