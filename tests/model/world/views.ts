import { readRows } from "@pilothouse/client";
import { EXTENSION_RESULTS } from "@pilothouse/protocol";
import { type Answer, type Config, OPERATOR, type Params, type System } from "../port/system.js";

/** Of so many looks one reads everything anew, also what cannot have changed, and the page for Prometheus. */
const WHOLE_EVERY = 32;

/** The console refuses an answer that is not what the interface says, and shows nothing of it that it does not know. */
function asConsole(method: string, result: Params): Params {
  const rows = EXTENSION_RESULTS[method as keyof typeof EXTENSION_RESULTS];
  return rows === undefined ? result : (readRows(rows, result) as Params);
}

interface Read {
  readonly method: string;
  readonly revision: string | undefined;
  readonly answer: Promise<Answer>;
}

/** Everything that a service shows, each read once after each step, if it may have changed since. */
export class Views {
  readonly #read = new Map<string, Read>();
  #fresh: (readonly [method: string, answer: Promise<Answer>])[] = [];
  #configuration: Promise<Config> | undefined;
  #metrics: Promise<string> | undefined;

  constructor(
    readonly system: System,
    private readonly last?: Views,
    private step = 0,
    /** Whether everything is read anew, and what takes long is looked at too. */
    readonly isWhole = true,
  ) {}

  /** After another step. */
  next(isWhole = this.isNextWhole): Views {
    const last = new Views(this.system);
    const earlier = this.last === undefined ? [] : this.last.#read;
    for (const [key, read] of [...earlier, ...this.#read])
      if (read.revision !== undefined && read.revision === this.system.revision(read.method))
        last.#read.set(key, read);
    return new Views(this.system, last, this.step + 1, isWhole);
  }

  /** After a step that changed nothing. */
  skip(): void {
    this.step++;
  }

  get isNextWhole(): boolean {
    return (this.step + 1) % WHOLE_EVERY === 0;
  }

  async result(method: string, params: Params = {}): Promise<{ readonly [name: string]: unknown }> {
    const { result, text } = await this.answer(method, params);
    if (result === undefined) throw new Error(`${method} answers the operator ${text}`);
    return asConsole(method, result);
  }

  answer(method: string, params: Params = {}): Promise<Answer> {
    const key = `${method} ${JSON.stringify(params)}`;
    const here = this.#read.get(key);
    if (here !== undefined) return here.answer;
    const revision = this.system.revision(method);
    const before = this.isWhole ? undefined : this.last?.known(key);
    const isSame = before?.revision !== undefined && before.revision === revision;
    const read = isSame ? before : { method, revision, answer: this.system.call(method, params, OPERATOR) };
    if (!isSame) this.#fresh.push([method, read.answer]);
    this.#read.set(key, read);
    return read.answer;
  }

  /** The same of the hub. */
  async ofHub(method: string, params: Params = {}): Promise<{ readonly [name: string]: unknown }> {
    const key = `hub ${method} ${JSON.stringify(params)}`;
    const asked = this.#read.get(key)?.answer ?? this.system.hub?.call(method, params, OPERATOR);
    if (asked === undefined) throw new Error("the service belongs to no hub");
    this.#read.set(key, { method, revision: undefined, answer: asked });
    const { result, text } = await asked;
    if (result === undefined) throw new Error(`the hub answers the operator ${method} with ${text}`);
    return result;
  }

  known(key: string): Read | undefined {
    return this.#read.get(key);
  }

  /** What these methods showed, as far as it was read anew. */
  async texts(methods: readonly string[]): Promise<readonly string[]> {
    const fresh = this.#fresh.filter(([method]) => methods.includes(method));
    return (await Promise.all(fresh.map(([, answer]) => answer))).map(({ text }) => text);
  }

  /** Whether something has happened by itself since they were read. */
  async areOld(): Promise<boolean> {
    if (this.system.revision() !== undefined) return false;
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
