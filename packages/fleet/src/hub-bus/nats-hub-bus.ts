import type { NatsConnection } from "@nats-io/nats-core";
import { ticksOf } from "@pilothouse/drivers/port";
import type { SignedNotice } from "../bus/command-text.js";
import { BusAway, type Command, type HubBus, NodeAway, type NodeId, type Notice } from "../bus/hub-bus.js";
import type { Enrolment } from "../joining/enrolment.js";
import type { BusPlace } from "../joining/hub-enrolment.js";
import { type FleetKeys, reportKey, userOf } from "../keys/fleet-keys.js";
import { seal } from "../keys/sealed.js";
import { dial } from "../link/dial.js";
import { KeptConnection } from "../link/kept-connection.js";
import type { Trust } from "../link/trust.js";
import { AddressPush } from "./address-push.js";
import type { FleetBus, HubBusParts } from "./fleet-bus.js";
import { Ignored } from "./ignored.js";
import { NodeCalls } from "./node-calls.js";
import { Beats } from "./reports/beats.js";
import { FloodGate, type Sender } from "./reports/flood-gate.js";
import { Heartbeat } from "./reports/heartbeat.js";
import { Instances } from "./reports/instances.js";
import { ReportIntake } from "./reports/report-intake.js";
import { signerOf } from "./signers.js";

interface NatsHubBusParts extends HubBusParts {
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

/** The bus of a hub, over NATS. */
export class NatsHubBus implements FleetBus {
  readonly #kept: KeptConnection;
  readonly #beats: Beats;
  readonly #heartbeat: Heartbeat;
  readonly #calls: NodeCalls;
  readonly #intake: ReportIntake;
  readonly #floods: FloodGate;

  constructor(private readonly parts: NatsHubBusParts) {
    const { keys, dialled, events, log, hub, enrolment } = parts;
    const [instances, ignored] = [new Instances(), new Ignored(parts)];
    const notify: HubBus["notify"] = (notice, node) => this.notify(notice, node);
    this.#beats = new Beats(hub);
    this.#heartbeat = new Heartbeat({ ...parts, notify, beats: this.#beats });
    this.#calls = new NodeCalls({
      ...{ ...parts, fleet: keys.operator, instances },
      connection: () => this.#connection(),
      signerOf: (node) => this.#signerOf(node),
      ignored: (node) => ignored.add(node, "an answer that the node has not signed for its call"),
    });
    this.#floods = new FloodGate(parts);
    this.#intake = new ReportIntake({
      ...{ ...parts, beats: this.#beats, heartbeat: this.#heartbeat, instances, ignored, notify },
      addressPush: new AddressPush(parts),
      keyOf: (node) => reportKey(keys, node),
      isElsewhere: (node, instance) => this.#calls.isElsewhere(node, instance),
      remove: (node) => enrolment.remove(node),
    });
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
    this.#heartbeat.stop();
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
        if (error !== null) return;
        const node = message.subject.slice("ph.report.".length);
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
    await onOpened(connection);
    queueMicrotask(() => {
      events.onConnected(true);
      void this.#heartbeat.start();
    });
  }
}
