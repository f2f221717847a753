import { setTimeout as sleep } from "node:timers/promises";
import {
  type LifecycleAction,
  type Reason,
  reason,
  reasonAs,
  reasonText,
  textOfReason,
} from "@pilothouse/protocol";
import { every } from "@pilothouse/system";
import { type Clock, type CrashListener, NotPossible, type Phase, ticksOf } from "../../port.js";
import { serialQueue } from "../../serial-queue.js";
import type { Memory, Stored } from "../memory.js";
import type { Engine } from "./engine.js";
import { begin, crashed, requested, type State, type Step, seen, toPhase } from "./lifecycle.js";

export interface Watching {
  readonly engine: Engine;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** For what an operator should look at. */
  readonly warn: (message: string) => void;
  /** The last lines of the router's log. */
  readonly lastLines: () => Promise<readonly string[]>;
  /** Whether the router's control service answers. */
  readonly answers: () => Promise<boolean>;
  /** The router has come up. */
  readonly up: () => Promise<void>;
  /** It ended before it had come up. Resolves with what was done about it. */
  readonly failed: () => Promise<Reason | undefined>;
  /** It runs, and somebody else has started it. */
  readonly foreign: () => Promise<void>;
  /** It ended, and nobody had asked for that. */
  readonly crashed: CrashListener;
}

/** What can be done to a router by who has it for himself. */
export interface Hands {
  state(): State;
  take(step: Step): Promise<void>;
  look(): Promise<void>;
  /** Whether there is a process, or whatever it lives as. */
  runs(): Promise<boolean>;
  /** Before the next look; rejects when the service ends. */
  pause(): Promise<void>;
}

const PAUSE = 100;
/** A crash after a run of this length is no sequel of the one before. */
const STEADY = 600_000;
const CLOCK_SET = 1_000;
const STAYS_STOPPED = "The router was stopped by its administrator, and stays so until a start is asked for";

/** It runs, and is not about to end. */
const isLiving = ({ name }: State): boolean => name === "running" || name === "starting";

/** What lasts until somebody acts, or the router ends. */
const isSteady = ({ name }: State): boolean => name === "running" || name === "stopped";

/** Watches over the router: sees how it fares, and does what requests and crashes call for. */
export class Supervision {
  /** Checks and requests run one after another, so that each acts on the current state. */
  readonly #turn = serialQueue();
  readonly #closing = new AbortController();
  #watch: { readonly ms: number; readonly end: () => Promise<void> } | undefined;
  #is: State = { name: "stopped" };
  #mark: string | undefined;
  #crashes = 0;
  #upSince = 0;
  #complaint = "";
  #lastEpoch = 0;
  #starts = 0;
  #note: Reason | undefined;
  /** Why it ended last, or could not be started. */
  #lastCause = "";
  /** The last end was our doing, so that it says nothing about what its administrator wants. */
  #stoppedByUs = false;

  constructor(readonly parts: Watching) {}

  /** Aborted when the service ends. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get state(): State {
    return this.#state;
  }

  get #state(): State {
    return this.#is;
  }

  set #state(state: State) {
    this.#is = state;
    if (this.#watch !== undefined) this.#keepWatch();
  }

  get phase(): Phase {
    return toPhase(this.#state, this.#toEpoch);
  }

  get #now(): number {
    return ticksOf(this.parts.clock);
  }

  readonly #toEpoch = (time: number): number => Math.round(time + this.#epoch);

  /** What lies between the two clocks. They are not read at once: only a larger change means that one was set. */
  get #epoch(): number {
    const now = this.parts.clock.now() - this.#now;
    if (Math.abs(now - this.#lastEpoch) > CLOCK_SET) this.#lastEpoch = now;
    return this.#lastEpoch;
  }

  /** Starts of the router since it was taken over, also by others. */
  get starts(): number {
    return this.#starts;
  }

  /** How it ended last, if not because it was asked to. */
  get note(): Reason | undefined {
    return this.#note;
  }

  /** Whether there is a router, also before it is taken over. */
  async runs(): Promise<boolean> {
    const { engine, memory } = this.parts;
    return (await engine.find(this.#mark ?? memory.stored.mark)) !== undefined;
  }

  /** Takes over a running router as it is, or starts it; a router that its administrator stopped stays stopped. */
  open(stopped = false): Promise<void> {
    return this.#turn(async () => {
      const { engine, memory, log, answers } = this.parts;
      const { mark, drain } = memory.stored;
      const found = await engine.find(mark);
      if (found === undefined && stopped) log(STAYS_STOPPED);
      else if (found === undefined) await this.#first(begin(this.#now));
      else {
        log("The router is already running; taking it over as it is");
        await this.#marked(found);
        if (found === mark && drain !== undefined) this.#state = this.#drainingAgain(drain);
        else if (await answers()) {
          this.#state = { name: "running" };
          await this.#cameUp();
        } else this.#state = { name: "starting", since: this.#now };
      }
      this.#keepWatch();
    });
  }

  /** Starts a router that was stopped. */
  start(): Promise<void> {
    return this.#turn(async () => {
      if (this.#state.name === "stopped") await this.#take(begin(this.#now));
      else if (this.#state.name === "stopping") this.#state = { ...this.#state, next: "restart" };
    });
  }

  request(action: LifecycleAction): Promise<void> {
    return this.#turn(async () => {
      // Somebody has taken care of it: earlier crashes are no reason to wait any longer.
      this.#crashes = 0;
      this.#note = undefined;
      await this.#take(requested(this.#state, action, this.#now, this.parts.engine.longestDrain));
    });
  }

  /** Cancels a graceful wait, and resolves with whether there was one. */
  cancel(sessionSignal?: AbortSignal): Promise<boolean> {
    return this.#turn(async () => {
      if (this.#state.name !== "draining") return false;
      sessionSignal?.throwIfAborted();
      await this.parts.engine.cancel();
      // Saved after it is done: if the service is killed in between, the requested wait continues.
      await this.#take({ state: { name: "running" } });
      this.#stoppedByUs = false;
      return true;
    });
  }

  /** Rejects when what the request leads to cannot be done now. */
  async ready(action: LifecycleAction): Promise<void> {
    const { engine } = this.parts;
    const { operation } = requested(this.#state, action, this.#now, engine.longestDrain);
    if (operation !== undefined) await engine.ready?.(operation);
  }

  /** Sees how the router fares, and does what follows from it. */
  look(): Promise<void> {
    return this.#turn(() => this.#look());
  }

  /** Looks because something is said to have happened. */
  notice(): Promise<void> {
    return this.closing.aborted
      ? Promise.resolve()
      : this.look().catch((error: Error) => this.#complain(error.message));
  }

  /** For what takes several steps, between which nothing else is done to the router. */
  exclusively<T>(work: (hands: Hands) => Promise<T>): Promise<T> {
    return this.#turn(async () => {
      this.closing.throwIfAborted();
      return work({
        state: () => this.#state,
        take: (step) => this.#take(step),
        look: () => this.#look(),
        runs: () => this.runs(),
        pause: async () => void (await sleep(PAUSE, undefined, { signal: this.closing })),
      });
    });
  }

  async #look(): Promise<void> {
    const { engine, answers } = this.parts;
    const before = this.#state;
    const mark = await engine.find(this.#mark);
    const engineView = {
      alive: mark !== undefined,
      answers: before.name === "starting" && mark !== undefined && (await answers()),
      crashes: before.name === "running" && this.#now - this.#upSince >= STEADY ? 0 : this.#crashes,
    };
    if ((await this.#marked(mark)) && isLiving(before)) await this.#replaced();
    const seenStep = seen(before, engineView, this.#now);
    if (seenStep.state === before) return;
    const step = await this.#checkedStep(before, seenStep, engineView.crashes);
    if (step.state.name === "running") await this.#cameUp();
    await this.#take(step).catch((error: Error) => this.#onFailedStep(step, error));
    this.#tellCrash(before);
  }

  /** Lets go of the router, which keeps running. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watch?.end();
    this.#watch = undefined;
    await this.#turn(async () => {});
  }

  /** The service starts beside another i2pd on the directory too: it says so, and tries again until that one is gone. */
  async #first(step: Step): Promise<void> {
    try {
      await this.#take(step);
    } catch (error) {
      if (!(error instanceof NotPossible) || error.why?.code !== "i2pd.another") throw error;
      this.#onFailedStep(step, error);
    }
  }

  /** The end of the wait was kept by the time of day, which may have been set since. */
  #drainingAgain({ next, until }: NonNullable<Stored["drain"]>): State {
    const latest = this.#now + this.parts.engine.longestDrain;
    return { name: "draining", next, until: Math.min(Math.max(this.#now, until - this.#epoch), latest) };
  }

  /** Looks again and again, as often as its state wants. */
  #keepWatch(): void {
    const { engine } = this.parts;
    const ms = isSteady(this.#is) ? engine.everySteady : engine.every;
    if (this.closing.aborted || ms === this.#watch?.ms) return;
    void this.#watch?.end();
    this.#watch = { ms, end: every(ms, () => this.notice()) };
  }

  /** What goes wrong at every look is said once. */
  #complain(message: string): void {
    if (message !== this.#complaint) this.parts.log(`The router cannot be checked: ${message}`);
    this.#complaint = message;
  }

  /** The state counts from when its operation is done; a wait is saved before it begins, so that it begins only once. */
  async #take({ state, operation }: Step): Promise<void> {
    const { engine, memory } = this.parts;
    const phase = toPhase(state, this.#toEpoch);
    const drain = phase.name === "draining" ? { next: phase.next, until: phase.until } : undefined;
    if (drain !== undefined || memory.stored.drain !== undefined) await memory.keep({ drain });
    if (operation === "start") await this.#begin();
    else if (operation !== undefined) {
      await engine[operation](this.#mark).catch(async (error: unknown) => {
        if (drain !== undefined) await memory.keep({ drain: undefined });
        throw error;
      });
      this.#stoppedByUs = true;
    }
    this.#state = state;
  }

  async #begin(): Promise<void> {
    this.#mark = await this.parts.engine.start();
    this.#starts++;
    await this.parts.memory.keep({ mark: this.#mark });
  }

  /** A run with an unknown mark was started by somebody else; resolves with whether this is one. */
  async #marked(mark: string | undefined): Promise<boolean> {
    const { memory, foreign } = this.parts;
    this.#mark = mark;
    if (mark === undefined || mark === memory.stored.mark) return false;
    const ours = memory.stored.mark === undefined && this.#state.name === "starting";
    await memory.keep({ mark, drain: undefined });
    if (ours) return false;
    this.#starts++;
    await foreign();
    return true;
  }

  /** It ended, and somebody else started it again, between two looks. */
  async #replaced(): Promise<void> {
    const { stopped, why } = await this.parts.engine.ending({ replaced: true });
    if (!stopped) this.parts.crashed(why);
  }

  /** Tells of a crash, or of a start that failed: of that once, as long as it fails for the same reason. */
  #tellCrash(before: State): void {
    const state = this.#state;
    if (state.name !== "crashed" || state === before) return;
    const why = state.report?.why ?? state.report?.cause ?? reason("exit.unknown");
    const cause = textOfReason(why);
    if (before.name !== "crashed" || cause !== this.#lastCause) this.parts.crashed(why);
    this.#lastCause = cause;
  }

  async #cameUp(): Promise<void> {
    this.#upSince = this.#now;
    this.#stoppedByUs = false;
    await this.parts.up();
  }

  /** A router that ended, or is about to be started again after that: unless its administrator stopped it. */
  async #checkedStep(before: State, step: Step, crashes: number): Promise<Step> {
    const { engine, log, failed } = this.parts;
    const again = before.name === "crashed" && step.operation === "start";
    if (step.state.name !== "crashed" && !again) return step;
    const { stopped, why } = await engine.ending();
    if (stopped && !this.#stoppedByUs) {
      log(STAYS_STOPPED);
      return { state: { name: "stopped" } };
    }
    if (step.state.name !== "crashed") return step;
    const done = before.name === "starting" ? await failed() : undefined;
    // Earlier crashes say nothing about another configuration.
    const earlier = done === undefined ? crashes : 0;
    this.#crashes = earlier + 1;
    const state = await this.#reported(crashed(this.#now, earlier), why);
    this.#note = reason(before.name === "starting" ? "start.failed" : "start.ended", {
      ...reasonAs("cause", why),
      ...(done && reasonAs("done", done)),
    });
    return { state };
  }

  /** Describes a crash: why, when the router is started again, and the last lines of its log. */
  async #reported(state: State & { name: "crashed" }, why: Reason): Promise<State> {
    const cause = reasonText(why);
    const lines = await this.parts.lastLines();
    const seconds = Math.max(0, Math.round((state.until - this.#now) / 1_000));
    const log = lines.length === 0 ? "" : `; the last lines of its log:\n${lines.join("\n")}`;
    this.parts.warn(`The router ended by itself (${cause}) and is started again in ${seconds} s${log}`);
    return { ...state, report: { cause, why, lines } };
  }

  /** A failed step without a caller: a start is tried again later, an end is forced. */
  #onFailedStep({ state, operation }: Step, error: Error): void {
    this.parts.warn(error.message);
    const why = error instanceof NotPossible ? error.why : undefined;
    if (operation === "start")
      this.#note = reason("start.impossible", reasonAs("cause", why ?? error.message));
    const report = { cause: error.message, why, lines: [] };
    this.#state = operation === "start" ? { ...crashed(this.#now, this.#crashes++), report } : state;
  }
}
