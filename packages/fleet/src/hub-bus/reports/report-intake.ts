import { ticksOf } from "@pilothouse/drivers/port";
import type { HubBus, NodeId, Notice } from "../../bus/hub-bus.js";
import { type Numbered, ReportReader } from "../../bus/report-mark.js";
import type { AddressPush } from "../address-push.js";
import type { HubBusOptions } from "../fleet-bus.js";
import type { Ignored } from "../ignored.js";
import { keepFirstSigner } from "../signers.js";
import type { Beats } from "./beats.js";
import { Departures } from "./departures.js";
import type { Heartbeat } from "./heartbeat.js";
import type { Instances } from "./instances.js";

interface Options extends Pick<HubBusOptions, "clock" | "log" | "state" | "record" | "events" | "numbers"> {
  readonly beats: Beats;
  readonly heartbeat: Heartbeat;
  readonly instances: Instances;
  readonly addressPush: AddressPush;
  readonly ignored: Ignored;
  readonly keyOf: (node: NodeId) => Buffer;
  readonly notify: HubBus["notify"];
  /** As of `NodeCalls`. */
  readonly isElsewhere: (node: NodeId, instance: string) => Promise<boolean>;
  readonly remove: (node: NodeId) => Promise<void>;
}

/** What nodes report: it is checked who has made it and when, and what counts is passed on. */
export class ReportIntake {
  readonly #reports: ReportReader;
  readonly #departures: Departures;

  constructor(private readonly options: Options) {
    this.#reports = new ReportReader(options.keyOf);
    this.#departures = new Departures({ ...options, remove: (node) => this.#remove(node) });
  }

  take(node: NodeId, bytes: Uint8Array): void {
    const { addressPush, beats, heartbeat, ignored } = this.options;
    // When all nodes come back at once, to check and read what counts for nothing would take as long as what counts.
    if (!addressPush.mayMore && beats.areNoneIn(bytes)) {
      heartbeat.hurry();
      return;
    }
    try {
      const numbered = this.#reports.read(node, bytes);
      if (numbered === undefined) ignored.add(node, "a report that the node has not made");
      else this.#take(node, numbered);
    } catch (error) {
      ignored.add(node, "a report that cannot be read", `The node has made it: ${(error as Error).message}`);
    }
  }

  #take(node: NodeId, numbered: Numbered): void {
    const { clock, beats, heartbeat, instances, ignored, record, events, numbers } = this.options;
    const now = ticksOf(clock);
    const made = beats.madeAfter(numbered.heard, now);
    numbers.surpass(Math.max(beats.named(numbered.heard), numbered.generation ?? 0));
    // It may be any age: somebody may have kept it since before this hub was started. The node is asked to prove it. One
    // that leaves says nothing by itself any more; the others hear the next beat, if so many come that they have to wait.
    if (made === undefined) {
      const beat = { from: beats.first, within: 0 };
      if (!this.#tell(node, numbered.left ? { report: 0 } : { beat }) && !numbered.left) heartbeat.hurry();
      return;
    }
    const { instance } = numbered;
    const present = instances.addressee(node)?.instance;
    const taken = instances.take(node, numbered, made, now, record(node)?.generation);
    if (taken === "repeated") ignored.add(node, "a report that was sent before");
    else if (taken === "copy") this.#tell(node, { copy: instance });
    else if (taken === "duplicate" && present !== undefined) {
      events.onInstances(node, [present, instance]);
      this.#tell(node, { duplicates: [present, instance] });
    } else if (taken === "new") events.onInstances(node, [instance]);
    else if (taken === "late" && numbered.left) this.#tell(node, { report: 0 });
    if (taken !== "new" && taken !== "news") return;
    if (numbered.left) void this.#departures.take(node, instance);
    else if (numbered.stopped) events.onStopped(node);
    else if (numbered.report !== undefined) {
      this.#teach(node, numbered);
      if (numbered.report.signing !== undefined) void this.#learnSigner(node, numbered.report.signing);
      events.onReport(node, numbered.report, made);
    }
  }

  /**
   * A node that was away when something changed learns it when it is back. One that does not know yet whether notices
   * to all are recent does not take them from there, and learns it in the same way.
   */
  #teach(node: NodeId, { knows, instance }: Numbered): void {
    const { addressPush, notify } = this.options;
    const whom = addressPush.whom(knows);
    if (whom === "nobody") return;
    const { certificate, ...rest } = addressPush.whereabouts;
    const notice = { ...rest, ...(certificate !== null && { certificate }) };
    void (whom === "all" ? notify(notice) : notify({ ...notice, instance }, node)).catch(() => {});
  }

  /** Whether there are few enough to tell one of them. */
  #tell(node: NodeId, notice: Notice): boolean {
    const { addressPush, notify } = this.options;
    const may = addressPush.may();
    if (may) void notify(notice, node).catch(() => {});
    return may;
  }

  async #learnSigner(node: NodeId, signing: unknown): Promise<void> {
    const { state, log, ignored } = this.options;
    try {
      const counts = await keepFirstSigner(state, node, String(signing));
      if (counts !== undefined && counts !== signing)
        ignored.add(
          node,
          "the answers of a node that names another key for them than before",
          "If it was restored from an older backup, let it join again",
        );
    } catch (error) {
      log.warn({ err: error, node }, "the key that a node signs with could not be kept");
    }
  }

  async #remove(node: NodeId): Promise<void> {
    this.#reports.forget(node);
    this.options.instances.forget(node);
    await this.options.remove(node);
  }
}
