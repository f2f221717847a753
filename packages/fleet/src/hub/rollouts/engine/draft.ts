import {
  countOf,
  type InFlight,
  keptWhy,
  type Outcome,
  type Rollout,
  type Status,
  type Why,
} from "./rollout.js";

/** Of very many failures only the first are explained. */
const MOST_REASONS = 200;

/** A roll-out while its next state is decided. */
export class Draft {
  readonly #flights: { [index: string]: InFlight };
  readonly #settled = new Map<number, Outcome>();
  readonly #counts = new Map<Outcome, number>();
  #reasons: { [index: string]: Rollout["reasons"][string] } | undefined;
  #change: Partial<Rollout> | undefined;
  #changed = false;

  constructor(
    readonly rollout: Rollout,
    private readonly now: number,
  ) {
    this.#flights = { ...rollout.flights };
  }

  get status(): Status {
    return this.#change?.status ?? this.rollout.status;
  }

  get inFlight(): number {
    return Object.keys(this.#flights).length;
  }

  count(outcome: Outcome): number {
    const before = this.#counts.get(outcome) ?? countOf(this.rollout, outcome);
    this.#counts.set(outcome, before);
    let count = before;
    for (const [index, now] of this.#settled) {
      if (this.rollout.progress[index] === outcome) count--;
      if (now === outcome) count++;
    }
    return count;
  }

  /** The places of nodes that wait, in the order of the plan. */
  *waiting(): Iterable<number> {
    const { progress } = this.rollout;
    for (let at = progress.indexOf("."); at !== -1; at = progress.indexOf(".", at + 1))
      if (!this.#settled.has(at)) yield at;
  }

  put(index: number, flight: InFlight): void {
    if (flight === this.#flights[index]) return;
    if (this.#flights[index] === undefined) this.#settled.set(index, "o");
    this.#flights[index] = flight;
    this.#changed = true;
  }

  settle(index: number, outcome: Outcome, why?: Why): void {
    delete this.#flights[index];
    this.#settled.set(index, outcome);
    if (why === undefined) return;
    this.#reasons ??= { ...this.rollout.reasons };
    if (Object.keys(this.#reasons).length < MOST_REASONS)
      this.#reasons[index] = { ...keptWhy(why), at: this.now };
  }

  stop(endsAs: "failed" | "ended", why: Why): void {
    this.#change = { status: "stopping", endsAs, ...keptWhy(why) };
  }

  finishIfOver(): void {
    if (this.inFlight > 0) return;
    if (this.status === "stopping")
      this.#change = {
        ...this.#change,
        status: this.#change?.endsAs ?? this.rollout.endsAs ?? "ended",
        finished: this.now,
      };
    else if (this.count(".") === 0) this.#change = { status: "done", finished: this.now };
  }

  /** The roll-out as it now is: the same object when nothing has changed. */
  result(): Rollout {
    if (!this.#changed && this.#settled.size === 0 && this.#change === undefined) return this.rollout;
    const letters = [...this.rollout.progress];
    for (const [index, outcome] of this.#settled) letters[index] = outcome;
    return {
      ...this.rollout,
      progress: letters.join(""),
      flights: this.#flights,
      ...(this.#reasons && { reasons: this.#reasons }),
      ...this.#change,
    };
  }
}
