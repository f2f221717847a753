import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import type { Answer, Log } from "@pilothouse/server";
import { lastKnown } from "@pilothouse/system";
import type { Report } from "../bus/report.js";
import type { Numbered } from "../bus/report-mark.js";
import type { NKey } from "../keys/nkey.js";
import { type Applied, makeReport, readApplied } from "./reporter.js";

/** What a report says; the connection adds who says it. */
export type Said = Pick<Numbered, "number" | "report" | "stopped" | "left">;

interface ReportsOptions {
  readonly send: (said: Said) => void;
  readonly answer: Answer;
  readonly allow: () => Report["allow"];
  readonly name: () => string;
  readonly signing: Pick<NKey, "id">;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A hub takes a node that misses three of these for offline. */
const EVERY_MS = 15_000;
/** How often it looks whether something has changed that should not wait. */
const LOOK_MS = 5_000;
/** How long a report waits for a slow router: it also shows that the node lives, so it must not be late. */
const PATIENCE_MS = 1_000;
const NOTHING_APPLIED: Applied = { settings: "", applied: null, drifted: false, crashing: false };

/** Sends a report every few seconds, and sooner after a change. */
export class Reports {
  #number = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due. */
  #due = Infinity;
  /** Whether what comes next is to be sent even if nothing has changed. */
  #wanted = false;
  #sentAt = -Infinity;
  #lastNews = "";
  #stopped = false;
  readonly #applied: () => Promise<Applied | undefined>;

  constructor(private readonly options: ReportsOptions) {
    this.#applied = lastKnown(PATIENCE_MS, () => readApplied(options.answer));
  }

  start(): void {
    this.#schedule(this.options.random() * LOOK_MS);
  }

  /** Reports within this many milliseconds. */
  soon(ms: number): void {
    this.#wanted = true;
    if (this.#now + ms < this.#due) this.#schedule(ms);
  }

  /** The last report: the service stops, or the node has left the fleet. */
  goodbye(why: "stopped" | "left"): void {
    this.stop();
    this.options.send({ number: ++this.#number, [why]: true });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  get #now(): number {
    return ticksOf(this.options.clock);
  }

  #schedule(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#due = this.#now + ms;
    this.#timer = setTimeout(() => void this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#due = Infinity;
    const { answer, clock, allow, name, signing, log, send, random } = this.options;
    const wanted = this.#wanted;
    this.#wanted = false;
    try {
      const applied = (await this.#applied()) ?? NOTHING_APPLIED;
      const report = await makeReport(answer, clock, { ...applied, allow: allow() });
      const news = newsOf(report);
      if (!this.#stopped && (wanted || news !== this.#lastNews || this.#now - this.#sentAt >= EVERY_MS)) {
        send({
          number: ++this.#number,
          report: wanted ? { ...report, name: name(), signing: signing.id } : report,
        });
        this.#lastNews = news;
        // All nodes are asked at the same moment. Their next reports come at random times, so as not to stay in step.
        this.#sentAt = this.#now - (wanted ? random() * EVERY_MS : 0);
      }
    } catch (error) {
      log.warn({ err: error }, "the report for the fleet could not be made");
    }
    // Somebody may have asked for another one meanwhile.
    if (this.#due === Infinity) this.#schedule(this.#wanted ? 0 : LOOK_MS);
  }
}

/** What changes seldom, and should be known soon. */
const SELDOM = [
  ...(["phase", "starts", "crashing", "verdict", "version", "restartNeeded"] as const),
  ...(["settings", "applied", "drifted", "allow"] as const),
];
const newsOf = (report: Report): string => JSON.stringify(SELDOM.map((name) => report[name] ?? null));
