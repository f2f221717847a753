import type { Msg, NatsConnection } from "@nats-io/nats-core";
import { ticksOf } from "@pilothouse/drivers/port";
import type { SignedNotice } from "../bus/command-text.js";
import { BusAway, type Command, NodeAway, type NodeId, type Notice } from "../bus/hub-bus.js";
import { type Numbered, ReportReader } from "../bus/report-mark.js";
import type { Enrolment } from "../joining/enrolment.js";
import type { BusPlace } from "../joining/hub-enrolment.js";
import { type FleetKeys, reportKey, userOf } from "../keys/fleet-keys.js";
import { seal } from "../keys/sealed.js";
import { dial } from "../link/dial.js";
import { KeptConnection } from "../link/kept-connection.js";
import type { Trust } from "../link/trust.js";
import type { FleetBus, HubBusParts } from "./fleet-bus.js";
import { NodeCalls } from "./node-calls.js";
import { Beats } from "./reports/beats.js";
import { FloodGate, type Sender } from "./reports/flood-gate.js";
import { Instances } from "./reports/instances.js";
import { keepFirstSigner, signerOf } from "./signers.js";
import { READ_MS, spreadFor, Teaching } from "./teaching.js";

export interface NatsHubBusParts extends HubBusParts {
  readonly keys: FleetKeys;
  readonly enrolment: Enrolment;
  readonly place: () => BusPlace;
  /** Where the hub itself finds the bus. */
  readonly dialled: { readonly addresses: readonly string[]; readonly trust: Trust };
  readonly answerJoin: (invitation: string, asked: Uint8Array, reply: string) => Promise<Buffer | undefined>;
  /** Cuts off from the bus for a while who sends too much. */
  readonly suspend: (sender: Sender) => Promise<void>;
  /** The bus is there again: brings it up to date. */
  readonly onOpened: (connection: NatsConnection) => Promise<void>;
  readonly closeServer: () => Promise<void>;
}

const CALL_MS = 60_000;
const RETRY = { first: 250, most: 5_000 } as const;
const NOTICE_MS = 60_000;
const BEAT_MS = 15_000;

/** The bus of a hub, over NATS. */
export class NatsHubBus implements FleetBus {
  readonly #kept: KeptConnection;
  readonly #reports: ReportReader;
  readonly #teaching: Teaching;
  readonly #beats: Beats;
  readonly #instances = new Instances();
  readonly #calls: NodeCalls;
  readonly #floods: FloodGate;
  #nextBeat: NodeJS.Timeout | undefined;
  #beatAt = -Infinity;
  /** Reports since the last beat that prove no age. */
  #ageless = 0;
  #refusedReports = 0;
  #loggedAt = -Infinity;

  constructor(private readonly parts: NatsHubBusParts) {
    const { keys, dialled, events, log, hub, numbers, clock } = parts;
    this.#beats = new Beats(hub);
    this.#calls = new NodeCalls({
      ...{ fleet: keys.operator, hub, numbers, clock, instances: this.#instances },
      connection: () => this.#connection(),
      signerOf: (node) => this.#signerOf(node),
      ignored: (node) => this.#warnOf(node, "an answer that the node has not signed for its call"),
    });
    this.#floods = new FloodGate(parts);
    this.#teaching = new Teaching(parts);
    this.#reports = new ReportReader((node) => reportKey(keys, node));
    const { key, jwt } = userOf(keys.account, "hub");
    this.#kept = new KeptConnection({
      dial: () => dial({ ...dialled, login: { key, jwt }, name: "pilothouse hub" }),
      opened: (connection) => this.#opened(connection),
      lost: (reason) => {
        log.warn({ err: reason }, "the hub has no connection to the bus; it dials again");
        events.onConnected(false);
      },
      delay: (failures) => Math.random() * Math.min(RETRY.first * 2 ** failures, RETRY.most),
    });
  }

  get enrolment(): Enrolment {
    return this.parts.enrolment;
  }

  get fleet(): string {
    return this.parts.keys.operator.id;
  }

  get addresses(): readonly string[] {
    return this.parts.place().addresses;
  }

  get connected(): boolean {
    return this.#kept.current !== undefined;
  }

  start(): void {
    this.#kept.start();
  }

  async close(): Promise<void> {
    clearTimeout(this.#nextBeat);
    await this.#kept.close();
    await this.parts.closeServer();
  }

  async call(node: NodeId, command: Command, { timeoutMs = CALL_MS } = {}): Promise<string> {
    return this.#calls.call(node, command, timeoutMs);
  }

  keep(node: NodeId, instance: string): Promise<number> {
    return this.#calls.keep(node, instance);
  }

  async notify(notice: Notice, node?: NodeId): Promise<void> {
    const { keys, clock, hub, numbers } = this.parts;
    const number = await numbers.next();
    const issued = clock.now();
    const about = { fleet: this.fleet, hub, node, number, issued, expires: issued + NOTICE_MS };
    const sealed = seal("notice", JSON.stringify({ ...about, notice } satisfies SignedNotice), keys.operator);
    const connection = this.#connection();
    this.#beats.sent(number, ticksOf(clock));
    connection.publish(node === undefined ? "ph.notice" : `ph.notice.${node}`, sealed);
    await connection.flush().catch((error: unknown) => {
      throw new BusAway("The connection to the bus was lost", { cause: error });
    });
  }

  async #signerOf(node: NodeId): Promise<string> {
    const known = await signerOf(this.parts.state, node);
    if (known !== undefined) return known;
    void this.notify({ report: 0 }, node).catch(() => {});
    throw new NodeAway("The node has not told this hub yet with which key it signs; try again in a moment");
  }

  #connection(): NatsConnection {
    const { current } = this.#kept;
    if (current === undefined) throw new BusAway("The hub has no connection to the bus");
    return current;
  }

  async #opened(connection: NatsConnection): Promise<void> {
    const { events, answerJoin, onOpened, log } = this.parts;
    connection.subscribe("ph.report.*", {
      callback: (error, message) => {
        if (error === null) this.#onReport(message);
      },
    });
    // Any one hub answers; the others see what it has written.
    connection.subscribe("ph.join.*", {
      queue: "hubs",
      callback: (error, message) => {
        if (error !== null) return;
        const invitation = message.subject.slice("ph.join.".length);
        if (!this.#floods.admitsJoin(invitation, message.data.length)) return;
        answerJoin(invitation, message.data, message.reply ?? "").then(
          (answer) => answer !== undefined && message.respond(answer),
          (cause: unknown) => log.error({ err: cause }, "a request to join could not be answered"),
        );
      },
    });
    await connection.flush();
    await onOpened(connection);
    queueMicrotask(() => {
      events.onConnected(true);
      void this.#greet();
    });
  }

  /** All nodes that are there report. */
  async #greet(): Promise<void> {
    this.#scheduleBeat(BEAT_MS);
    await this.notify({ report: spreadFor(this.parts.nodes()) }).catch(() => {});
  }

  #scheduleBeat(ms: number): void {
    clearTimeout(this.#nextBeat);
    this.#nextBeat = setTimeout(() => this.#beat(), ms).unref();
  }

  /** Nodes name the last beat in their reports, and so prove how old these are. */
  #beat(): void {
    const within = this.#ageless * READ_MS;
    this.#ageless = 0;
    this.#beatAt = ticksOf(this.parts.clock);
    this.#scheduleBeat(BEAT_MS);
    void this.notify({ beat: { from: this.#beats.from, within } }).catch(() => {});
  }

  /** A node has heard no beat of this hub yet: the next one comes sooner, but not sooner than a large fleet can take. */
  #askForAge(): void {
    if (this.#ageless++ > 0) return;
    const apart = spreadFor(this.parts.nodes());
    this.#scheduleBeat(Math.max(0, this.#beatAt + apart - ticksOf(this.parts.clock)));
  }

  /** A node that was away when something changed learns it when it is back. */
  #teach(node: NodeId, knows: string): void {
    const whom = this.#teaching.whom(knows);
    if (whom === "nobody") return;
    const { certificate, ...rest } = this.#teaching.whereabouts;
    const notice = { ...rest, ...(certificate !== null && { certificate }) };
    void this.notify(notice, whom === "all" ? undefined : node).catch(() => {});
  }

  #onReport(message: Msg): void {
    const node = message.subject.slice("ph.report.".length);
    if (!this.#floods.admitsReport(node, message.data.length)) return;
    try {
      const numbered = this.#reports.read(node, message.data);
      if (numbered === undefined) this.#warnOf(node, "a report that the node has not made");
      else this.#take(node, numbered);
    } catch (error) {
      this.parts.log.warn({ err: error, node }, "a report could not be read");
    }
  }

  #take(node: NodeId, numbered: Numbered): void {
    const now = ticksOf(this.parts.clock);
    const made = this.#beats.madeAfter(numbered.heard, now);
    // It may be any age: somebody may have kept it since before this hub was started.
    if (made === undefined) {
      this.#askForAge();
      return;
    }
    const { record, events } = this.parts;
    const { instance } = numbered;
    const present = this.#instances.addressee(node)?.instance;
    const taken = this.#instances.take(node, numbered, made, now, record(node)?.generation);
    if (taken === "repeated") this.#warnOf(node, "a report that was sent before");
    else if (taken === "copy") this.#tell(node, { copy: instance });
    else if (taken === "duplicate" && present !== undefined) {
      events.onInstances(node, [present, instance]);
      this.#tell(node, { duplicates: [present, instance] });
    } else if (taken === "new") events.onInstances(node, [instance]);
    if (taken !== "new" && taken !== "news") return;
    if (numbered.left) void this.#onLeft(node, instance, taken === "news");
    else if (numbered.stopped) events.onStopped(node);
    else if (numbered.report !== undefined) {
      this.#teach(node, numbered.knows);
      if (numbered.report.signing !== undefined) void this.#learnSigner(node, numbered.report.signing);
      events.onReport(node, numbered.report, made);
    }
  }

  async #learnSigner(node: NodeId, signing: unknown): Promise<void> {
    const { state, log } = this.parts;
    try {
      const counts = await keepFirstSigner(state, node, String(signing));
      if (counts !== undefined && counts !== signing)
        log.warn(
          { node },
          "a node names another key for its answers than before, so they are ignored. If it was restored from an older backup, let it join again",
        );
    } catch (error) {
      log.warn({ err: error, node }, "the key that a node signs with could not be kept");
    }
  }

  #tell(node: NodeId, notice: Notice): void {
    if (this.#teaching.may()) void this.notify(notice, node).catch(() => {});
  }

  /**
   * Its key is of no use any more, so it is removed as by an operator; but not when another machine may be the node:
   * a copy that leaves must not take the identity of the original with it.
   */
  async #onLeft(node: NodeId, instance: string, isKnown: boolean): Promise<void> {
    const { enrolment, log, record } = this.parts;
    try {
      const isShared =
        record(node)?.duplicate !== undefined || (await this.#calls.isElsewhere(node, instance));
      if (isShared || !isKnown) {
        log.warn(
          { node, instance },
          "a machine has left the fleet, and another may use its key: the node stays",
        );
        return;
      }
      this.#reports.forget(node);
      this.#instances.forget(node);
      await enrolment.remove(node);
      log.info({ node }, "a node has left the fleet");
    } catch (error) {
      log.warn({ err: error, node }, "a node has left the fleet, and could not be removed");
    }
  }

  /** Once a minute at most: a hostile bus can send any number. */
  #warnOf(node: NodeId, what: string): void {
    this.#refusedReports++;
    if (ticksOf(this.parts.clock) - this.#loggedAt < 60_000) return;
    this.#loggedAt = ticksOf(this.parts.clock);
    this.parts.log.warn(
      { node, count: this.#refusedReports },
      `ignored: ${what}. Somebody who controls the bus may have made it`,
    );
    this.#refusedReports = 0;
  }
}
