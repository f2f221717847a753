import { makeNKey } from "../../../packages/fleet/src/keys/nkey.js";
import { sign } from "../../../packages/fleet/src/keys/signed-text.js";
import type { Passing, PlayedBus } from "./played-bus.js";

/** Much longer than a hub waits for an answer. */
const LONGEST_DELAY_MS = 4_000;
/** For so long no report of a node passes; then all of them do. */
const DAM_MS = 3_000;
const MOST_KEPT = 40;
const stranger = makeNKey("operator");

/** What a hostile bus does with messages, at random. Half of them pass, or nothing would be left to try. */
export class Hostility {
  readonly #kept: Passing[] = [];
  readonly #dams = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly done: { [what: string]: number } = {};

  constructor(private readonly random: () => number) {}

  readonly strips = (): boolean => this.random() < 0.2 && this.#count("stripped");

  judge(bus: () => PlayedBus, message: Passing, deliver: (message: Passing) => void): void {
    const { random } = this;
    if (this.#kept.length < MOST_KEPT) this.#kept.push(message);
    else this.#kept[Math.floor(random() * MOST_KEPT)] = message;
    const late = (one: Passing) => this.#later(random() * LONGEST_DELAY_MS, () => deliver(one));
    if (message.subject.startsWith("ph.report.") && this.#isDammed(message, deliver)) return;
    const way = random();
    if (way < 0.5) deliver(message);
    else if (way < 0.58) this.#count("dropped");
    else if (way < 0.72) this.#count("held back") && late(message);
    else if (way < 0.82) {
      this.#count("repeated");
      deliver(message);
      late(message);
    } else if (way < 0.86) {
      this.#count("changed");
      const data = Buffer.from(message.data);
      const at = Math.floor(random() * data.length);
      if (data.length > 0) data.writeUInt8((data.readUInt8(at) + 1 + Math.floor(random() * 254)) % 256, at);
      deliver({ ...message, data });
      if (random() < 0.5) late(message);
    } else if (way < 0.9) {
      this.#count("forged");
      const purpose = message.subject.startsWith("ph.call.") ? "command" : "answer";
      deliver({ ...message, data: sign(purpose, message.data.subarray(64).toString("utf8"), stranger) });
      deliver(message);
    } else if (way < 0.95) {
      this.#count("replaced by an old one");
      const old = this.#kept[Math.floor(random() * this.#kept.length)] ?? message;
      // In its own name, or in that of the message that it stands for.
      deliver(random() < 0.5 ? old : { ...message, data: old.data });
      if (random() < 0.5) deliver(message);
    } else if (way < 0.98) {
      this.#count("called not connected");
      if (message.reply !== undefined) bus().refuse(message.reply);
      if (random() < 0.7) late(message);
    } else {
      this.#count("flooded");
      for (let n = 0; n < 20; n++) deliver(message);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #isDammed(report: Passing, deliver: (report: Passing) => void): boolean {
    const now = performance.now();
    const until = this.#dams.get(report.subject) ?? 0;
    if (until > now) this.#later(until - now, () => deliver(report));
    else if (this.random() < 0.1 && this.#count("held back for long"))
      this.#dams.set(report.subject, now + DAM_MS);
    return until > now;
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #count(what: string): true {
    this.done[what] = (this.done[what] ?? 0) + 1;
    return true;
  }
}
