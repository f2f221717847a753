import { ticksOf } from "@pilothouse/drivers/port";
import type { Reason } from "@pilothouse/protocol";
import type { NodeId } from "../../../bus/hub-bus.js";
import { follow } from "../../../state/follow.js";
import { Conflict, type Stored } from "../../../state/state.js";
import type { EngineOptions } from "./engine-parts.js";
import { stopRollout } from "./manage.js";
import { isOver, isStopping, type Rollout, rolloutKey } from "./rollout.js";
import { RunningRollout } from "./running-rollout.js";

/** The holder of a lease writes at least this often while its roll-out runs. */
const RENEW_MS = 2_000;
/** A roll-out that was not written for this long has lost its holder. */
const TAKE_OVER_MS = 6_000;
/** For this long it is found that a roll-out failed. */
const FAILED_FOR_MS = 24 * 3_600_000;

/**
 * Runs the roll-outs whose lease this hub holds. `tick` is called about every second; between two of them nothing
 * happens but calls and their answers.
 */
export class RolloutEngine {
  readonly #running = new Map<string, RunningRollout>();
  readonly #options: EngineOptions;
  /** Those that are over, as far as is needed to say whether one failed and was not repeated. */
  readonly #over = new Map<string, Pick<Rollout, "id" | "kind" | "created" | "status" | "finished">>();
  #ticking: Promise<void> | undefined;
  #unwatch: (() => void) | undefined;
  #watchingSince = 0;
  #connected = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#unwatch = await follow(this.#options.state, "rollout/", (key, stored) => this.#saw(key, stored));
  }

  /** The nodes that roll-outs change now. */
  changing(): ReadonlySet<NodeId> {
    return new Set([...this.#running.values()].flatMap((run) => run.changing));
  }

  /** Roll-outs that failed within the last day, unless another of the same kind was started after them. */
  failed(): readonly string[] {
    const now = this.#options.clock.now();
    const all = [...this.#over.values(), ...[...this.#running.values()].map(({ rollout }) => rollout)];
    // One that ran beside it was not started because of the failure.
    const isRepeated = (failed: string, at: number) =>
      all.some(({ kind, created }) => kind === failed && created > at);
    return [...this.#over.values()].flatMap(({ id, kind, status, finished }) =>
      status === "failed" && now - (finished ?? 0) < FAILED_FOR_MS && !isRepeated(kind, finished ?? 0)
        ? [`${kind} ${id}`]
        : [],
    );
  }

  async close(): Promise<void> {
    this.#unwatch?.();
    await this.#ticking;
  }

  /** Looks at everything once, as it is from now on. Two looks are never under way at a time. */
  async tick(): Promise<void> {
    while (this.#ticking !== undefined) await this.#ticking;
    this.#ticking = this.#tick().finally(() => {
      this.#ticking = undefined;
    });
    await this.#ticking;
  }

  async #tick(): Promise<void> {
    const { bus, clock } = this.#options;
    if (bus.connected && !this.#connected) this.#watchingSince = clock.now();
    this.#connected = bus.connected;
    await Promise.all([...this.#running.values()].map((run) => this.#run(run)));
  }

  async #run(run: RunningRollout): Promise<void> {
    try {
      const { rollout } = run;
      // Of a roll-out that another hub runs, only this one may know that the session has ended that started it.
      const why = isStopping(rollout) ? undefined : this.#options.authority.refusal(rollout.grant);
      if (why !== undefined) await this.#stop(rollout, why);
      else if (run.mine) await this.#advance(run);
      else if (this.#mayTakeOver(run)) await run.takeOver();
      else await run.watch();
    } catch (error) {
      // Whether the write is there is not known, or another came first: read again, decide again.
      if (!(error instanceof Conflict)) this.#options.log(`roll-out ${run.id}: ${(error as Error).message}`);
      await this.#refresh(run);
    }
  }

  async #stop({ id, kind, grant }: Rollout, why: Reason): Promise<void> {
    const { state, authority } = this.#options;
    if (await stopRollout(state, id, why))
      await authority.refused(grant, { what: `roll-out (${kind})`, why });
  }

  async #advance(run: RunningRollout): Promise<void> {
    const next = await run.next(this.#connected ? this.#watchingSince : undefined);
    if (next !== run.rollout || ticksOf(this.#options.clock) - run.changedAt >= RENEW_MS)
      await run.write(next);
    run.forgetUsedAnswers();
    if (this.#connected) run.send();
  }

  /** At once what this hub held before it was started again; else when the holder has been silent. */
  #mayTakeOver({ rollout, changedAt }: RunningRollout): boolean {
    const { hub, clock } = this.#options;
    return rollout.lease.hub === hub || ticksOf(clock) - changedAt >= TAKE_OVER_MS;
  }

  #saw(key: string, stored: Stored | undefined): void {
    const id = key.slice(rolloutKey("").length);
    this.#over.delete(id);
    if (stored === undefined) {
      this.#running.delete(id);
      return;
    }
    const run = this.#running.get(id) ?? new RunningRollout(this.#options, stored);
    run.saw(stored);
    const { kind, created, status, finished } = run.rollout;
    if (isOver(run.rollout)) {
      this.#running.delete(id);
      this.#over.set(id, { id, kind, created, status, ...(finished !== undefined && { finished }) });
    } else this.#running.set(id, run);
  }

  async #refresh({ id }: RunningRollout): Promise<void> {
    const key = rolloutKey(id);
    try {
      this.#saw(key, await this.#options.state.get(key));
    } catch {
      // The state is away; the next tick tries again.
    }
  }
}
