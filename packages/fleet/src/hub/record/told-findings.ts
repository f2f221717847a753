import { FLEET_FINDING_KEYS, type FleetFindingKey, isObject, parseJson } from "@pilothouse/protocol";
import { putValue, type Store, valuesNamed } from "@pilothouse/server";
import type { NodeId } from "../../bus/hub-bus.js";

type Keys = readonly FleetFindingKey[];

const PREFIX = "fleet.told.";
/** Stands for the fleet as a whole, among the ids of nodes. */
const WHOLE = "";

/**
 * Which findings the timeline has told and not called over, by node: kept in the hub's own store as the timeline is, so
 * that a hub compares with them after its next start. Of most nodes there are none; the others are spread over several
 * texts by the last letter of their ids, so that a change of one node writes few of the others again.
 */
export class ToldFindings {
  /** By batch; undefined for a node of which nothing was known yet. There is at least that of the whole fleet. */
  readonly #kept = new Map<string, Map<string, Keys | undefined>>();
  readonly #changed = new Set<string>();

  constructor(readonly store: Store) {
    for (const [batch, text] of valuesNamed(store, PREFIX)) {
      const saved = parseJson(text, { what: `the value ${PREFIX}${batch} in the store` });
      if (isObject(saved))
        this.#kept.set(batch, new Map(Object.entries(saved).map(([id, keys]) => [id, knownKeys(keys)])));
    }
  }

  /**
   * What was kept of it by the run before; undefined when nothing was told of it yet, and what it has now is no news. It
   * is asked for once, and not kept here any more.
   */
  take(id: NodeId = WHOLE): Keys | undefined {
    if (this.#kept.size === 0) return undefined;
    const batch = this.#kept.get(batchOf(id));
    if (!batch?.has(id)) return NO_KEYS;
    const keys = batch.get(id);
    batch.delete(id);
    return keys;
  }

  changed(id: NodeId = WHOLE): void {
    this.#changed.add(batchOf(id));
  }

  /** Writes what has changed. What cannot be written now is written with the next change. */
  async save(nodes: ReadonlyMap<NodeId, { readonly keys: Keys | undefined }>, whole: Keys): Promise<void> {
    if (this.#changed.size === 0) return;
    const batches = new Map([...this.#changed].map((batch) => [batch, {} as { [id: string]: Keys | null }]));
    this.#changed.clear();
    const put = (id: string, keys: Keys | undefined) => {
      const batch = batches.get(batchOf(id));
      if (batch !== undefined && keys?.length !== 0) batch[id] = keys ?? null;
    };
    for (const [id, { keys }] of nodes) put(id, keys);
    put(WHOLE, whole);
    const write = this.store.write((db) => {
      for (const [batch, keys] of batches) putValue(db, PREFIX + batch, JSON.stringify(keys));
    });
    await write.catch(() => {
      for (const batch of batches.keys()) this.#changed.add(batch);
    });
  }
}

const batchOf = (id: string): string => id.slice(-1);

/** A later version may have had others. */
const knownKeys = (keys: unknown): Keys | undefined =>
  Array.isArray(keys) ? oneOf(FLEET_FINDING_KEYS.filter((key) => keys.includes(key))) : undefined;

/** The same list for all nodes that have the same findings, in this order: there are thousands, and few such lists. */
export function oneOf(keys: Keys): Keys {
  const name = keys.join();
  const known = LISTS.get(name) ?? keys;
  LISTS.set(name, known);
  return known;
}

const LISTS = new Map<string, Keys>();
const NO_KEYS = oneOf([]);
