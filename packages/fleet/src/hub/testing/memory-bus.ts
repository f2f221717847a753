import { ticksOf } from "@pilothouse/drivers/port";
import { type Command, NodeAway, type NodeId, type Notice } from "../../bus/hub-bus.js";
import type { Report } from "../../bus/report.js";
import type { FleetBus, HubBusOptions } from "../../hub-bus/fleet-bus.js";
import { HubEnrolment } from "../../joining/hub-enrolment.js";
import { claimName } from "../../joining/names.js";
import type { NodeRecord } from "../../joining/node-record.js";
import { waitingKey } from "../../joining/waiting-nodes.js";
import { openFleetKeys } from "../../keys/fleet-keys.js";

export const REPORT: Report = {
  ...{ at: 1, service: "0.1.0", router: "simulator", simulated: true, version: "0.9.64", phase: "running" },
  ...{
    netStatus: 0,
    inbound: 1_000,
    outbound: 2_000,
    participating: 30,
    uptime: 60_000,
    starts: 1,
    crashing: false,
  },
  ...{ restartNeeded: false, settings: "abc", applied: null, drifted: false, allow: "all" },
};

type AnswerOf = (command: Command) => string | Promise<string>;

/** A bus within the process: nodes are functions, and the state says which belong to the fleet. */
export class MemoryBus implements FleetBus {
  readonly fleet = "O-TEST";
  readonly addresses = ["tls://127.0.0.1:1"];
  readonly notices: { readonly notice: Notice; readonly node: NodeId | undefined }[] = [];
  readonly commands: (Command & { readonly node: NodeId })[] = [];
  readonly keeps: (readonly [NodeId, string])[] = [];
  readonly #answers = new Map<NodeId, AnswerOf>();
  readonly enrolment: HubEnrolment;
  #waitWith: string | undefined;
  #connected = true;

  constructor(
    readonly options: HubBusOptions,
    private readonly onClosed: () => void = () => {},
  ) {
    this.enrolment = new HubEnrolment({
      ...options,
      keys: openFleetKeys(options.dataDir),
      place: () => ({ addresses: this.addresses, certificate: undefined, fingerprint: undefined }),
      reconnectJitter: () => 1_000,
      cutOff: async () => {},
    });
    options.events.onConnected(true);
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** As when the bus goes away, or is back. */
  set connected(connected: boolean) {
    this.#connected = connected;
    this.options.events.onConnected(connected);
  }

  async call(node: NodeId, command: Command): Promise<string> {
    this.commands.push({ ...command, node });
    const answer = this.#answers.get(node);
    if (answer === undefined) throw new NodeAway("no responders", true);
    return answer(command);
  }

  async keep(node: NodeId, instance: string): Promise<number> {
    this.keeps.push([node, instance]);
    return this.keeps.length;
  }

  async notify(notice: Notice, node?: NodeId): Promise<void> {
    this.notices.push({ notice, node });
  }

  async close(): Promise<void> {
    this.onClosed();
  }

  /** A node that has joined; with `answer`, one that can be called. */
  async join(id: NodeId, record: Partial<NodeRecord> & { readonly name: string }, answer?: AnswerOf) {
    const whole: NodeRecord = { labels: {}, joined: this.options.clock.now(), invitation: "i", ...record };
    await claimName(this.options, whole.name, id);
    const known = await this.options.state.get(`node/${id}`);
    await this.options.state.put(`node/${id}`, JSON.stringify(whole), known?.revision ?? 0);
    if (answer !== undefined) this.#answers.set(id, answer);
  }

  report(id: NodeId, report: Partial<Report> = {}): void {
    this.options.events.onReport(id, { ...REPORT, ...report }, ticksOf(this.options.clock));
  }

  /** A node that asks to join with an invitation for which it has to wait. */
  async wait(id: NodeId, name: string, labels: NodeRecord["labels"] = {}): Promise<void> {
    this.#waitWith ??= (await this.enrolment.invite({ wait: true, uses: 9 }, "test")).invitation.id;
    const asked = { name, labels, since: this.options.clock.now(), invitation: this.#waitWith };
    await this.options.state.put(waitingKey(this.#waitWith, id), JSON.stringify(asked), 0);
  }
}
