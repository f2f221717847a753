import { LONGEST_INFO } from "./encrypted.js";
import { BusFault } from "./trust.js";

const LONGEST_LINE = 4_096;
const NL = 10;
const CR = 13;

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
  #line: Buffer = Buffer.alloc(0);
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
      this.#requireShort(input, at, end < 0 ? input.length : end);
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
    this.#line = Buffer.from(input.subarray(at));
    return passed.filter(({ length }) => length > 0);
  }

  #requireShort(input: Buffer, start: number, end: number): void {
    const isInfo = input.toString("latin1", start, start + 5) === "INFO ";
    if (end - start > (isInfo ? LONGEST_INFO : LONGEST_LINE))
      throw new BusFault("the bus sends a line that is longer than it may be");
  }

  #check(line: string): void {
    const isEnd = this.#afterPayload;
    this.#afterPayload = false;
    if (isEnd !== (line === "")) throw unknown();
    if (isEnd || line === "PING" || line === "PONG" || line === "+OK" || line.startsWith("-ERR ")) return;
    const words = line.split(" ");
    const hasHeaders = words[0] === "HMSG";
    const [most, ...fewer] = hasHeaders ? [6, 5] : [5, 4];
    if ((words[0] !== "MSG" && !hasHeaders) || (words.length !== most && !fewer.includes(words.length)))
      throw unknown();
    const size = number(words.at(-1));
    const headers = hasHeaders ? number(words.at(-2)) : 0;
    number(words[2]);
    if (words[1] === "" || headers > size) throw unknown();
    if (size > this.rules.maxPayload)
      throw new BusFault(`the bus sends a message of ${size} bytes; ${this.rules.maxPayload} are allowed`);
    this.#payload = size;
    this.#afterPayload = true;
  }
}

function number(text = ""): number {
  if (!/^\d{1,15}$/.test(text)) throw unknown();
  return Number(text);
}

const unknown = () => new BusFault("the bus sends something that is not a message of NATS");
