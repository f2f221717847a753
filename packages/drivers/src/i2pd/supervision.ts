import { setInterval } from "node:timers/promises";
import type { LifecycleAction } from "@pilothouse/protocol";
import { inTurn } from "../in-turn.js";
import type { Clock } from "../port.js";
import type { Engine } from "./engine.js";
import { begin, crashed, requested, type State, type Step, seen } from "./lifecycle.js";
import type { Memory } from "./memory.js";

export interface Watching {
  readonly engine: Engine;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Whether the router's control service answers. */
  readonly answers: () => Promise<boolean>;
  /** The router has come up. */
  readonly up: () => Promise<void>;
  /** It ended before it had come up. Resolves with what was done about it, in a sentence for people. */
  readonly failed: () => Promise<string | undefined>;
  /** It runs, and somebody else has started it. */
  readonly foreign: () => Promise<void>;
}

/** A crash after a run of this length is no sequel of the one before. */
const STEADY = 600_000;

/** Watches over the router: sees how it fares, and does what requests and crashes call for. */
export class Supervision {
  /** Sights and requests come one after another, so that none acts on what another has changed. */
  readonly #turn = inTurn();
  readonly #closing = new AbortController();
  #watch: Promise<void> | undefined;
  #state: State = { name: "stopped" };
  #mark: string | undefined;
  #crashes = 0;
  #upSince = 0;
  #complaint = "";
  #starts = 0;
  #note: string | undefined;

  constructor(readonly parts: Watching) {}

  get state(): State {
    return this.#state;
  }

  /** Starts of the router since it was taken in hand, whoever made them. */
  get starts(): number {
    return this.#starts;
  }

  /** How it ended last, if not because it was asked to. */
  get note(): string | undefined {
    return this.#note;
  }

  /** Takes a running router in hand as it is, or starts it. */
  open(): Promise<void> {
    return this.#turn(async () => {
      const { engine, memory, clock, log, answers } = this.parts;
      const { mark, drain } = memory.kept;
      const found = await engine.find(mark);
      if (found === undefined) await this.#take(begin(clock.now()));
      else {
        log("The router runs already, and is taken in hand as it is");
        await this.#marked(found);
        if (found === mark && drain !== undefined) this.#state = { name: "draining", ...drain };
        else this.#state = (await answers()) ? { name: "running" } : { name: "starting", since: clock.now() };
      }
      this.#watch = this.#watching();
    });
  }

  /** Starts a router that was stopped. */
  start(): Promise<void> {
    return this.#turn(async () => {
      if (this.#state.name === "stopped") await this.#take(begin(this.parts.clock.now()));
      else if (this.#state.name === "stopping") this.#state = { ...this.#state, next: "restart" };
    });
  }

  request(action: LifecycleAction): Promise<void> {
    const { clock, engine } = this.parts;
    return this.#turn(async () => {
      this.#note = undefined;
      await this.#take(requested(this.#state, action, clock.now(), engine.longestDrain));
    });
  }

  /** Rejects when what the request leads to cannot be done now. */
  async ready(action: LifecycleAction): Promise<void> {
    const { clock, engine } = this.parts;
    const { deed } = requested(this.#state, action, clock.now(), engine.longestDrain);
    if (deed !== undefined) await engine.ready?.(deed);
  }

  /** Sees how the router fares, and does what follows from it. */
  look(): Promise<void> {
    return this.#turn(async () => {
      const { engine, clock, answers } = this.parts;
      const before = this.#state;
      const mark = await engine.find(this.#mark);
      const sight = {
        alive: mark !== undefined,
        answers: before.name === "starting" && mark !== undefined && (await answers()),
        crashes: before.name === "running" && clock.now() - this.#upSince >= STEADY ? 0 : this.#crashes,
      };
      await this.#marked(mark);
      const step = seen(before, sight, clock.now());
      if (step.state === before) return;
      if (step.state.name === "crashed") await this.#mourn(before, sight.crashes);
      if (step.state.name === "running") await this.#cameUp();
      await this.#take(step).catch((error: Error) => this.#stumble(step, error));
    });
  }

  /** Lets go of the router, which goes on. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watch;
    await this.#turn(async () => {});
  }

  async #watching(): Promise<void> {
    const { engine } = this.parts;
    try {
      for await (const _ of setInterval(engine.every, undefined, {
        signal: this.#closing.signal,
        ref: false,
      }))
        await this.look().catch((error: Error) => this.#complain(error.message));
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  /** What goes wrong at every look is said once. */
  #complain(message: string): void {
    if (message !== this.#complaint) this.parts.log(`The router cannot be looked at: ${message}`);
    this.#complaint = message;
  }

  /** The state counts from when its deed is done; a wait is kept before it begins, so that it is begun only once. */
  async #take({ state, deed }: Step): Promise<void> {
    const { engine, memory } = this.parts;
    const drain = state.name === "draining" ? { next: state.next, until: state.until } : undefined;
    if (drain !== undefined || memory.kept.drain !== undefined) await memory.keep({ drain });
    if (deed === "start") await this.#begin();
    else if (deed !== undefined)
      await engine[deed](this.#mark).catch(async (error: unknown) => {
        if (drain !== undefined) await memory.keep({ drain: undefined });
        throw error;
      });
    this.#state = state;
  }

  async #begin(): Promise<void> {
    this.#mark = await this.parts.engine.start();
    this.#starts++;
    await this.parts.memory.keep({ mark: this.#mark });
  }

  /** A life that is not the one we know was begun by somebody else. */
  async #marked(mark: string | undefined): Promise<void> {
    const { memory, foreign } = this.parts;
    this.#mark = mark;
    if (mark === undefined || mark === memory.kept.mark) return;
    const ours = memory.kept.mark === undefined && this.#state.name === "starting";
    await memory.keep({ mark, drain: undefined });
    if (ours) return;
    this.#starts++;
    await foreign();
  }

  async #cameUp(): Promise<void> {
    this.#upSince = this.parts.clock.now();
    await this.parts.up();
  }

  async #mourn(before: State, crashes: number): Promise<void> {
    const { engine, log, failed } = this.parts;
    this.#crashes = crashes + 1;
    const words = (await engine.lastWords()) ?? "it said nothing";
    log(`The router ended by itself: ${words}`);
    const done = before.name === "starting" ? await failed() : undefined;
    this.#note = `${before.name === "starting" ? "The router did not start" : "The router ended by itself"}: ${words}`;
    if (done !== undefined) this.#note += `. ${done}`;
  }

  /** A deed that came to nothing, and nobody waits for it: a start is tried again later, an end is forced. */
  #stumble({ state, deed }: Step, error: Error): void {
    this.parts.log(error.message);
    if (deed === "start") this.#note = `The router could not be started: ${error.message}`;
    this.#state = deed === "start" ? crashed(this.parts.clock.now(), this.#crashes++) : state;
  }
}
