import type { Size } from "./view.js";

const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";

/** The terminal while it shows a picture instead of lines. Always given back as it was. */
export class Screen implements Disposable {
  readonly #leaving = new AbortController();
  readonly #off: (() => void)[] = [];

  /** `draw` returns the lines for a size; it is called again when the size changes. */
  constructor(readonly draw: (size: Size) => readonly string[]) {
    const { stdin, stdout } = process;
    this.#on(stdout, "resize", () => this.refresh());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      this.#on(process, signal, () => this.#leave("interrupted"));
    this.#on(process, "exit", () => stdout.write(LEAVE));
    if (stdin.isTTY) {
      stdin.setRawMode(true);
      this.#on(stdin, "data", (keys: Buffer) => this.#ownCommand(keys.toString()));
      this.#off.push(() => {
        stdin.setRawMode(false);
        stdin.pause();
      });
    }
    stdout.write(ENTER);
    this.refresh();
  }

  /** Aborted when the person wants to leave; the reason is "quit" or "interrupted". */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  refresh(): void {
    const { columns = 80, rows = 24 } = process.stdout;
    const lines = this.draw({ columns, rows }).map((line) => `${line}\u001b[K`);
    process.stdout.write(`\u001b[H${lines.join("\r\n")}\u001b[J`);
  }

  [Symbol.dispose](): void {
    for (const off of this.#off) off();
    process.stdout.write(LEAVE);
  }

  #ownCommand(keys: string): void {
    if (keys.includes("\u0003")) this.#leave("interrupted");
    else if (/^[qQ]/.test(keys) || keys === "\u001b") this.#leave("quit");
  }

  #leave(why: "quit" | "interrupted"): void {
    this.#leaving.abort(why);
  }

  #on(emitter: NodeJS.EventEmitter, event: string, listener: (...args: never[]) => void): void {
    emitter.on(event, listener as (...args: unknown[]) => void);
    this.#off.push(() => emitter.off(event, listener as (...args: unknown[]) => void));
  }
}
