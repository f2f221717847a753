import { MIB } from "../overload/memory.js";
import { type Body, type Chance, hostileBody, longBodies, type Tokens } from "./hostile-bodies.js";
import { hostileHttp, MARK } from "./hostile-http.js";
import { faultOf, type Heard } from "./judgement.js";
import { Pipeline } from "./pipeline.js";
import { random } from "./random.js";

/** One in this many is invalid HTTP, and one in this many is as long as a body may be. */
const SHAPE_EVERY = 20;
const LONG_EVERY = 2_000;

/** What is needed to repeat a failure. */
export interface Fault {
  readonly fault: string;
  readonly seed: number;
  readonly request: number;
  readonly sent: string;
  readonly heard: string;
}

/** Sends requests from its own seed, one after another and many at once, until there were `count`. */
export class Sender {
  readonly faults: Fault[] = [];
  /** How often each code was answered; 0 is a result. */
  readonly codes = new Map<number, number>();
  sent = 0;
  readonly #chance: Chance;

  constructor(
    readonly tokens: Tokens,
    /** Where its requests go, and those that are wrong as HTTP. */
    readonly urls: { readonly calls: string; readonly shapes: string },
    readonly atOnce: number,
    readonly seed: number,
  ) {
    this.#chance = random(seed);
  }

  async send(count: number, over: () => boolean): Promise<void> {
    const pipeline = await Pipeline.open(this.urls.calls);
    while (this.sent < count && this.faults.length === 0 && !over()) {
      const bodies = Array.from({ length: this.atOnce }, () => hostileBody(this.#chance, this.tokens));
      const heard = await pipeline.exchange(bodies.map(({ bytes }) => bytes));
      for (const [n, body] of bodies.entries()) this.#judge(body, heard[n]);
      if (this.#chance() < this.atOnce / SHAPE_EVERY) await this.#sendShape();
      if (this.#chance() < this.atOnce / LONG_EVERY) await this.#sendLong(pipeline);
    }
    pipeline.close();
  }

  async #sendShape(): Promise<void> {
    const { bytes, smuggles } = hostileHttp(this.#chance, hostileBody(this.#chance, this.tokens).bytes);
    const pipeline = await Pipeline.open(this.urls.shapes);
    const { heard, rest } = await pipeline.sayAll(bytes);
    const whole = heard.map(({ body }) => body).join("") + rest;
    const hidden = smuggles && (heard[0]?.status !== 400 || whole.includes(MARK));
    const fault = hidden ? "smuggled" : heard.map((one) => faultOf(one)).find((found) => found !== undefined);
    this.#count(fault ?? (rest === "" ? undefined : "half an answer"), bytes, JSON.stringify(heard) + rest);
  }

  async #sendLong(pipeline: Pipeline): Promise<void> {
    const bodies = longBodies(this.tokens.good, MIB);
    const bytes = Buffer.from(bodies[Math.floor(this.#chance() * bodies.length)] ?? "");
    const [heard] = await pipeline.exchange([bytes]);
    this.#judge({ bytes }, heard);
  }

  #judge(body: Body, heard: Heard | undefined): void {
    const fault = heard === undefined ? "no answer" : faultOf(heard, body);
    const [, code = "0"] = /"error":\{"code":(-\d+)/.exec(heard?.body ?? "") ?? [];
    this.codes.set(Number(code), (this.codes.get(Number(code)) ?? 0) + 1);
    this.#count(fault, body.bytes, JSON.stringify(heard ?? null));
  }

  #count(fault: string | undefined, bytes: Uint8Array, heard: string): void {
    const request = this.sent++;
    if (fault === undefined) return;
    const sent = Buffer.from(bytes).toString("latin1").slice(0, 5_000);
    this.faults.push({ fault, seed: this.seed, request, sent, heard: heard.slice(0, 5_000) });
  }
}
