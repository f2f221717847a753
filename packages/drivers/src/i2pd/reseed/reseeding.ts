import { reason, reasonAs } from "@pilothouse/protocol";
import { within } from "@pilothouse/system";
import { NotPossible } from "../../port.js";
import { type Control, NoAnswer } from "../control/control.js";

/** i2pd tries ten servers one after another, each with its own time-outs. */
const LONGEST = 900_000;
/** A refusal comes at once; what takes longer has begun. */
const BEGUN_AFTER = 200;
const ANSWER_WITHIN = 2_000;
/** Within this time i2pd takes in what a reseed has brought. */
const TAKEN_IN = 3_000;

/**
 * A reseed is as long under way as its request is: i2pd answers when it is done, and until then
 * its control service answers nothing else.
 */
export class Reseeding {
  #request: AbortController | undefined;
  #until = 0;

  constructor(readonly now: () => number) {}

  get going(): boolean {
    return this.#request !== undefined || this.now() < this.#until;
  }

  /** The control service is busy with it. */
  get blocks(): boolean {
    return this.#request !== undefined;
  }

  async begin(control: Control | undefined, sessionSignal?: AbortSignal): Promise<void> {
    if (this.#request !== undefined) return;
    if (control === undefined) throw new NotPossible(reason("reseed.down"));
    await requireAnswer(control);
    if (this.#request !== undefined) return;
    // The session that asked may have been revoked while the router was waited for.
    sessionSignal?.throwIfAborted();
    const request = new AbortController();
    this.#request = request;
    this.#until = this.now() + TAKEN_IN;
    const limit = setTimeout(() => request.abort(), LONGEST).unref();
    const done = control.act("Reseed", request.signal).finally(() => {
      clearTimeout(limit);
      this.#request = undefined;
      this.#until = Math.max(this.#until, this.now() + TAKEN_IN);
    });
    // A failure at the beginning is reported to the caller; a later one ends the reseed.
    done.catch(() => {});
    await within(BEGUN_AFTER, done, () => {}).catch((error: unknown) => {
      this.#until = 0;
      throw error;
    });
  }

  /** The router has ended, or we let go of it. */
  end(): void {
    this.#request?.abort();
    this.#until = 0;
  }
}

/** i2pd answers a reseed only when it is over, so a router that hangs would look like one that reseeds. */
async function requireAnswer(control: Control): Promise<void> {
  try {
    await control.info(["router.uptime"], AbortSignal.timeout(ANSWER_WITHIN));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const why = reasonAs("why", error.why ?? error.message);
    throw new NotPossible(reason("reseed.silent", why), { cause: error });
  }
}
