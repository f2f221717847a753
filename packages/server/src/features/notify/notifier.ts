import { randomUUID } from "node:crypto";
import {
  type ChannelEntry,
  type Reason,
  type Result,
  type RuleEntry,
  reason,
  reasonAs,
} from "@pilothouse/protocol";
import { beforeDeadline, every } from "@pilothouse/system";
import type { Kernel } from "../../feature.js";
import type { NotifySettings } from "../../settings/definitions/notify.js";
import { putValue, readValue } from "../../store/values.js";
import type { EventLog } from "../record/event-log.js";
import type { Alert, AlertSource } from "./alert-source.js";
import type { Channel } from "./channels/channel.js";
import { type ChannelSettings, channelsOf } from "./channels/channels.js";
import { SendFault } from "./channels/post.js";
import type { Message } from "./message.js";
import { Outbox, type Waiting } from "./outbox.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const EVERY_MS = 10 * SECOND;
const SEND_LIMIT_MS = 20 * SECOND;
/** After a failure; each time twice as long. */
const FIRST_WAIT = 10 * SECOND;
const LONGEST_WAIT = HOUR;
/** An alert that could not be sent for this long is dropped. */
const GIVEN_UP_AFTER = 72 * HOUR;
const STANDINGS = "notify.states";

export interface NotifierOptions extends Pick<Kernel, "store" | "clock" | "log"> {
  readonly events: Pick<EventLog, "add">;
  readonly settings: () => NotifySettings;
  readonly alertSource: AlertSource;
  /** Secrets of channels that were set while the service ran, and what else was. */
  readonly serviceSettings: Required<Pick<ChannelSettings, "secrets" | "sources">>;
  /** What is watched; its kind stands in each message. */
  readonly router: { readonly kind: string };
  /** The name of this machine. */
  readonly host: string;
}

/** Sends the operator each alert by the configured channels, at least once each. */
export class Notifier {
  readonly #outbox: Outbox;
  readonly #sending = new Map<string, Promise<void>>();
  /** Rows of the outbox whose receiver has the message, though that is not stored yet, such as on a full disk. */
  readonly #taken = new Set<number>();
  /** When rows are tried again whose failure is not stored yet, for the same reason. */
  readonly #unstored = new Map<number, Pick<Waiting, "attempts" | "next">>();
  readonly #closing = new AbortController();
  #states: string | undefined;
  #endTicks: (() => Promise<void>) | undefined;
  #ticking: Promise<void> | undefined;
  #complaint: string | undefined;

  constructor(readonly options: NotifierOptions) {
    this.#outbox = new Outbox(options.store);
    this.#states = readValue(options.store, STANDINGS);
  }

  start(): void {
    void this.tick();
    this.#endTicks = every(EVERY_MS, () => this.tick());
  }

  async stop(): Promise<void> {
    void this.#endTicks?.();
    this.#closing.abort(new Error("the service is shutting down"));
    await this.#ticking;
    await Promise.all(this.#sending.values());
  }

  /** Looks what is to be sent, and begins to send what is due. Never rejects. */
  tick(): Promise<void> {
    this.#ticking ??= this.#look()
      .catch((error: unknown) =>
        this.options.log.error({ err: error }, "notifications failed; this is tried again"),
      )
      .finally(() => {
        this.#ticking = undefined;
      });
    return this.#ticking;
  }

  /** Something happened that may be a reason to notify: looks now, and not only when the next look is due. */
  hasten(): void {
    if (this.#endTicks === undefined || this.#closing.signal.aborted) return;
    void (this.#ticking ?? Promise.resolve()).then(() => this.tick());
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await this.tick();
    await Promise.all(this.#sending.values());
  }

  /** Sends a test at once, past the queue. Undefined when it was taken, else why not. */
  async test(name: string): Promise<string | undefined> {
    const channel = this.channels().find((one) => one.name === name);
    if (channel === undefined) throw new Error(`no channel ${name} is set up`);
    const message: Message = {
      ...this.#envelope(),
      event: "test",
      key: "test",
      level: "note",
      text: "This is a test. Notifications of Pilothouse reach you.",
      todo: "",
      values: {},
    };
    try {
      await this.#send(channel, message);
    } catch (error) {
      return reasonOf(error);
    }
    // It has arrived, also if that cannot be written down.
    await this.#outbox.sent(name, undefined, this.options.clock.now()).catch(() => {});
    return undefined;
  }

  /** Those that are set up; none while their settings contradict each other, which is said once. */
  channels(): readonly Channel[] {
    const { settings, serviceSettings, clock } = this.options;
    const { secrets, sources } = serviceSettings;
    try {
      const channels = channelsOf({ settings: settings(), secrets, sources }, clock);
      this.#complaint = undefined;
      return channels;
    } catch (error) {
      const complaint = reasonOf(error);
      if (complaint !== this.#complaint) this.options.log.warn(`no notifications: ${complaint}`);
      this.#complaint = complaint;
      return [];
    }
  }

  async view(): Promise<Pick<Result<"pilothouse.notify">, "channels" | "rules">> {
    const holding = await this.options.alertSource.holding();
    const rules = this.options.alertSource.rules.map(
      ({ key, minutes }): RuleEntry => ({ key, minutes, on: this.#isOn(key), holds: holding.has(key) }),
    );
    return { channels: await Promise.all(this.channels().map((channel) => this.#entry(channel))), rules };
  }

  async #entry({ name, to }: Channel): Promise<ChannelEntry> {
    const first = await this.#outbox.first(name);
    const { sent = null, error = null, failed = null } = this.#outbox.state(name);
    return { name, to, waiting: this.#outbox.count(name), sent, error, failed, next: first?.next || null };
  }

  #isOn(key: string): boolean {
    return !this.options.settings()["notify.off"].includes(key);
  }

  async #look(): Promise<void> {
    const { clock, settings, alertSource, log } = this.options;
    const channels = this.channels();
    if (channels.length > 0) {
      const given = { now: clock.now(), pause: settings()["notify.pause"] };
      const { states, alerts } = await alertSource.check(this.#states, {
        ...given,
        isOn: (key) => this.#isOn(key),
      });
      await this.#keep(states, alerts, channels);
    }
    const lost = await this.#outbox.dropOlderThan(clock.now() - GIVEN_UP_AFTER);
    if (lost > 0)
      log.error({ lost }, "notifications were dropped: they could not be delivered for three days");
    for (const channel of channels) this.#begin(channel);
  }

  /** The state of the rules and the alerts are saved together, so that nothing is sent twice or forgotten. */
  async #keep(states: string, alerts: readonly Alert[], channels: readonly Channel[]): Promise<void> {
    if (states === (this.#states ?? "{}")) return;
    await this.options.store.write((db) => {
      putValue(db, STANDINGS, states);
      for (const alert of alerts) {
        const message = this.#message(alert);
        for (const { name } of channels) this.#outbox.put(db, name, message);
      }
    });
    this.#states = states;
  }

  #envelope() {
    const { clock, router, host } = this.options;
    return { id: randomUUID(), at: clock.now(), router: router.kind, host };
  }

  #message({ event, finding: { key, level, text, todo, values } }: Alert): Message {
    return { ...this.#envelope(), event, key, level, text, todo, values };
  }

  /** One message after the other, as long as they are taken. */
  #begin(channel: Channel): void {
    const { name } = channel;
    if (this.#sending.has(name)) return;
    const sending = this.#drain(channel)
      .catch((error: unknown) => this.options.log.error({ err: error, channel: name }, "the outbox failed"))
      .finally(() => this.#sending.delete(name));
    this.#sending.set(name, sending);
  }

  async #drain(channel: Channel): Promise<void> {
    const { clock } = this.options;
    while (!this.#closing.signal.aborted) {
      const stored = await this.#outbox.first(channel.name);
      const waiting = stored && { ...stored, ...this.#unstored.get(stored.row) };
      // If the clock was set back, wait no longer than the longest wait.
      const isDue = (next: number) => next <= clock.now() || next > clock.now() + LONGEST_WAIT;
      if (waiting === undefined || !isDue(waiting.next)) return;
      if (!(await this.#attempt(channel, waiting))) return;
    }
  }

  async #attempt(channel: Channel, waiting: Waiting): Promise<boolean> {
    const { clock, log, events } = this.options;
    const { name } = channel;
    const before = this.#outbox.state(name);
    try {
      if (!this.#taken.has(waiting.row)) await this.#send(channel, waiting.message);
    } catch (error) {
      // What was cut off by our own end is tried again after the next start.
      if (this.#closing.signal.aborted) return false;
      const reason = reasonOf(error);
      const now = clock.now();
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** waiting.attempts);
      log.warn({ channel: name, attempt: waiting.attempts + 1, reason }, "a notification could not be sent");
      const next = now + wait;
      this.#unstored.set(waiting.row, { attempts: waiting.attempts + 1, next });
      await this.#outbox.failed(name, waiting, next, { ...before, error: reason, failed: now });
      this.#unstored.delete(waiting.row);
      if (before.error === undefined)
        await events.add("notify.failed", { channel: name, ...reasonAs("why", whyOf(error)) });
      return false;
    }
    this.#taken.add(waiting.row);
    await this.#outbox.sent(name, waiting, clock.now());
    this.#taken.delete(waiting.row);
    this.#unstored.delete(waiting.row);
    if (before.error !== undefined) await events.add("notify.works", { channel: name });
    return true;
  }

  #send(channel: Channel, message: Message): Promise<void> {
    const deadline = { ms: SEND_LIMIT_MS, signal: this.#closing.signal, late: tooLate };
    return beforeDeadline(deadline, (signal) => channel.send(message, signal));
  }
}

const tooLate = () => new SendFault(reason("notify.late"));

/** With its code, if it is one of ours. */
const whyOf = (error: unknown): Reason | string =>
  error instanceof SendFault && typeof error.why === "object" ? error.why : reasonOf(error);

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").slice(0, 300);
