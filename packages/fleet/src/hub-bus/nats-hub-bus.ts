import type { NatsConnection } from "@nats-io/nats-core";
import { ticksOf } from "@pilothouse/drivers/port";
import type { SignedNotice } from "../bus/command-text.js";
import { BusAway, type Command, type HubBus, NodeAway, type NodeId, type Notice } from "../bus/hub-bus.js";
import type { BusPlace, HubEnrolment } from "../joining/hub-enrolment.js";
import { type FleetKeys, reportKey, userOf } from "../keys/fleet-keys.js";
import { sign } from "../keys/signed-text.js";
import { dial } from "../link/dial.js";
import { PersistentConnection } from "../link/persistent-connection.js";
import { AddressPush, MOST_TAUGHT } from "./address-push.js";
import type { FleetBus, HubBusOptions } from "./fleet-bus.js";
import { Ignored } from "./ignored.js";
import { NodeCalls } from "./node-calls.js";
import type { Dialled } from "./places.js";
import { Beats } from "./reports/beats.js";
import { FloodGate, type Sender } from "./reports/flood-gate.js";
import { Heartbeat } from "./reports/heartbeat.js";
import { Instances } from "./reports/instances.js";
import { KeptBeats } from "./reports/kept-beats.js";
import { ReportIntake } from "./reports/report-intake.js";

interface NatsHubBusOptions extends HubBusOptions {
  readonly keys: FleetKeys;
  readonly enrolment: HubEnrolment;
  readonly place: () => BusPlace;
  /** Where the hub itself finds the bus. */
  readonly dialled: Dialled;
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
/** All nodes depend on this one connection, so it is looked after more closely than theirs. */
const SILENT_MS = 15_000;

/** The bus of a hub, over NATS. */
export class NatsHubBus implements FleetBus {
  readonly #link: PersistentConnection;
  readonly #beats: Beats;
  readonly #heartbeat: Heartbeat;
  readonly #calls: NodeCalls;
  readonly #intake: ReportIntake;
  readonly #floods: FloodGate;

  constructor(private readonly options: NatsHubBusOptions) {
    const { keys, dialled, events, log, hub, store, clock, nodes, enrolment } = options;
    const [instances, ignored] = [new Instances(), new Ignored(options)];
    const notify: HubBus["notify"] = (notice, node) => this.notify(notice, node);
    const isLarge = () => nodes() > MOST_TAUGHT;
    const beats = new Beats(hub, new KeptBeats({ store, clock, isLarge }), clock);
    this.#beats = beats;
    this.#heartbeat = new Heartbeat({ ...options, notify, beats });
    this.#calls = new NodeCalls({
      ...{ ...options, fleet: keys.operator, instances },
      connection: () => this.#connection(),
      signerOf: (node) => this.#signerOf(node),
      ignored: (node) => ignored.add(node, "an answer that the node has not signed for its call"),
    });
    this.#floods = new FloodGate(options);
    this.#intake = new ReportIntake({
      ...{ ...options, beats, heartbeat: this.#heartbeat, instances, ignored, notify },
      addressPush: new AddressPush(options),
      keyOf: (node) => reportKey(keys, node),
      isElsewhere: (node, instance) => this.#calls.isElsewhere(node, instance),
      remove: (node) => enrolment.remove(node),
    });
    const { key, jwt } = userOf(keys.account, "hub");
    this.#link = new PersistentConnection({
      dial: () =>
        dial({
          ...{ ...dialled, login: { key, jwt }, name: "pilothouse hub" },
          ...{ unhurried: true, silentMs: SILENT_MS },
        }),
      opened: (connection) => this.#opened(connection),
      lost: (reason) => {
        log.warn({ err: reason }, "the hub has no connection to the bus; it dials again");
        events.onConnected(false);
      },
      delay: (failures) => Math.random() * Math.min(RETRY.first * 2 ** failures, RETRY.most),
    });
  }

  get enrolment(): HubEnrolment {
    return this.options.enrolment;
  }

  get fleet(): string {
    return this.options.keys.operator.id;
  }

  get addresses(): readonly string[] {
    return this.options.place().addresses;
  }

  get connected(): boolean {
    return this.#link.current !== undefined;
  }

  start(): void {
    this.#link.start();
  }

  async close(): Promise<void> {
    this.#heartbeat.stop();
    await this.#link.close();
    await this.options.closeServer();
  }

  async call(node: NodeId, command: Command, { timeoutMs = CALL_MS } = {}): Promise<string> {
    return this.#calls.call(node, command, timeoutMs);
  }

  keep(node: NodeId, instance: string): Promise<number> {
    return this.#calls.keep(node, instance);
  }

  async notify(notice: Notice, node?: NodeId): Promise<void> {
    const { keys, clock, hub, numbers } = this.options;
    const number = await numbers.next();
    const issued = clock.now();
    const about = { fleet: this.fleet, hub, node, number, issued, expires: issued + NOTICE_MS };
    const message = sign(
      "notice",
      JSON.stringify({ ...about, notice } satisfies SignedNotice),
      keys.operator,
    );
    const connection = this.#connection();
    this.#beats.sent(number, ticksOf(clock));
    connection.publish(node === undefined ? "ph.notice" : `ph.notice.${node}`, message);
    await connection.flush().catch((error: unknown) => {
      throw new BusAway("The connection to the bus was lost", { cause: error });
    });
  }

  /** One that was adopted has none, until it has named it. */
  #signerOf(node: NodeId): string {
    const record = this.options.record(node);
    if (record === undefined) throw new NodeAway("The hub has no record of this node");
    if (record.signing !== undefined) return record.signing;
    void this.notify({ report: 0 }, node).catch(() => {});
    throw new NodeAway("The node has not told this hub yet with which key it signs; try again in a moment");
  }

  #connection(): NatsConnection {
    const { current } = this.#link;
    if (current === undefined) throw new BusAway("The hub has no connection to the bus");
    return current;
  }

  async #opened(connection: NatsConnection): Promise<void> {
    const { events, answerJoin, onOpened, log, idOf } = this.options;
    await onOpened(connection);
    // Who was there before is asked for a report, and who comes later reports by itself: nobody is read twice. A node that
    // has said goodbye in this moment is not heard, and counts as offline.
    connection.subscribe("ph.report.*", {
      callback: (error, message) => {
        if (error !== null) return;
        const node = idOf(message.subject.slice("ph.report.".length));
        if (this.#floods.admitsReport(node, message.data.length)) this.#intake.take(node, message.data);
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
    queueMicrotask(() => {
      events.onConnected(true);
      void this.#heartbeat.start();
    });
  }
}
