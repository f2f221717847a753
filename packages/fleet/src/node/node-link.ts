import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "@pilothouse/drivers/port";
import {
  type AuditCode,
  type AuditOutcome,
  ERRORS,
  type EventData,
  errorEnvelope,
  RpcError,
  reasonAs,
} from "@pilothouse/protocol";
import type { Answer, Audit, Log } from "@pilothouse/server";
import { within } from "@pilothouse/system";
import type { SignedAnswer } from "../bus/command-text.js";
import type { Notice } from "../bus/hub-bus.js";
import { checksumOfBus, writeReport } from "../bus/report-mark.js";
import { isRefused, trustOf } from "../joining/ask-to-join.js";
import type { Belonging } from "../joining/belonging.js";
import type { NKey } from "../keys/nkey.js";
import { seal } from "../keys/sealed.js";
import { dial } from "../link/dial.js";
import { KeptConnection } from "../link/kept-connection.js";
import { longestDelay } from "../link/reconnect-delay.js";
import { CommandGate, Refused } from "./command-gate.js";
import type { NodeStore } from "./node-store.js";
import { Reports } from "./reports.js";

export interface NodeLinkParts {
  readonly belonging: Belonging;
  readonly key: NKey;
  readonly store: NodeStore;
  /** The number of this run: higher than that of every earlier one. */
  readonly run: number;
  readonly audit: Pick<Audit, "refused">;
  readonly answer: Answer;
  readonly allow: () => "read" | "operate" | "all";
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_MS = 10_000;
const GOODBYE_MS = 3_000;

/** A member's connection to its fleet. */
export class NodeLink {
  #belonging: Belonging;
  readonly #gate: CommandGate;
  readonly #kept: KeptConnection;
  readonly #reports: Reports;
  readonly #running = new Set<Promise<void>>();
  #note: string | null = null;
  /** The connection on which the bus has this node's subscriptions. */
  #heardOn: NatsConnection | undefined;
  #opened: () => void = () => {};
  readonly #first = new Promise<void>((resolve) => {
    this.#opened = resolve;
  });

  constructor(private readonly parts: NodeLinkParts) {
    const { belonging, key, store, clock, answer, allow, random, log } = parts;
    this.#belonging = belonging;
    this.#gate = new CommandGate({ fleet: belonging.fleet, node: key.id, store, clock, answer, allow });
    this.#reports = new Reports({
      ...parts,
      send: (numbered) => {
        const knows = checksumOfBus(this.#belonging);
        const marked = writeReport(Buffer.from(this.#belonging.reportKey, "base64"), { ...numbered, knows });
        this.#kept.current?.publish(`ph.report.${key.id}`, marked);
      },
    });
    this.#kept = new KeptConnection({
      dial: () => this.#dial(),
      opened: (connection) => this.#subscribe(connection),
      lost: (reason) => {
        this.#note = whyLost(reason, this.#belonging.addresses);
        log.warn({ err: reason }, "no connection to the fleet's bus; dialling again");
      },
      delay: (failures, reason) => {
        const lost = { failures, reason, isRefused: isRefused(reason) };
        return random() * longestDelay(lost, this.#belonging.reconnectJitter);
      },
    });
  }

  get connected(): boolean {
    return this.#heardOn !== undefined && this.#heardOn === this.#kept.current;
  }

  get note(): string | null {
    return this.#note;
  }

  start(): void {
    this.#kept.start();
    this.#reports.start();
  }

  /** Resolves when the first connection is there, or takes too long to wait for. */
  async firstContact(): Promise<void> {
    await within(FIRST_MS, this.#first, () => {});
  }

  async sayGoodbye(): Promise<void> {
    const { current } = this.#kept;
    if (current === undefined) return;
    this.#reports.goodbye();
    const flushed = current.flush().catch(() => {});
    await within(GOODBYE_MS, flushed, () => {});
  }

  async close(graceMs: number): Promise<void> {
    this.#reports.stop();
    await within(graceMs, Promise.all(this.#running), () => {});
    await this.#kept.close();
  }

  #dial(): Promise<NatsConnection> {
    const { key } = this.parts;
    const { addresses, former = [], certificate, jwt } = this.#belonging;
    return dial({
      addresses: [...addresses, ...former],
      login: { key, jwt },
      trust: trustOf(certificate),
      name: `pilothouse ${key.id}`,
    });
  }

  #subscribe(connection: NatsConnection): void {
    const { key, log } = this.parts;
    const hear = (subject: string, on: (message: Msg) => void) =>
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) on(message);
          else log.warn({ err: error, subject }, "the bus does not let this node listen");
        },
      });
    hear(`ph.call.${key.id}`, (message) => this.#track(this.#onCall(connection, message)));
    for (const subject of ["ph.notice", `ph.notice.${key.id}`])
      hear(subject, (message) => this.#track(this.#onNotice(message)));
    this.#note = null;
    this.#forgetFormer(connection.getServer());
    log.info({ server: connection.getServer() }, "connected to the fleet's bus");
    queueMicrotask(() => {
      this.#reports.soon(0);
      // Only when the bus has the subscriptions do calls of the hub arrive.
      const listening = () => {
        this.#heardOn = connection;
        this.#opened();
      };
      connection.flush().then(listening, () => {});
    });
  }

  /** The new place works: the old one is not asked again. */
  #forgetFormer(server: string): void {
    const { former, ...rest } = this.#belonging;
    if (former === undefined || !rest.addresses.some((one) => one.endsWith(`//${server}`))) return;
    this.#belonging = rest;
    this.#track(this.parts.store.keep(rest));
  }

  #track(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.parts.log.error({ err: error }, "a message of the fleet failed"))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  async #onCall(connection: NatsConnection, message: Msg): Promise<void> {
    const { clock } = this.parts;
    try {
      const { nonce, reply } = await this.#gate.carryOut(message.data);
      if (reply.text.includes(`"code":${ERRORS.outOfScope.code}`)) this.#record("hub beyond", "outOfScope");
      this.#respond(connection, message, { nonce, text: reply.text, at: clock.now() });
      await connection.flush().catch(() => {});
      reply.afterwards?.();
      this.#reports.soon(CHANGED_MS);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(error, "command");
      if (error.nonce !== undefined)
        this.#respond(connection, message, { nonce: error.nonce, refused: error.message, at: clock.now() });
    }
  }

  #respond(connection: NatsConnection, message: Msg, answer: SignedAnswer): void {
    const { key } = this.parts;
    const most = connection.info?.max_payload ?? Infinity;
    const sealed = seal("answer", JSON.stringify(answer), key);
    message.respond(
      sealed.length <= most ? sealed : seal("answer", JSON.stringify({ ...answer, text: TOO_LONG }), key),
    );
  }

  async #onNotice(message: Msg): Promise<void> {
    try {
      await this.#take(this.#gate.notice(message.data));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(error, "notice");
    }
  }

  async #take({ report, reconnectJitter, addresses, certificate }: Notice): Promise<void> {
    const { store, random, log } = this.parts;
    const before = this.#belonging;
    const moved = addresses !== undefined && String(addresses) !== String(before.addresses);
    const next: Belonging = {
      ...before,
      ...(reconnectJitter !== undefined && { reconnectJitter }),
      ...(moved && { addresses, former: before.addresses }),
      ...(addresses !== undefined && { certificate: certificate ?? null }),
    };
    if (JSON.stringify(next) !== JSON.stringify(before)) {
      await store.keep(next);
      this.#belonging = next;
      if (moved) log.info({ addresses }, "the fleet's bus has moved");
    }
    if (report !== undefined) this.#reports.soon(random() * report);
  }

  #refuse({ message, why }: Refused, what: "command" | "notice"): void {
    if (message.includes("clock")) this.#note = `A ${what} of the hub was refused: ${message}`;
    this.#record(`hub ${what}`, "refused", reasonAs("why", why));
  }

  #record(action: AuditCode, outcome: AuditOutcome, data?: EventData): void {
    this.parts.audit.refused({ address: "fleet" }, outcome, action, data);
  }
}

/** What was changed is seen at the hub soon. */
const CHANGED_MS = 300;

const TOO_LONG = errorEnvelope(
  "null",
  new RpcError("internal", "the answer is too long for the bus; ask for less at a time"),
);

function whyLost(reason: Error | undefined, addresses: readonly string[]): string {
  if (isRefused(reason))
    return "The bus refuses this node: it was removed from the fleet, or the fleet's keys have changed. Join again with a new invitation";
  return `No connection to the bus at ${addresses.join(", ")}${reason === undefined ? "" : `: ${reason.message}`}`;
}
