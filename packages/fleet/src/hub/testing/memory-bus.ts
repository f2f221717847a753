import { type Command, NodeAway, type NodeId, type Notice } from "../../bus/hub-bus.js";
import type { Report } from "../../bus/report.js";
import type { FleetBus, HubBusParts } from "../../hub-bus/fleet-bus.js";
import { type Enrolment, EnrolmentError, type Invitation } from "../../joining/enrolment.js";
import type { NodeRecord } from "../../joining/node-record.js";

export const REPORT: Report = {
  ...{ at: 1, service: "0.1.0", router: "simulator", simulated: true, version: "0.9.64", phase: "running" },
  ...{ netStatus: 0, inbound: 1_000, outbound: 2_000, participating: 30, uptime: 60_000, starts: 1 },
  ...{ restartNeeded: false, settings: "abc", applied: null, drifted: false, allow: "all" },
};

type AnswerOf = (command: Command) => string | Promise<string>;

/** A bus within the process: nodes are functions, and the state says which belong to the fleet. */
export class MemoryBus implements FleetBus {
  readonly fleet = "O-TEST";
  readonly addresses = ["tls://127.0.0.1:1"];
  readonly notices: { readonly notice: Notice; readonly node: NodeId | undefined }[] = [];
  readonly commands: (Command & { readonly node: NodeId })[] = [];
  readonly #answers = new Map<NodeId, AnswerOf>();
  readonly #invitations = new Map<string, Invitation>();
  #connected = true;

  constructor(readonly parts: HubBusParts) {
    parts.events.onConnected(true);
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** As when the bus goes away, or is back. */
  set connected(connected: boolean) {
    this.#connected = connected;
    this.parts.events.onConnected(connected);
  }

  async call(node: NodeId, command: Command): Promise<string> {
    this.commands.push({ ...command, node });
    const answer = this.#answers.get(node);
    if (answer === undefined) throw new NodeAway("no responders", true);
    return answer(command);
  }

  async notify(notice: Notice, node?: NodeId): Promise<void> {
    this.notices.push({ notice, node });
  }

  async close(): Promise<void> {}

  /** A node that has joined; with `answer`, one that can be called. */
  async join(id: NodeId, record: Partial<NodeRecord> & { readonly name: string }, answer?: AnswerOf) {
    const whole: NodeRecord = { labels: {}, joined: this.parts.clock.now(), invitation: "i", ...record };
    const known = await this.parts.state.get(`node/${id}`);
    await this.parts.state.put(`node/${id}`, JSON.stringify(whole), known?.revision ?? 0);
    if (answer !== undefined) this.#answers.set(id, answer);
  }

  report(id: NodeId, report: Partial<Report> = {}): void {
    this.parts.events.onReport(id, { ...REPORT, ...report });
  }

  readonly enrolment: Enrolment = {
    invite: async (request, by) => {
      const id = `i${this.#invitations.size + 1}`;
      const created = this.parts.clock.now();
      const invitation: Invitation = {
        ...{
          id,
          labels: request.labels ?? {},
          uses: request.uses ?? 1,
          used: [],
          created,
          wait: request.wait ?? false,
        },
        ...{ by, expires: created + (request.lifetime ?? 0) },
      };
      this.#invitations.set(id, invitation);
      return { token: `ph1_${id}`, invitation };
    },
    invitations: async () => [...this.#invitations.values()],
    revokeInvitation: async (id) => {
      const found = this.#invitations.get(id);
      if (found === undefined) throw new EnrolmentError(`there is no invitation ${id}`, "revoke");
      this.#invitations.set(id, { ...found, revoked: this.parts.clock.now() });
    },
    waiting: async () =>
      (await this.#records())
        .filter(([, record]) => record.waiting)
        .map(([node, record]) => ({ node, record, fingerprint: `fp-${node}` })),
    accept: (which) => this.#decide(which, ({ waiting: _waiting, ...record }) => record),
    refuse: (which) => this.#decide(which, ({ waiting: _waiting, ...record }) => ({ ...record, refused: 1 })),
    rename: async (node, name) => {
      if ((await this.#records()).some(([, record]) => record.name === name))
        throw new EnrolmentError("is the name of another node", "name");
      await this.#change(node, (record) => ({ ...record, name }));
    },
    remove: async (node) => {
      const kept = await this.parts.state.get(`node/${node}`);
      await this.parts.state.remove(`node/${node}`, kept?.revision ?? 0);
      this.#answers.delete(node);
    },
  };

  async #decide(which: string, change: (record: NodeRecord) => NodeRecord): Promise<NodeId> {
    const found = (await this.#records()).find(([id, { name }]) => [id, name, `fp-${id}`].includes(which));
    if (found === undefined) throw new EnrolmentError("names no node that waits", "accept");
    await this.#change(found[0], change);
    return found[0];
  }

  async #change(node: NodeId, change: (record: NodeRecord) => NodeRecord): Promise<void> {
    const kept = await this.parts.state.get(`node/${node}`);
    if (kept === undefined) throw new EnrolmentError("is not a node", "node");
    const text = JSON.stringify(change(JSON.parse(kept.text) as NodeRecord));
    await this.parts.state.put(`node/${node}`, text, kept.revision);
  }

  async #records(): Promise<[NodeId, NodeRecord][]> {
    const listed = await this.parts.state.list("node/");
    return [...listed].map(([key, { text }]) => [key.slice(5), JSON.parse(text) as NodeRecord]);
  }
}
