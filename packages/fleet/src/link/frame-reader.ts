import { LONGEST_INFO } from "./encrypted.js";
import { BusFault } from "./trust.js";

const LONGEST_LINE = 4_096;
const NL = 10;
const CR = 13;
const I = "I".charCodeAt(0);
const NOTHING = Buffer.alloc(0);
/** A subject, the subscription, perhaps a subject for answers, and how long the headers and the whole are. */
const MESSAGE = /^MSG [^ ]+ \d{1,15} (?:[^ ]* )?\d{1,15}$/;
const WITH_HEADERS = /^HMSG [^ ]+ \d{1,15} (?:[^ ]* )?(\d{1,15}) (\d{1,15})$/;

interface FrameRules {
  /** The longest message. */
  readonly maxPayload: number;
  /** The text with which the client gets on in place of what the server says about itself. */
  readonly info: (text: string, isFirst: boolean) => string;
}

/**
 * Follows what a server sends, and passes on only what is no longer than it may be and has the form that the client
 * expects: the client's own parser collects without a limit, and stops reading for good where it does not understand.
 */
export class FrameReader {
  /** The beginning of a line whose end has not come yet. */
  #line: Buffer = NOTHING;
  /** Of a message: how many bytes are still to come. */
  #payload = 0;
  #afterPayload = false;
  #isFirstInfo = true;

  constructor(private readonly rules: FrameRules) {}

  /** What can be passed on after these bytes. Throws a `BusFault`. */
  read(bytes: Buffer): readonly Buffer[] {
    const passed: Buffer[] = [];
    const input = this.#line.length === 0 ? bytes : Buffer.concat([this.#line, bytes]);
    /** What was checked and not passed on yet begins here. */
    let begin = 0;
    let at = 0;
    while (at < input.length) {
      if (this.#payload > 0) {
        const taken = Math.min(this.#payload, input.length - at);
        this.#payload -= taken;
        at += taken;
        continue;
      }
      const end = input.indexOf(NL, at);
      if ((end < 0 ? input.length : end) - at > (input[at] === I ? LONGEST_INFO : LONGEST_LINE))
        throw new BusFault("the bus sends a line that is longer than it may be");
      if (end < 0) break;
      if (input[end - 1] !== CR) throw unknown();
      const line = input.toString("latin1", at, end - 1);
      if (line.startsWith("INFO ")) {
        const info = this.rules.info(input.toString("utf8", at + "INFO ".length, end - 1), this.#isFirstInfo);
        this.#isFirstInfo = false;
        passed.push(input.subarray(begin, at), Buffer.from(`INFO ${info}\r\n`));
        begin = end + 1;
      } else this.#check(line);
      at = end + 1;
    }
    passed.push(input.subarray(begin, at));
    this.#line = at === input.length ? NOTHING : Buffer.from(input.subarray(at));
    return passed.filter(({ length }) => length > 0);
  }

  #check(line: string): void {
    const isEnd = this.#afterPayload;
    this.#afterPayload = false;
    if (isEnd !== (line === "")) throw unknown();
    if (isEnd) return;
    if (line === "PING" || line === "PONG" || line === "+OK" || line.startsWith("-ERR ")) return;
    const size = sizeOf(line);
    if (size > this.rules.maxPayload)
      throw new BusFault(`the bus sends a message of ${size} bytes; ${this.rules.maxPayload} are allowed`);
    this.#payload = size;
    this.#afterPayload = true;
  }
}

/** How many bytes come after this line. */
function sizeOf(line: string): number {
  if (MESSAGE.test(line)) return Number(line.slice(line.lastIndexOf(" ") + 1));
  const [, headers, size] = WITH_HEADERS.exec(line) ?? [];
  if (size === undefined || Number(headers) > Number(size)) throw unknown();
  return Number(size);
}

const unknown = () => new BusFault("the bus sends something that is not a message of NATS");
