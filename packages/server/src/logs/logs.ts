import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import {
  badKey,
  LOG_LEVELS,
  type LogLevel,
  type LogLine,
  type Params,
  type Reason,
  type Result,
  reason,
  reasonAs,
  reasonText,
} from "@pilothouse/protocol";
import { type Private, Redactor } from "@pilothouse/system";
import { type Position, readLogFile } from "./log-file.js";
import type { LogRing } from "./log-ring.js";

/** The router's log: a file and how to find the level of a line, or why it cannot be read. */
export type RouterLogPlace =
  | { readonly file: string; readonly level?: (line: string) => LogLevel | undefined }
  | { readonly file?: undefined; readonly why: Reason };

interface Options {
  readonly ring: LogRing;
  readonly routerLog: () => RouterLogPlace | Promise<RouterLogPlace>;
  /** What must not be seen, as it is now. */
  readonly privacy: () => Promise<Private>;
}

type Asked = Params<"pilothouse.logs">;
type Answer = Result<"pilothouse.logs">;
type Turn = () => Promise<unknown>;

const USUAL_LIMIT = 200;
/** Characters that are searched for secrets before others have their turn; for each line, so many in addition. */
const PIECE = 2 ** 16;
const EACH_LINE = 100;
/** A redactor remembers what it removed, to mark it the same way again; after this many it starts over. */
const MOST_MARKS = 5_000;

/** The logs of the service and its router, without what others must not see. */
export class Logs {
  /** Numbers of lines begin again with the process. */
  readonly #run = randomBytes(6).toString("hex");
  #last: Redaction | undefined;

  constructor(readonly options: Options) {}

  /** `turn` lets others in between: a log may have very many lines. */
  read(asked: Asked, turn: Turn = setImmediate): Promise<Answer> {
    return asked.source === "service" ? this.#service(asked, turn) : this.#router(asked, turn);
  }

  async #service({ after, ...asked }: Asked, turn: Turn): Promise<Answer> {
    const { ring } = this.options;
    const [run, number = 0] = after === undefined ? [this.#run] : serviceCursor(after);
    const isSame = run === this.#run && number <= ring.last;
    const from = isSame ? number : 0;
    const { lines, cut } = await this.#shown(ring.after(from), asked, turn);
    const missed = after !== undefined && (!isSame || cut || !ring.holdsAllAfter(from));
    return { available: true, why: null, data: null, lines, next: `${this.#run}.${ring.last}`, missed };
  }

  async #router({ after, ...asked }: Asked, turn: Turn): Promise<Answer> {
    const position = after === undefined ? undefined : routerCursor(after);
    const place = await this.options.routerLog();
    if (place.file === undefined) return unavailable(place.why);
    try {
      const piece = await readLogFile(place.file, position);
      const { lines, cut } = await this.#shown(withLevels(piece.lines, place.level), asked, turn);
      const { file, at } = piece.next;
      return {
        available: true,
        why: null,
        data: null,
        lines,
        next: `${file}.${at}`,
        missed: after !== undefined && (piece.missed || cut),
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const { redactor } = await this.#redaction();
      return unavailable(
        code === "ENOENT" ? reason("log.none") : reason("log.unreadable", { text: redactor.line(message) }),
      );
    }
  }

  /**
   * The last of the wanted lines. The search sees only what the caller sees. Goes from the end, because removing
   * secrets costs the most and is not needed for lines that are not shown.
   */
  async #shown(
    lines: readonly LogLine[],
    { level, text, limit = USUAL_LIMIT }: Omit<Asked, "after">,
    turn: Turn,
  ) {
    const redaction = await this.#redaction();
    const least = LOG_LEVELS.indexOf(level ?? "debug");
    const needle = text?.toLowerCase() ?? "";
    const wanted: LogLine[] = [];
    let sinceOthers = 0;
    for (const one of lines.toReversed()) {
      sinceOthers += EACH_LINE + one.text.length;
      if (sinceOthers > PIECE) {
        await turn();
        sinceOthers = 0;
      }
      const { at, level } = one;
      if (level !== null && LOG_LEVELS.indexOf(level as LogLevel) < least) continue;
      const shown = redaction.text(one);
      if (!shown.toLowerCase().includes(needle)) continue;
      if (wanted.length === limit) return { lines: wanted.reverse(), cut: true };
      wanted.push({ at, level, text: shown });
    }
    return { lines: wanted.reverse(), cut: false };
  }

  async #redaction(): Promise<Redaction> {
    const privacy = await this.options.privacy();
    const of = JSON.stringify(privacy);
    if (this.#last?.of !== of || this.#last.redactor.marks > MOST_MARKS)
      this.#last = new Redaction(of, new Redactor(privacy));
    return this.#last;
  }
}

/** Removes what others must not see, and caches the lines of the service, which are requested again and again. */
class Redaction {
  readonly #done = new WeakMap<LogLine, string>();

  constructor(
    readonly of: string,
    readonly redactor: Redactor,
  ) {}

  text(line: LogLine): string {
    const done = this.#done.get(line) ?? this.redactor.line(line.text);
    this.#done.set(line, done);
    return done;
  }
}

const unavailable = (why: Reason): Answer => ({
  available: false,
  why: reasonText(why),
  data: reasonAs("why", why),
  lines: [],
  next: NOWHERE,
  missed: false,
});

/** From where the router's log is read as if for the first time, should there be one. */
const NOWHERE = "0-0.0";

/** A line without a level continues the line before it. */
function withLevels(
  lines: readonly string[],
  levelOf: (line: string) => LogLevel | undefined = () => undefined,
): readonly LogLine[] {
  let level: LogLevel | null = null;
  return lines.map((text) => {
    level = levelOf(text) ?? level;
    return { at: null, level, text: text.replace(/\r$/, "") };
  });
}

const BAD_CURSOR = "is not the next of an earlier answer for this source";

function serviceCursor(after: string): readonly [string, number] {
  const [, run, number] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(after) ?? [];
  if (run === undefined) throw badKey("after", BAD_CURSOR);
  return [run, Number(number)];
}

function routerCursor(after: string): Position {
  const [, file, at] = /^(\d{1,20}-\d{1,20})\.(\d{1,15})$/.exec(after) ?? [];
  if (file === undefined) throw badKey("after", BAD_CURSOR);
  return { file, at: Number(at) };
}
