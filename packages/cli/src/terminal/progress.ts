import { harmless, painter } from "./style.js";
import { cut } from "./width.js";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const TURN_MS = 100;
/** A log gets fewer progress lines than a terminal. */
const LOG_EVERY_MS = 10_000;
const BAR = 20;

/**
 * How something that takes time goes, on standard error: one line that changes on a terminal, and a
 * line now and then in a log.
 */
export class Progress implements Disposable {
  readonly #paint = painter(process.stderr);
  readonly #timer: NodeJS.Timeout | undefined;
  #text = "";
  #turn = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(readonly quiet: boolean) {
    if (quiet || !process.stderr.isTTY) return;
    this.#timer = setInterval(() => this.#draw(), TURN_MS);
  }

  /** `share` is what is done of the whole, from 0 to 1, where that is known. */
  say(told: string, share?: number): void {
    const text = harmless(told);
    const before = this.#text;
    this.#text = share === undefined ? text : `${bar(share)} ${text}`;
    if (this.#timer !== undefined) this.#draw();
    else if (!this.quiet && text !== before && performance.now() - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = performance.now();
      process.stderr.write(`${text}\n`);
    }
  }

  [Symbol.dispose](): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    process.stderr.write("\r\u001b[K");
  }

  #draw(): void {
    const spinner = SPINNER[this.#turn++ % SPINNER.length] ?? "";
    const room = Math.max(10, (process.stderr.columns ?? 80) - 3);
    process.stderr.write(`\r\u001b[K${this.#paint("cyan", spinner)} ${cut(this.#text, room)}`);
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return `${"█".repeat(full)}${"░".repeat(BAR - full)}`;
}
