import { ticksOf } from "@pilothouse/drivers/port";
import type { HubBus } from "../../bus/hub-bus.js";
import { READ_MS, spreadFor } from "../address-push.js";
import type { HubBusOptions } from "../fleet-bus.js";
import type { Beats } from "./beats.js";

interface Options extends Pick<HubBusOptions, "clock" | "nodes"> {
  readonly beats: Pick<Beats, "from">;
  readonly notify: HubBus["notify"];
}

const BEAT_MS = 15_000;
/** A beat costs as much as the fleet is large: it comes this soon when one of so many nodes waits for it. */
const SOON_MS = 1_000;
const ONE_OF = 10;

/** A notice to all nodes every few seconds. They name the last one in their reports, and so prove how old these are. */
export class Heartbeat {
  #next: NodeJS.Timeout | undefined;
  #at = -Infinity;
  /** Reports since the last beat that prove no age. */
  #ageless = 0;
  #isSoon = false;

  constructor(private readonly options: Options) {}

  /** All nodes that are there report, those too that did before they had heard of this hub. */
  async start(): Promise<void> {
    const { notify, nodes } = this.options;
    this.#begin();
    await notify({ report: spreadFor(nodes()) }).catch(() => {});
  }

  stop(): void {
    clearTimeout(this.#next);
  }

  /** A node has heard no beat of this hub yet: the next one comes sooner, but not sooner than a large fleet can take. */
  hurry(): void {
    const nodes = this.options.nodes();
    const isSoon = ++this.#ageless * ONE_OF >= nodes;
    if (this.#ageless > 1 && isSoon === this.#isSoon) return;
    this.#isSoon ||= isSoon;
    this.#scheduleAfterLast(this.#isSoon ? SOON_MS : spreadFor(nodes));
  }

  #scheduleAfterLast(ms: number): void {
    this.#schedule(Math.max(0, this.#at + ms - ticksOf(this.options.clock)));
  }

  #schedule(ms: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => this.#beat(), ms).unref();
  }

  #begin(): void {
    this.#ageless = 0;
    this.#isSoon = false;
    this.#at = ticksOf(this.options.clock);
    this.#schedule(BEAT_MS);
  }

  #beat(): void {
    const { beats, notify } = this.options;
    const within = this.#ageless * READ_MS;
    this.#begin();
    void notify({ beat: { from: beats.from, within } }).catch(() => {});
  }
}
