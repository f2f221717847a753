import { randomInt } from "node:crypto";
import { RpcError, reason } from "@pilothouse/protocol";
import { isNewGuess } from "./guess.js";
import type { Ticks } from "./throttle.js";

/** This many guesses at once, and then one every 40 s: at most 100 within any hour. */
const AT_ONCE = 10;
const EVERY_MS = 40_000;
/** The longest a guess has to wait. */
const LONGEST_WAIT_MS = 9_000;
/** As many as wait for a hash. */
const MOST_WAITING = 256;

interface Waiting {
  readonly since: number;
  readonly go: () => void;
  readonly refuse: (error: RpcError) => void;
}

/**
 * Logins from loopback. Through a tunnel every client has this address, so it is slowed down but never blocked:
 * when the guesses are used up, one more is allowed at fixed intervals, and a random one of the waiting logins
 * gets it. The operator and a stranger look the same here; the operator can use the operator socket instead.
 */
export class LoopbackLine {
  /** When all guesses would be there again; the further ahead, the fewer there are. */
  #fullAt = 0;
  /** Logins that are being checked: those that are right give their guess back. */
  #underWay = 0;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly ticks: Ticks) {}

  /** Does `look` when its turn comes, or throws. It was a guess when the password was wrong, for the first time. */
  async turn<T>(look: () => Promise<T>): Promise<T> {
    await this.#place();
    let guessed = false;
    try {
      return await look();
    } catch (error) {
      guessed = isNewGuess(error);
      throw error;
    } finally {
      if (!guessed) this.#fullAt -= EVERY_MS;
      this.#underWay--;
      this.#serve();
    }
  }

  clear(): void {
    this.#fullAt = 0;
    this.#serve();
  }

  #place(): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) this.#chosen()?.refuse(this.#refusal());
    return new Promise((go, refuse) => {
      this.#waiting.push({ since: this.ticks(), go, refuse });
      this.#serve();
    });
  }

  #take(): boolean {
    if (this.#nextInMs > 0) return false;
    this.#fullAt = Math.max(this.#fullAt, this.ticks()) + EVERY_MS;
    this.#underWay++;
    return true;
  }

  get #nextInMs(): number {
    return Math.max(0, this.#fullAt - (AT_ONCE - 1) * EVERY_MS - this.ticks());
  }

  /** Admits logins as far as guesses are left, and refuses those that would wait too long for one. */
  readonly #serve = (): void => {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0 && this.#take()) this.#chosen()?.go();
    const now = this.ticks();
    // A login that is under way may yet give its guess back: on a busy machine, right ones only take long.
    const hopeless = ({ since }: Waiting) =>
      this.#underWay === 0 && now + this.#nextInMs - since > LONGEST_WAIT_MS;
    const refused = this.#waiting.filter(hopeless);
    this.#waiting = this.#waiting.filter((one) => !refused.includes(one));
    for (const { refuse } of refused) refuse(this.#refusal());
    // The end of one that is under way calls this again.
    if (this.#waiting.length > 0) this.#timer = setTimeout(this.#serve, this.#nextInMs).unref();
  };

  #chosen(): Waiting | undefined {
    return this.#waiting.splice(randomInt(this.#waiting.length), 1)[0];
  }

  #refusal(): RpcError {
    if (this.#underWay > 0) return new RpcError("refused", reason("login.waiting"), 1);
    const seconds = Math.max(1, Math.ceil(this.#nextInMs / 1_000));
    return new RpcError("refused", reason("login.manyHere", { seconds }), seconds);
  }
}
