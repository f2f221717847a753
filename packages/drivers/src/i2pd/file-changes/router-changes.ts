import { once } from "node:events";
import { within } from "@pilothouse/system";
import { type Clock, ticksOf, wouldCutShort } from "../../port.js";
import { serialQueue, WRITE_PATIENCE } from "../../serial-queue.js";
import { whileStopped } from "../life/interruption.js";
import type { Supervision } from "../life/supervision.js";
import { type FileChange, FileChanges, type Pending } from "./file-changes.js";

/** A change of files that the router reads when it starts. */
export interface RouterChange {
  /** A function is asked while the router is stopped: for files that the router itself writes when it ends. */
  readonly files: readonly FileChange[] | (() => readonly FileChange[]);
  readonly restarts: boolean;
  /** Resolves when the router is seen to work with it. */
  readonly verify: () => Promise<void>;
  /** What is said when it was put back. */
  readonly rolledBack: (why: string, cause: unknown) => Error;
}

interface Options {
  readonly controlDir: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
}

/** How long a restart takes until one was measured. */
const USUAL_RESTART = 15_000;
/** A change that was broken off has ended long before. */
const CLOSING = 1_000;

/** Changes files together with a restart of the router; one change after another, each whole or not at all. */
export class RouterChanges {
  readonly #files: FileChanges;
  readonly #turn = serialQueue();
  #restartTakesMs = USUAL_RESTART;

  constructor(
    readonly options: Options,
    readonly supervision: () => Supervision,
  ) {
    this.#files = new FileChanges(options.controlDir);
  }

  get restartTakesMs(): number {
    return this.#restartTakesMs;
  }

  /** As a change that restarts the router would be refused. */
  requireNoWait(): void {
    if (this.supervision().state.name === "draining") throw wouldCutShort();
  }

  /** What belongs to a change, with what has to be looked at for it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#turn(async () => {
      this.supervision().closing.throwIfAborted();
      return work();
    }, WRITE_PATIENCE);
  }

  /**
   * Takes over the router, and puts back what a killed service has left: before, or with a restart if the router runs
   * with it. `takeOver` gets whether the router ran when that was begun.
   */
  async open(takeOver: (ran: boolean) => Promise<void>): Promise<void> {
    const left = this.#files.pending();
    const ran = left?.running ?? false;
    const runs = left !== undefined && (await this.supervision().runs());
    const runsWithIt = runs && left.isBegun;
    if (!runsWithIt) left?.putBack();
    await takeOver(ran);
    if (runs)
      this.options.log(
        "A change of files was broken off when the service ended: everything is put back as it was",
      );
    if (runsWithIt) await this.#putBack(left);
    else if (runs && ran) await this.#restart();
  }

  /**
   * Resolves when the last change has ended. The supervision is closed before, which breaks it off. What only waits for
   * an answer of the router is not waited for: it can change nothing any more.
   */
  async close(): Promise<void> {
    const ended = this.#turn(async () => {});
    await within(CLOSING, ended, () => {});
  }

  async change(change: RouterChange): Promise<void> {
    this.supervision().closing.throwIfAborted();
    if (!change.restarts || this.supervision().state.name === "stopped") return this.#changeFiles(change);
    const { files } = change;
    let pending = typeof files === "function" ? undefined : this.#files.prepare(files, true);
    try {
      await this.#whileStopped(async () => {
        pending ??= this.#files.prepare(typeof files === "function" ? files() : files, true);
        applied(pending);
      });
      await this.#seenToWork(change);
      pending?.keep();
    } catch (error) {
      if (pending !== undefined) await this.#undo(pending, change, error);
      throw error;
    }
  }

  /**
   * It is told to end before the first file is changed, and may be about to: unless it waits gracefully, or could not be
   * started again, since a change refuses that first.
   */
  async #restart(): Promise<void> {
    const supervision = this.supervision();
    if (supervision.state.name === "draining") return;
    try {
      await supervision.parts.engine.ready?.("start");
      await supervision.request("Restart");
    } catch (error) {
      this.options.log(`The router is not restarted after that: ${(error as Error).message}`);
    }
  }

  /** When the service ends, nothing can be known of the router any more: the next one puts the change back. */
  async #seenToWork({ verify }: RouterChange): Promise<void> {
    const { closing } = this.supervision();
    const decided = new AbortController();
    try {
      closing.throwIfAborted();
      await Promise.race([verify(), once(closing, "abort", decided)]);
    } finally {
      decided.abort();
      closing.throwIfAborted();
    }
  }

  #changeFiles({ files }: RouterChange): void {
    const pending = this.#files.prepare(typeof files === "function" ? files() : files, false);
    applied(pending);
    pending.keep();
  }

  /** Rejects with what became of it. When the service ends, the next one does this. */
  async #undo(pending: Pending, { rolledBack }: RouterChange, error: unknown): Promise<void> {
    if ((error as Error).name === "AbortError") return;
    if (!pending.isBegun) return pending.putBack();
    await this.#putBack(pending);
    throw rolledBack((error as Error).message, error);
  }

  async #putBack(pending: Pending): Promise<void> {
    await this.#whileStopped(async () => pending.putBack()).catch((failure: Error) => {
      if (failure.name === "AbortError") throw failure;
      // It does not run, or somebody else stops it now: the files are for its next start.
      pending.putBack();
      this.options.log(`The files of the router were put back without a restart: ${failure.message}`);
    });
  }

  async #whileStopped(work: () => Promise<void>): Promise<void> {
    const { clock } = this.options;
    const began = ticksOf(clock);
    if ((await whileStopped(this.supervision(), clock, work)) === "restarted")
      this.#restartTakesMs = Math.round(ticksOf(clock) - began);
  }
}

/** All or nothing. */
function applied(pending: Pending): void {
  try {
    pending.apply();
  } catch (error) {
    pending.putBack();
    throw error;
  }
}
