import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { Heard } from "../../bus/report-mark.js";
import { KEEP_MS, type KeptBeats, type Sent } from "./kept-beats.js";

const APART_MS = 1_000;
const LONGEST_NUMBER = 16;

/** When this hub sent which notice. A report that names one was made after it. */
export class Beats {
  readonly #sent: Sent[];
  #highest: number;
  /** When this run began, and its first number. */
  readonly #began: number;
  #first: number | undefined;
  /** What is before the number of a notice in a report. */
  readonly #before: string;

  /** `hub`: how reports name this hub. */
  constructor(
    private readonly hub: string,
    private readonly kept: Pick<KeptBeats, "read" | "take">,
    clock: Clock,
  ) {
    this.#began = ticksOf(clock);
    this.#sent = [...kept.read()];
    this.#highest = this.#sent.at(-1)?.number ?? 0;
    this.#before = `${JSON.stringify(hub)}:[`;
  }

  /** The first number that proves something; nodes that have heard none since are asked to report. */
  get from(): number {
    return this.#sent[0]?.number ?? 0;
  }

  /** The first number of this run, for a node whose report was no proof. */
  get first(): number {
    return this.#first ?? 0;
  }

  /** Before it is sent. Of several within a second the first stands for all. */
  sent(number: number, at: number): void {
    this.#highest = number;
    this.#first ??= number;
    const last = this.#sent.at(-1);
    if (last !== undefined && at - last.at < APART_MS) return;
    this.#sent.push({ number, at });
    this.kept.take({ number, at });
    while (at - (this.#sent[1]?.at ?? at) > KEEP_MS) this.#sent.shift();
  }

  /**
   * No earlier than this was the report made: after the notice that it names, plus the time that has passed at the
   * node since it heard that. The bus can delay both, and cannot hurry either. Undefined when it names none that is
   * known: one with a higher number is from before this hub was restored from a backup. A notice of the run before
   * proves only what was made in this one: which older reports have come already, this run does not know.
   */
  madeAfter(heard: Heard | undefined, now: number): number | undefined {
    const pair = heard?.[this.hub];
    const number = pair?.[0];
    const ago = pair?.[1];
    if (typeof number !== "number" || typeof ago !== "number" || !(ago >= 0)) return undefined;
    if (number > this.#highest) return undefined;
    const notice = this.#sent.findLast((one) => one.number <= number);
    if (notice === undefined) return undefined;
    const made = Math.min(notice.at + ago, now);
    const isOwn = this.#first !== undefined && notice.number >= this.#first;
    return isOwn || made >= this.#began ? made : undefined;
  }

  /**
   * Whether a report names no notice that is known, as far as that shows before anybody has checked who has made it: by
   * its bytes as nodes write them. A number that is too high is another matter: the hub learns from it.
   */
  areNoneIn(bytes: Uint8Array): boolean {
    const report = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [before, at] = [this.#before, report.indexOf(this.#before)];
    if (at === -1) return true;
    const number = report.toString("latin1", at + before.length, at + before.length + LONGEST_NUMBER);
    return Number.parseInt(number, 10) < this.from;
  }

  /** The number of the notice of this hub that a report names; 0 if it names none. */
  named(heard: Heard): number {
    return heard[this.hub]?.[0] ?? 0;
  }
}
