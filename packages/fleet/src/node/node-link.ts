import type { Msg, NatsConnection } from "@nats-io/nats-core";
import type { Clock } from "@pilothouse/drivers/port";
import {
  type AuditCode,
  type AuditOutcome,
  type EventData,
  errorEnvelope,
  type Identity,
  RpcError,
  reasonAs,
} from "@pilothouse/protocol";
import type { Answer, Audit, Log } from "@pilothouse/server";
import { within } from "@pilothouse/system";
import type { SignedAnswer } from "../bus/command-text.js";
import type { Farewell, Notice } from "../bus/hub-bus.js";
import { checksumOfBus, writeReport } from "../bus/report-mark.js";
import { trustOf } from "../joining/ask-to-join.js";
import type { MembershipRecord } from "../joining/membership-record.js";
import { MAX_ANSWER } from "../keys/bus-limits.js";
import type { NKey } from "../keys/nkey.js";
import { sign } from "../keys/signed-text.js";
import { dial, isRefused } from "../link/dial.js";
import { PersistentConnection } from "../link/persistent-connection.js";
import { longestDelay } from "../link/reconnect-delay.js";
import { CommandGate, Refused } from "./command-gate.js";
import { HubsHeard } from "./hubs-heard.js";
import { instanceOf } from "./instance.js";
import { clockNote, identityNote, whyLost } from "./link-note.js";
import type { NodeStore } from "./node-store.js";
import { outOfScope } from "./out-of-scope.js";
import { Reports, type Said } from "./reports.js";
import { StoredMembership } from "./stored-membership.js";

interface NodeLinkOptions {
  readonly membershipRecord: MembershipRecord;
  readonly key: NKey;
  /** Signs what it answers. */
  readonly signing: NKey;
  readonly store: NodeStore;
  readonly audit: Pick<Audit, "refused">;
  readonly answer: Answer;
  readonly allow: () => "read" | "operate" | "all";
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

const FIRST_MS = 10_000;
const GOODBYE_MS = 3_000;
/** A hub asks first, for a second, whether another machine is the node. */
const FAREWELL_MS = 10_000;

/** A member's connection to its fleet. */
export class NodeLink {
  readonly #membershipRecord: StoredMembership;
  readonly #hubs: HubsHeard;
  readonly #gate: CommandGate;
  readonly #link: PersistentConnection;
  readonly #reports: Reports;
  readonly #running = new Set<Promise<void>>();
  #note: string | null = null;
  #clockNote: string | null = null;
  #identity: Identity = "own";
  /** The connection on which the bus has this node's subscriptions. */
  #heardOn: NatsConnection | undefined;
  /** Set while the node leaves. */
  #parted: ((said: Farewell | undefined) => void) | undefined;
  #opened: () => void = () => {};
  readonly #first = new Promise<void>((resolve) => {
    this.#opened = resolve;
  });

  constructor(private readonly options: NodeLinkOptions) {
    const { membershipRecord, key, store, clock, answer, allow, random, log } = options;
    this.#membershipRecord = new StoredMembership(options);
    this.#hubs = new HubsHeard(clock);
    const { fleet } = membershipRecord;
    this.#gate = new CommandGate({
      ...{ fleet, node: key.id, store, clock, hubs: this.#hubs, answer, allow },
      keep: async (generation) => {
        await this.#membershipRecord.keepGeneration(generation);
        this.#identity = "own";
      },
    });
    this.#reports = new Reports({
      ...options,
      name: () => this.#membershipRecord.now.name,
      send: (said) => this.#send(said),
    });
    this.#link = new PersistentConnection({
      dial: () => this.#dial(),
      opened: (connection) => this.#subscribe(connection),
      lost: (reason) => {
        this.#note = whyLost(reason, this.#membershipRecord.now.addresses);
        log.warn({ err: reason }, "no connection to the fleet's bus; dialling again");
        this.#parted?.(undefined);
      },
      delay: (failures, reason) => {
        const lost = { failures, reason, isRefused: isRefused(reason) };
        return random() * longestDelay(lost, this.#membershipRecord.now.reconnectJitter);
      },
    });
  }

  get connected(): boolean {
    return this.#heardOn !== undefined && this.#heardOn === this.#link.current;
  }

  get note(): string | null {
    return this.#note ?? identityNote(this.#identity) ?? this.#clockNote;
  }

  /** This run of the service, as hubs know it. */
  get instance(): string | null {
    return this.connected && this.#heardOn !== undefined ? instanceOf(this.#heardOn) : null;
  }

  get identity(): Identity {
    return this.#identity;
  }

  start(): void {
    this.#link.start();
    this.#reports.start();
  }

  /** Resolves when the first connection is there, or takes too long to wait for. */
  async firstContact(): Promise<void> {
    await within(FIRST_MS, this.#first, () => {});
  }

  /** With a reason, the hubs learn that the node does not come back by itself. */
  async close(graceMs: number, why?: "stopped"): Promise<void> {
    this.#reports.stop();
    await within(graceMs, Promise.all(this.#running), () => {});
    if (why !== undefined && this.#link.current !== undefined) {
      this.#reports.goodbye(why);
      const flushed = this.#link.current.flush().catch(() => {});
      await within(GOODBYE_MS, flushed, () => {});
    }
    await this.#link.close();
  }

  /** Closes for good. Resolves with what a hub says has become of the node; undefined if none was reached. */
  async leave(): Promise<Farewell | undefined> {
    const farewell = new Promise<Farewell | undefined>((resolve) => {
      this.#parted = resolve;
    });
    const isThere = this.#link.current !== undefined;
    this.#reports.goodbye("left");
    const said = isThere ? await within(FAREWELL_MS, farewell, () => undefined) : undefined;
    await this.#link.close();
    return said;
  }

  #send(said: Said): void {
    const { key, clock } = this.options;
    const { current } = this.#link;
    if (current === undefined) return;
    const about = { instance: instanceOf(current), heard: this.#hubs.heard, at: clock.now() };
    const { now } = this.#membershipRecord;
    const numbered = { ...said, ...about, knows: checksumOfBus(now), generation: now.generation };
    current.publish(`ph.report.${key.id}`, writeReport(Buffer.from(now.reportKey, "base64"), numbered));
  }

  #dial(): Promise<NatsConnection> {
    const { key } = this.options;
    const { addresses, former = [], certificate, jwt } = this.#membershipRecord.now;
    return dial({
      addresses: [...addresses, ...former],
      login: { key, jwt },
      trust: trustOf(certificate),
      name: `pilothouse ${key.id}`,
    });
  }

  #subscribe(connection: NatsConnection): void {
    const { key, log } = this.options;
    const hear = (subject: string, on: (message: Msg) => void) =>
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) on(message);
          else log.warn({ err: error, subject }, "the bus does not let this node listen");
        },
      });
    hear(`ph.call.${key.id}`, (message) => this.#track(this.#onCall(connection, message)));
    for (const subject of ["ph.notice", `ph.notice.${key.id}`])
      hear(subject, (message) => this.#track(this.#onNotice(connection, message)));
    this.#note = null;
    this.#track(this.#membershipRecord.reached(connection.getServer()));
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

  #track(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.options.log.error({ err: error }, "a message of the fleet failed"))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  async #onCall(connection: NatsConnection, message: Msg): Promise<void> {
    const { clock } = this.options;
    const instance = instanceOf(connection);
    try {
      const { nonce, request, reply } = await this.#gate.carryOut(message.data, instance);
      const beyond = outOfScope(request, reply.text);
      if (beyond !== undefined) this.#record("hub beyond", "outOfScope", beyond);
      this.#respond(connection, message, { nonce, instance, text: reply.text, at: clock.now() });
      await connection.flush().catch(() => {});
      reply.afterwards?.();
      this.#reports.soon(CHANGED_MS);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { nonce, again, why, message: refused } = error;
      if (!error.isRollCall) this.#refuse(error, "command");
      if (nonce !== undefined)
        this.#respond(connection, message, {
          ...{ nonce, instance, refused, why, ...(again && { again }), at: clock.now() },
        });
    }
  }

  #respond(connection: NatsConnection, message: Msg, answer: SignedAnswer): void {
    const most = Math.min(connection.info?.max_payload ?? MAX_ANSWER, MAX_ANSWER);
    const signed = (text: SignedAnswer) => sign("answer", JSON.stringify(text), this.options.signing);
    const reply = signed(answer);
    message.respond(reply.length <= most ? reply : signed({ ...answer, text: TOO_LONG }));
  }

  async #onNotice(connection: NatsConnection, message: Msg): Promise<void> {
    const { random, clock } = this.options;
    try {
      const signed = this.#gate.notice(message.data, instanceOf(connection));
      const { report, beat } = signed.notice;
      this.#hearOfItself(signed.notice, instanceOf(connection));
      this.#clockNote = clockNote(clock.now() - signed.issued);
      if (signed.isRecent) await this.#membershipRecord.learn(signed.notice);
      if (report !== undefined) this.#report(random() * report);
      if (beat !== undefined && signed.last < beat.from) this.#report(random() * beat.within);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(error, "notice");
    }
  }

  #hearOfItself({ duplicates, copy, instance, left }: Notice, self: string): void {
    const others = copy === self ? "copy" : duplicates?.includes(self) ? "shared" : undefined;
    if (others !== undefined) {
      this.#identity = others;
      this.#parted?.("stays");
    }
    if (instance === self && left !== undefined) this.#parted?.(left);
  }

  /** A hub has asked. A node that leaves says that again: it may not have counted, because the hub did not know its age. */
  #report(within: number): void {
    if (this.#parted === undefined) this.#reports.soon(within);
    else this.#reports.goodbye("left");
  }

  #refuse({ why }: Refused, what: "command" | "notice"): void {
    this.#record(`hub ${what}`, "refused", reasonAs("why", why));
  }

  #record(action: AuditCode, outcome: AuditOutcome, data?: EventData): void {
    this.options.audit.refused({ address: "fleet" }, outcome, action, data);
  }
}

/** What was changed is seen at the hub soon. */
const CHANGED_MS = 300;

const TOO_LONG = errorEnvelope(
  "null",
  new RpcError("internal", "the answer is too long for the bus; ask for less at a time"),
);
