import type { Clock } from "@pilothouse/drivers/port";
import { isObject, parseJson } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import { damageOf, KINDS_OF_DOCUMENTS, readSound } from "./shapes.js";
import { Conflict, each, type FleetState, type Stored } from "./state.js";

interface Options {
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

const ASIDE = "damaged/";
/** As many as there are nodes, and read by the inventory when the hub starts: so they are checked then, and not twice. */
const OF_INVENTORY: ReadonlySet<string> = new Set(["node", "waiting", "revoked", "seen"]);
/** For this long people are told about it; then it is deleted. */
const KEEP_MS = 30 * 86_400_000;

/**
 * A state whose documents can be used. One that is damaged is moved to `damaged/<key>`, named in the log and counted:
 * it must not keep a hub from starting or running. Where it is safer, something else takes its place.
 */
export class SoundState implements FleetState {
  readonly #damaged = new Map<string, number>();

  private constructor(
    private readonly inner: FleetState,
    private readonly options: Options,
  ) {}

  static async open(inner: FleetState, options: Options): Promise<SoundState> {
    const state = new SoundState(inner, options);
    await state.#loadDamaged();
    for (const kind of KINDS_OF_DOCUMENTS)
      if (!OF_INVENTORY.has(kind)) await state.each(kind.includes("-") ? kind : `${kind}/`, () => {});
    return state;
  }

  /** The keys of what was set aside within the last month. */
  get damaged(): readonly string[] {
    return [...this.#damaged.keys()].sort();
  }

  async get(key: string): Promise<Stored | undefined> {
    const stored = await this.inner.get(key);
    const damage = stored && damageOf(key, stored.text);
    if (stored === undefined || damage === undefined) return stored;
    await this.#setAside(key, stored, damage);
    const now = await this.inner.get(key);
    return now === undefined || damageOf(key, now.text) !== undefined ? undefined : now;
  }

  put(key: string, text: string, revision: number): Promise<number> {
    return this.inner.put(key, text, revision);
  }

  remove(key: string, revision: number): Promise<void> {
    return this.inner.remove(key, revision);
  }

  async list(prefix: string): Promise<ReadonlyMap<string, Stored>> {
    const sound = new Map<string, Stored>();
    await this.each(prefix, (key, stored) => sound.set(key, stored));
    return sound;
  }

  async each(prefix: string, take: (key: string, stored: Stored) => void): Promise<void> {
    const damaged: string[] = [];
    await each(this.inner, prefix, (key, stored) => {
      const { document, damage } = readSound(key, stored.text);
      if (damage === undefined) take(key, { ...stored, document });
      else damaged.push(key);
    });
    for (const key of damaged) {
      const usable = await this.get(key);
      if (usable !== undefined) take(key, usable);
    }
  }

  watch(prefix: string, changed: (key: string, stored: Stored | undefined) => void): () => void {
    return this.inner.watch(prefix, (key, stored) => {
      const damage = stored && damageOf(key, stored.text);
      if (stored === undefined || damage === undefined) changed(key, stored);
      else void this.#setAside(key, stored, damage);
    });
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Never rejects: a state that cannot be written now is no reason not to start. */
  async #setAside(key: string, { text, revision }: Stored, damage: string): Promise<void> {
    const { clock, log } = this.options;
    const at = clock.now();
    this.#damaged.set(key, at);
    log(`${key} in the fleet's state is damaged: ${damage}. It is ignored, and moved to ${ASIDE}${key}`);
    try {
      const before = await this.inner.get(ASIDE + key);
      await this.inner.put(ASIDE + key, JSON.stringify({ at, text }), before?.revision ?? 0);
      const instead = await this.#insteadOf(key);
      if (instead === undefined) await this.inner.remove(key, revision);
      else await this.inner.put(key, instead, revision);
    } catch (error) {
      // Another hub was faster, or has just written the document anew.
      if (!(error instanceof Conflict)) log(`${key} could not be moved: ${(error as Error).message}`);
    }
  }

  /** Without these a node that was removed could come back, and two nodes could have one name. */
  async #insteadOf(key: string): Promise<string | undefined> {
    const at = this.options.clock.now();
    const [kind, id = ""] = key.split("/");
    if (kind === "revoked") return JSON.stringify({ name: id, at });
    if (kind !== "name") return undefined;
    for (const [node, { text }] of await this.inner.list("node/"))
      if (damageOf(node, text) === undefined && (parseJson(text) as { readonly name: string }).name === id)
        return JSON.stringify({ node: node.slice("node/".length), at });
    return undefined;
  }

  async #loadDamaged(): Promise<void> {
    for (const [key, { text, revision }] of await this.inner.list(ASIDE)) {
      const at = timeIn(text);
      if (at < this.options.clock.now() - KEEP_MS) await this.inner.remove(key, revision).catch(() => {});
      else this.#damaged.set(key.slice(ASIDE.length), at);
    }
  }
}

function timeIn(text: string): number {
  const stored = orNone(() => parseJson(text));
  return isObject(stored) && typeof stored["at"] === "number" ? stored["at"] : 0;
}
