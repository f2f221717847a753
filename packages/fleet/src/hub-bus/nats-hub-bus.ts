import { errors, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { ticksOf } from "@pilothouse/drivers/port";
import {
  CLOCK_MARGIN_MS,
  type SignedAnswer,
  type SignedCommand,
  type SignedNotice,
  span,
} from "../bus/command-text.js";
import { BusAway, type Command, NodeAway, type NodeId, NodeRefused, type Notice } from "../bus/hub-bus.js";
import { ReportReader } from "../bus/report-mark.js";
import type { Enrolment } from "../joining/enrolment.js";
import type { BusPlace } from "../joining/hub-enrolment.js";
import { type FleetKeys, reportKey, userOf } from "../keys/fleet-keys.js";
import { newNonce } from "../keys/nonce.js";
import { seal, unseal } from "../keys/sealed.js";
import { dial, type Trust } from "../link/dial.js";
import { KeptConnection } from "../link/kept-connection.js";
import type { FleetBus, HubBusParts } from "./fleet-bus.js";
import { spreadFor, Teaching } from "./teaching.js";

export interface NatsHubBusParts extends HubBusParts {
  readonly keys: FleetKeys;
  readonly enrolment: Enrolment;
  readonly place: () => BusPlace;
  /** Where the hub itself finds the bus. */
  readonly dialled: { readonly addresses: readonly string[]; readonly trust: Trust };
  readonly answerJoin: (invitation: string, request: Uint8Array) => Promise<Buffer | undefined>;
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
  readonly #reports: ReportReader;
  readonly #teaching: Teaching;
  #refusedReports = 0;
  #loggedAt = -Infinity;

  constructor(private readonly parts: NatsHubBusParts) {
    const { keys, dialled, events, log } = parts;
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
    await this.#kept.close();
    await this.parts.closeServer();
  }

  async call(node: NodeId, command: Command, { timeoutMs = CALL_MS } = {}): Promise<string> {
    const { keys, clock } = this.parts;
    const connection = this.#connection();
    const nonce = newNonce();
    const signed: SignedCommand = { ...command, fleet: this.fleet, node, issued: clock.now(), nonce };
    const sealed = seal("command", JSON.stringify(signed), keys.operator);
    const end = ticksOf(clock) + timeoutMs;
    const reply = await this.#request(connection, `ph.call.${node}`, sealed, timeoutMs);
    const text = unseal("answer", reply.data, node);
    const answer = text === undefined ? undefined : (JSON.parse(text) as SignedAnswer);
    if (answer?.nonce !== nonce) {
      this.#warnOf(node, "an answer that the node has not signed, or that belongs to another call");
      throw new NodeAway(
        `An answer came that the node has not signed for this call; it was ignored (${span(end - ticksOf(clock))} were left)`,
      );
    }
    if (answer.refused !== undefined) throw new NodeRefused(this.#whyRefused(answer, answer.refused));
    return answer.text ?? "";
  }

  async notify(notice: Notice, node?: NodeId): Promise<void> {
    const { keys, clock } = this.parts;
    const issued = clock.now();
    const about = { fleet: this.fleet, node, issued, expires: issued + NOTICE_MS, nonce: newNonce() };
    const sealed = seal("notice", JSON.stringify({ ...about, notice } satisfies SignedNotice), keys.operator);
    const connection = this.#connection();
    connection.publish(node === undefined ? "ph.notice" : `ph.notice.${node}`, sealed);
    await connection.flush().catch((error: unknown) => {
      throw new BusAway("The connection to the bus was lost", { cause: error });
    });
  }

  #connection(): NatsConnection {
    const { current } = this.#kept;
    if (current === undefined) throw new BusAway("The hub has no connection to the bus");
    return current;
  }

  async #request(connection: NatsConnection, subject: string, data: Buffer, timeout: number): Promise<Msg> {
    try {
      return await connection.request(subject, data, { timeout });
    } catch (error) {
      if (error instanceof errors.NoRespondersError || error instanceof errors.RequestError)
        throw new NodeAway("The node is not connected", true);
      if (error instanceof errors.TimeoutError)
        throw new NodeAway(`The node did not answer within ${span(timeout)}`);
      throw new BusAway("The connection to the bus was lost", { cause: error });
    }
  }

  /** The hub knows that it has just sent the command, so a time that does not fit is the clock's. */
  #whyRefused({ at }: SignedAnswer, refused: string): string {
    const ahead = at - this.parts.clock.now();
    if (Math.abs(ahead) <= CLOCK_MARGIN_MS) return refused;
    return `The node's clock is ${span(ahead)} ${ahead > 0 ? "ahead of" : "behind"} the hub's, and it takes commands only when they agree within ${span(CLOCK_MARGIN_MS)}: set the clock that is wrong (the node says: ${refused})`;
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
        answerJoin(message.subject.slice("ph.join.".length), message.data).then(
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
    await this.notify({ report: spreadFor(this.parts.nodes()) }).catch(() => {});
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
    try {
      const numbered = this.#reports.read(node, message.data);
      if (numbered === "forged") this.#warnOf(node, "a report that the node has not made");
      else if (numbered === "repeated") this.#warnOf(node, "a report that was sent before");
      else if (numbered.left) this.#onLeft(node);
      else if (numbered.report !== undefined) {
        this.#teach(node, numbered.knows);
        this.parts.events.onReport(node, numbered.report);
      }
    } catch (error) {
      this.parts.log.warn({ err: error, node }, "a report could not be read");
    }
  }

  /** Its key is of no use any more, so it is removed as by an operator. */
  #onLeft(node: NodeId): void {
    const { enrolment, log } = this.parts;
    this.#reports.forget(node);
    enrolment.remove(node).then(
      () => log.info({ node }, "a node has left the fleet"),
      (error: unknown) =>
        log.warn({ err: error, node }, "a node has left the fleet, and could not be removed"),
    );
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
