import type { Clock } from "@pilothouse/drivers/port";
import { cutLine, LOG_LEVELS, type LogLevel, type LogLine } from "@pilothouse/protocol";
import type { Log } from "../log.js";

const MOST_LINES = 2_000;

/** The last lines of the service's own log, for those who cannot see where it is written to. */
export class LogRing {
  readonly #lines: LogLine[] = [];
  /** Lines are numbered from 1 on. */
  #last = 0;

  constructor(
    readonly clock: Clock,
    /** The least important level that is logged, as it is now. */
    readonly level: () => LogLevel,
    readonly most = MOST_LINES,
  ) {}

  /** The number of the newest line; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The lines that are kept of those after a number, the oldest first. */
  after(number: number): readonly LogLine[] {
    const missing = this.#last - this.#lines.length;
    return this.#lines.slice(Math.max(0, number - missing));
  }

  /** Whether all lines after a number are still there. */
  holdsAllAfter(number: number): boolean {
    return number >= this.#last - this.#lines.length;
  }

  /** A log that writes where the given one does, and here as well. */
  beside(log: Log): Log {
    const keep =
      (level: LogLevel, write: Log["info"]) =>
      (...given: Parameters<Log["info"]>): void => {
        write.apply(log, given);
        this.#keep(level, given);
      };
    return {
      debug: keep("debug", log.debug),
      info: keep("info", log.info),
      warn: keep("warn", log.warn),
      error: keep("error", log.error),
      fatal: keep("error", log.fatal),
    } as Log;
  }

  #keep(level: LogLevel, given: readonly unknown[]): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(this.level())) return;
    this.#last++;
    this.#lines.push({ at: this.clock.now(), level, text: cutLine(textOf(given)) });
    if (this.#lines.length > this.most) this.#lines.shift();
  }
}

/** As pino is called: with fields and a message, or with a message alone. */
function textOf([first, second]: readonly unknown[]): string {
  if (typeof first === "string") return first;
  const fields = JSON.stringify(first, (_key, value: unknown) =>
    value instanceof Error ? { message: value.message, stack: value.stack } : value,
  );
  return [second, fields === "{}" ? undefined : fields].filter((one) => one !== undefined).join(" ");
}
