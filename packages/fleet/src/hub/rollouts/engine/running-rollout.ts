import { ticksOf } from "@pilothouse/drivers/port";
import { reason } from "@pilothouse/protocol";
import { BusAway, NodeAway, type NodeId, NodeRefused } from "../../../bus/hub-bus.js";
import { saidAs } from "../../../bus/said.js";
import type { Stored } from "../../../state/state.js";
import { type Answer, advance, COMMAND_LIFE_MS } from "./advance.js";
import type { EngineOptions } from "./engine-parts.js";
import { type Plan, readPlan } from "./plan.js";
import { type InFlight, isStopping, type Rollout, readRollout, rolloutKey } from "./rollout.js";
import { FIRST, type Meaning, meaningOf, requestOf, STEPS } from "./steps.js";

/** How soon a question that changes nothing is asked again, and a node asked for a report. */
const ASK_AGAIN_MS = 2_000;

/** A roll-out as this process knows it: its last state, and the calls it has open. */
export class RunningRollout {
  readonly id: string;
  rollout: Rollout;
  #revision: number;
  /** The revision that the next state was decided from: an operator may pause it meanwhile. */
  #basis: number;
  #writing: { readonly text: string; readonly rollout: Rollout } | undefined;
  /** When the roll-out last changed, by a clock that is never set. */
  changedAt: number;
  /** The lease that this process has taken; undefined until it takes one. */
  #epoch: number | undefined;
  readonly #options: EngineOptions;
  #plan: Plan | undefined;
  /** Only to be shown: it may not have arrived here in full. */
  #plannedElsewhere: readonly NodeId[] = [];
  readonly #answers = new Map<number, Answer>();
  /** What the next state was decided from. */
  #usedAnswers: readonly (readonly [number, Answer])[] = [];
  readonly #open = new Set<number>();
  readonly #sent = new Map<number, string>();
  #asked = Number.NEGATIVE_INFINITY;

  constructor(options: EngineOptions, { text, revision }: Stored) {
    this.#options = options;
    this.rollout = readRollout(text);
    this.id = this.rollout.id;
    this.#revision = revision;
    this.#basis = revision;
    this.changedAt = ticksOf(options.clock);
  }

  get mine(): boolean {
    const { hub, epoch } = this.rollout.lease;
    return hub === this.#options.hub && epoch === this.#epoch;
  }

  /** The nodes that it changes now; none before its plan is read. */
  get changing(): readonly NodeId[] {
    const nodes = this.#plan?.nodes ?? this.#plannedElsewhere;
    return Object.keys(this.rollout.flights).flatMap((index) => nodes[Number(index)] ?? []);
  }

  /** Finds out which nodes a roll-out changes that another hub runs. */
  async watch(): Promise<void> {
    if (this.#plannedElsewhere.length === 0)
      this.#plannedElsewhere = (await readPlan(this.#options.state, this.id)).nodes;
  }

  saw({ text, revision }: Stored): void {
    // They come in order; a lower one is that of a state that was put back after a loss.
    if (revision === this.#revision) return;
    // Its own writes come back here, and are large.
    this.rollout = text === this.#writing?.text ? this.#writing.rollout : readRollout(text);
    this.#revision = revision;
    this.changedAt = ticksOf(this.#options.clock);
  }

  /** Resolves when the state has acknowledged it: only then may commands follow from it. */
  async write(next: Rollout): Promise<void> {
    const written = { ...next, beat: this.rollout.beat + 1 };
    const text = JSON.stringify(written);
    this.#writing = { text, rollout: written };
    const revision = await this.#options.state.put(rolloutKey(this.id), text, this.#basis);
    // The watch may have been faster.
    if (revision <= this.#revision) return;
    this.rollout = written;
    this.#revision = revision;
    this.changedAt = ticksOf(this.#options.clock);
  }

  /** What an earlier holder may have sent is sent again: the node answers a repeat with what it did. */
  async takeOver(): Promise<void> {
    const { hub, clock } = this.#options;
    const epoch = this.rollout.lease.epoch + 1;
    const expires = clock.now() + COMMAND_LIFE_MS;
    const again = (flight: InFlight): InFlight =>
      flight.taken ? flight : { ...flight, maybe: true, epoch, expires };
    const flights = Object.entries(this.rollout.flights).map(([index, flight]) => [index, again(flight)]);
    this.#epoch = epoch;
    this.#basis = this.#revision;
    await this.write({ ...this.rollout, lease: { hub, epoch }, flights: Object.fromEntries(flights) });
  }

  /** The next state; without a bus there are no reports, and it stays as it is. */
  async next(watchingSince: number | undefined): Promise<Rollout> {
    const { state, view, clock, authority } = this.#options;
    this.#plan ??= await readPlan(state, this.id);
    const now = clock.now();
    this.#basis = this.#revision;
    // Where nothing may be done any more, the roll-out as a whole is stopped at the next look.
    const isRefused = !isStopping(this.rollout) && authority.refusal(this.rollout.grant) !== undefined;
    if (watchingSince === undefined || isRefused) return this.rollout;
    this.#usedAnswers = [...this.#answers];
    return advance(this.rollout, {
      now,
      watchingSince,
      epoch: this.rollout.lease.epoch,
      plan: this.#plan.nodes,
      node: (id) => view.find(id),
      refusal: (node) => authority.refusal(this.rollout.grant, node),
      answers: this.#answers,
      isOpen: (index) => this.#open.has(index),
    });
  }

  /** The answers that the state now holds, or that change nothing. */
  forgetUsedAnswers(): void {
    for (const [index, answer] of this.#usedAnswers)
      if (this.#answers.get(index) === answer) this.#answers.delete(index);
    this.#usedAnswers = [];
  }

  /** Sends what is written and was not sent yet by this process. */
  send(): void {
    if (!this.mine) return;
    const { bus, clock } = this.#options;
    const ticks = ticksOf(clock);
    const again = ticks - this.#asked >= ASK_AGAIN_MS;
    if (again) this.#asked = ticks;
    for (const [key, flight] of Object.entries(this.rollout.flights)) {
      const index = Number(key);
      const node = this.#plan?.nodes[index];
      if (node === undefined) continue;
      if (flight.taken) {
        // Nothing depends on this: it only makes the next report come sooner.
        if (again) bus.notify({ report: 0 }, node).catch(() => {});
      } else if (!this.#open.has(index) && this.#due(index, flight, again))
        void this.#call(index, node, flight);
    }
  }

  #due(index: number, { step, epoch, expires }: InFlight, again: boolean): boolean {
    if (STEPS[step].reads) return again && !this.#answers.has(index);
    const permit = `${step} ${epoch} ${expires}`;
    if (this.#sent.get(index) === permit || this.#options.clock.now() >= expires) return false;
    this.#sent.set(index, permit);
    return true;
  }

  /** A node on which nothing has begun is left alone when whoever ordered it may not do it any more. */
  #refused(index: number, node: string, { step, maybe }: InFlight): boolean {
    const { view, authority } = this.#options;
    const { kind, grant } = this.rollout;
    const why = step === FIRST[kind] ? authority.refusal(grant, view.find(node)) : undefined;
    // One that may have the command already is watched as before; it is not sent again.
    if (why !== undefined && !maybe) this.#answers.set(index, { step, meaning: { is: "skipped", why } });
    return why !== undefined;
  }

  async #call(index: number, node: string, flight: InFlight): Promise<void> {
    const { step, epoch, expires } = flight;
    if (this.#refused(index, node, flight)) return;
    const { bus, clock, wantedOf } = this.#options;
    const { scope, timeoutMs, reads } = STEPS[step];
    this.#open.add(index);
    try {
      const wanted = wantedOf(this.#plan?.document, node);
      if (step === "apply" && wanted === undefined) {
        this.#answers.set(index, {
          step,
          meaning: { is: "skipped", why: reason("rollout.unwanted") },
        });
        return;
      }
      const text = await bus.call(
        node,
        {
          text: requestOf(step, this.rollout, wanted),
          by: this.rollout.grant?.name ?? this.rollout.by,
          scope,
          ...(reads
            ? { expires: clock.now() + COMMAND_LIFE_MS }
            : { expires, once: { key: `${this.id}/${step}`, epoch } }),
        },
        { timeoutMs },
      );
      this.#answers.set(index, { step, meaning: meaningOf(step, text, wanted) });
    } catch (error) {
      this.#lost(index, step, error);
    } finally {
      this.#open.delete(index);
    }
  }

  /** Without a signed answer nothing is known, and the command is repeated when it has expired. */
  #lost(index: number, step: InFlight["step"], error: unknown): void {
    // Nothing was sent: what is permitted may be sent when the bus is back.
    if (error instanceof BusAway) this.#sent.delete(index);
    else if (error instanceof NodeRefused) {
      const meaning: Meaning = { is: "failed", why: reason("rollout.refused", saidAs("why", error.why)) };
      this.#answers.set(index, { step, meaning });
    } else {
      if (!STEPS[step].reads) this.#answers.set(index, { step, lost: true });
      if (!(error instanceof NodeAway)) this.#options.log(`roll-out ${this.id}: ${(error as Error).message}`);
    }
  }
}
