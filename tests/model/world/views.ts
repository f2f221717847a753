import { readRows } from "@pilothouse/client";
import { EXTENSION_RESULTS } from "@pilothouse/protocol";
import { type Answer, type Config, OPERATOR, type Params, type System } from "../port/system.js";

/** What comes from the store alone. */
const STORED = new Set([
  "pilothouse.changes",
  "pilothouse.events",
  "pilothouse.audit",
  "pilothouse.settings",
]);

/** The console refuses an answer that is not what the interface says, and shows nothing of it that it does not know. */
function asConsole(method: string, result: Params): Params {
  const rows = EXTENSION_RESULTS[method as keyof typeof EXTENSION_RESULTS];
  return rows === undefined ? result : (readRows(rows, result) as Params);
}

/** The page for Prometheus takes as long as ten steps: it is looked at after every eighth. */
const LONG_EVERY = 8;

/** Everything that a service shows, each read once after each step. What comes from the store is read when that changed. */
export class Views {
  readonly #read = new Map<string, Promise<Answer>>();
  #configuration: Promise<Config> | undefined;
  #metrics: Promise<string> | undefined;

  constructor(
    readonly system: System,
    private readonly last?: Views,
    private readonly revision = system.revision(),
    private readonly step = 0,
  ) {}

  /** Whether what takes long is looked at after this step. */
  get isLong(): boolean {
    return this.step % LONG_EVERY === 0;
  }

  /** After another step. */
  next(): Views {
    // Only one earlier set is kept.
    const last = new Views(this.system, undefined, this.revision);
    for (const [key, answer] of this.#read) last.#read.set(key, answer);
    return new Views(this.system, last, this.system.revision(), this.step + 1);
  }

  async result(method: string, params: Params = {}): Promise<{ readonly [name: string]: unknown }> {
    const { result, text } = await this.answer(method, params);
    if (result === undefined) throw new Error(`${method} answers the operator ${text}`);
    return asConsole(method, result);
  }

  answer(method: string, params: Params = {}): Promise<Answer> {
    const key = `${method} ${JSON.stringify(params)}`;
    const isSame = this.revision !== undefined && this.last?.revision === this.revision && STORED.has(method);
    const known = this.#read.get(key) ?? (isSame ? this.last?.known(key) : undefined);
    const answer = known ?? this.system.call(method, params, OPERATOR);
    this.#read.set(key, answer);
    return answer;
  }

  /** The same of the hub. */
  async ofHub(method: string, params: Params = {}): Promise<{ readonly [name: string]: unknown }> {
    const key = `hub ${method} ${JSON.stringify(params)}`;
    const asked = this.#read.get(key) ?? this.system.hub?.call(method, params, OPERATOR);
    if (asked === undefined) throw new Error("the service belongs to no hub");
    this.#read.set(key, asked);
    const { result, text } = await asked;
    if (result === undefined) throw new Error(`the hub answers the operator ${method} with ${text}`);
    return result;
  }

  known(key: string): Promise<Answer> | undefined {
    return this.#read.get(key);
  }

  /** Whether something has happened by itself since they were read. */
  async areOld(): Promise<boolean> {
    if (this.revision !== undefined) return false;
    const now = new Views(this.system);
    return (await this.#marks()) !== (await now.#marks());
  }

  async #marks(): Promise<string> {
    const { phase, starts, restartNeeded } = await this.result("pilothouse.status");
    const { changes } = await this.result("pilothouse.changes", { limit: 4 });
    const [newest] = changes as readonly { readonly id: number }[];
    return JSON.stringify([phase, starts, restartNeeded, newest?.id, ...(await this.configuration())]);
  }

  configuration(): Promise<Config> {
    this.#configuration ??= this.system.configuration();
    return this.#configuration;
  }

  metrics(): Promise<string> {
    this.#metrics ??= this.system.metrics();
    return this.#metrics;
  }
}
