import type { Step } from "../run/run.js";
import { SENTENCES } from "../world/sentences.js";
import type { Parts } from "./wrong-program.js";

/** A hub that is wrong on purpose: the model must notice it. */
interface FleetFault {
  readonly name: string;
  /** Runs in the process of the hub, and so uses nothing but what it is given. */
  put(parts: Parts): void;
  /** The beginning of the sentence that does not hold then. */
  readonly breaks: string;
  readonly steps: readonly Step[];
  /** Whether it takes a minute to find it. */
  readonly isLong?: boolean;
}

const TOKEN = ["make a token of the hub", { name: "panel", scope: "settings" }] as const;
const CUT = ["the node is cut off from the bus", {}] as const;
const BACK = ["the node reaches the bus again", {}] as const;
const ECHO = ["echo", { who: 0 }] as const;
const SHOWN = ["wait until the hub shows the node as it is", {}] as const;
const QUEUED = ["queue a call at the hub", { who: 1, some: [[0, 0]], restart: false }] as const;
const REVOKED = ["revoke a token of the hub", { who: 0, name: "panel" }] as const;

export const FLEET_FAULTS: readonly FleetFault[] = [
  {
    name: "a call that waits keeps its authority when the token is revoked",
    put({ Authority }) {
      Authority.prototype.refusal = () => undefined;
    },
    breaks: SENTENCES.queue,
    steps: [TOKEN, CUT, QUEUED, REVOKED],
  },
  {
    name: "a call that is sent again has another name, and is carried out again",
    put({ NodeCalls }) {
      const { call } = NodeCalls.prototype;
      let first: Parameters<typeof call>[1] | undefined;
      // As by a hub that was killed before it knew of the answer; here with the next change.
      NodeCalls.prototype.call = async function (node, command, timeoutMs) {
        const answer = await call.call(this, node, command, timeoutMs);
        const again = command.text.includes('"set"') ? first : undefined;
        const once = { key: "queue/again", epoch: 0 };
        if (command.once !== undefined) first = command;
        else if (again !== undefined)
          await call.call(this, node, { ...again, once, expires: command.expires }, timeoutMs);
        return answer;
      };
    },
    breaks: SENTENCES.byItself,
    steps: [TOKEN, QUEUED, ["set advanced settings", { who: 0, some: [[0, 1]] }]],
  },
  {
    name: "a kill of the hub loses what waits",
    put({ CallQueue }) {
      const { start } = CallQueue.prototype;
      CallQueue.prototype.start = async function () {
        const { state } = this.options;
        for (const [key, { revision }] of await state.list("queue/")) await state.remove(key, revision);
        await start.call(this);
      };
    },
    breaks: SENTENCES.queue,
    steps: [TOKEN, CUT, QUEUED, ["kill -9 of the hub", {}]],
  },
  {
    name: "a call that was answered as failed is carried out when the node is back",
    put({ NatsHubBus }) {
      const { call } = NatsHubBus.prototype;
      NatsHubBus.prototype.call = function (node, command, options) {
        const send = () => call.call(this, node, { ...command, expires: Date.now() + 60_000 }, options);
        return send().catch((error) => {
          // Without a wait for the last one, which can take as long as the node is away.
          if (command.text.includes("AdvancedSettings")) setInterval(() => send().catch(() => {}), 200);
          throw error;
        });
      };
    },
    breaks: SENTENCES.byItself,
    steps: [TOKEN, CUT, ["set advanced settings", { who: 1, some: [[0, 0]] }], BACK, ECHO, SHOWN, ECHO],
  },
  {
    name: "what was refused is not on record",
    put({ Authority }) {
      Authority.prototype.refused = async () => {};
    },
    breaks: SENTENCES.audit,
    steps: [TOKEN, CUT, QUEUED, REVOKED],
  },
  {
    name: "who may only read may do everything on nodes",
    put({ Operators }) {
      Operators.prototype.nodeScope = () => "all";
    },
    breaks: SENTENCES.answer,
    steps: [
      ["make or change an account of the hub, and log in", { who: 0, name: "anna", role: "viewer" }],
      ["set advanced settings", { who: 1, some: [[0, 0]] }],
    ],
  },
  {
    name: "a node is told that the owner of the hub calls, whoever does",
    put({ NodeCalls }) {
      const { call } = NodeCalls.prototype;
      NodeCalls.prototype.call = function (node, command, timeoutMs) {
        return call.call(this, node, { ...command, by: "local" }, timeoutMs);
      };
    },
    breaks: SENTENCES.audit,
    steps: [TOKEN, ["set advanced settings", { who: 1, some: [[0, 0]] }]],
  },
  {
    name: "a hub shows for ever what a node was first",
    put({ Inventory }) {
      const { report } = Inventory.prototype;
      let first: unknown;
      Inventory.prototype.report = function (id, said, made) {
        first ??= said;
        report.call(this, id, first, made);
      };
    },
    breaks: SENTENCES.shown,
    steps: [
      ["order", { who: 0, action: "Shutdown" }],
      ["wait until the router is what was ordered", {}],
      ["wait until the hub shows the node as it is", {}],
    ],
  },
  {
    name: "a node that has just died is shown as online for ever",
    put({ Inventory }) {
      Inventory.prototype.cleanUp = () => {};
    },
    breaks: "A hub shows a node as online only while it hears of it",
    steps: [CUT, ["wait until the hub must have missed the node", {}]],
    isLong: true,
  },
];
