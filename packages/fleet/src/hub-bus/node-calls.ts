import { errors, type NatsConnection } from "@nats-io/nats-core";
import { ticksOf } from "@pilothouse/drivers/port";
import { parseJson } from "@pilothouse/protocol";
import { orNone } from "@pilothouse/system";
import type { SignedAnswer, SignedCommand } from "../bus/command-text.js";
import { BusAway, type Command, NodeAway, type NodeId, NodeRefused } from "../bus/hub-bus.js";
import { saidByNode } from "../bus/said.js";
import type { NKey } from "../keys/nkey.js";
import { newNonce, sign, verified } from "../keys/signed-text.js";
import type { HubBusOptions } from "./fleet-bus.js";
import type { Addressee, Instances } from "./reports/instances.js";

interface Options extends Pick<HubBusOptions, "hub" | "numbers" | "clock"> {
  readonly fleet: NKey;
  readonly instances: Instances;
  readonly connection: () => NatsConnection;
  /** The key with which the node signs its answers. */
  readonly signerOf: (node: NodeId) => string;
  /** An answer was ignored. */
  readonly ignored: (node: NodeId) => void;
}

/** A call under way. It keeps its number and its nonce when it is addressed again, so that nobody takes it twice. */
interface Asked extends SignedCommand {
  /** The key with which the node signs its answers. It is not sent. */
  readonly signer: string;
}
type Order = Omit<Asked, "instance">;

/** What a roll call asks for. */
const NOTHING: Command = { text: "", by: "", scope: "read", expires: 0 };
const KEEP_MS = 20_000;
/** How long instances may take to say that they are there, which they do without a wait. */
const ROLL_CALL_MS = 1_000;

/** Signs calls for nodes, each for one instance, and waits for that instance's signed answer. */
export class NodeCalls {
  constructor(private readonly options: Options) {}

  async call(node: NodeId, command: Command, timeoutMs: number): Promise<string> {
    const { instances, clock } = this.options;
    const order = await this.#order(node, command);
    const end = ticksOf(clock) + timeoutMs;
    // Of the clock that only goes forward, so that it stays when the hub's clock is set.
    const expires = ticksOf(clock) + command.expires - order.issued;
    let to = instances.addressee(node) ?? (await this.#present(order, end));
    for (let again = false; ; again = true) {
      const signed = { ...order, instance: to.instance, expires: Math.floor(expires + to.ahead) };
      // One that is known to be another machine is not asked. One that is not known may have replaced the one that is.
      const { instance } = to;
      const answer = await this.#answer(
        signed,
        end,
        (one) => one === instance || !instances.isFormer(node, one),
      );
      if (answer.refused === undefined) return answer.text ?? "";
      if (again || answer.again === undefined) throw new NodeRefused(saidByNode(answer.refused, answer.why));
      to = answer.again === "expired" ? this.#addressee(answer) : await this.#successor(order, to, end);
    }
  }

  /** As `HubBus.keep`. */
  async keep(node: NodeId, instance: string): Promise<number> {
    const { clock } = this.options;
    const order = await this.#order(node, NOTHING);
    const end = ticksOf(clock) + KEEP_MS;
    const there = new Map<string, Addressee>();
    for await (const answer of this.#answers(order, ticksOf(clock) + ROLL_CALL_MS))
      there.set(answer.instance, this.#addressee(answer));
    const to = there.get(instance);
    if (to === undefined)
      throw new NodeAway(`No such instance is at work; ${[...there.keys()].join(", ") || "none"} answered`);
    const signed = { ...order, keep: true, instance, expires: Math.floor(end + to.ahead) } as const;
    const { refused, why } = await this.#answer(signed, end, (one) => one === instance);
    if (refused !== undefined) throw new NodeRefused(saidByNode(refused, why));
    return order.number;
  }

  /** Whether another instance is at work. */
  async isElsewhere(node: NodeId, instance: string): Promise<boolean> {
    const order = await this.#order(node, NOTHING);
    try {
      for await (const answer of this.#answers(order, ticksOf(this.options.clock) + ROLL_CALL_MS))
        if (answer.instance !== instance) return true;
    } catch (error) {
      if (!(error instanceof NodeAway)) throw error;
    }
    return false;
  }

  async #order(node: NodeId, command: Command): Promise<Order> {
    const { fleet, hub, numbers, clock, signerOf } = this.options;
    const signer = signerOf(node);
    const number = await numbers.next();
    return { ...command, signer, fleet: fleet.id, hub, node, number, issued: clock.now(), nonce: newNonce() };
  }

  /** The first instance that says it is there. None may carry this out, because it names none of them. */
  async #present(order: Order, end: number): Promise<Addressee> {
    return this.#addressee(await this.#answer({ ...order, text: "" }, end));
  }

  /** Another instance than the known one has answered: it has replaced that one, unless both are there. */
  async #successor(order: Order, known: Addressee, end: number): Promise<Addressee> {
    const until = Math.min(end, ticksOf(this.options.clock) + ROLL_CALL_MS);
    let found: Addressee | undefined;
    for await (const answer of this.#answers({ ...order, text: "" }, until)) {
      if (answer.instance === known.instance)
        throw new NodeAway("Two instances of the node are at work; the first may have carried out the call");
      found ??= this.#addressee(answer);
    }
    if (found === undefined) throw new NodeAway("The node was just started again, and does not answer");
    return found;
  }

  #addressee({ instance, at }: SignedAnswer): Addressee {
    return { instance, ahead: at - ticksOf(this.options.clock) };
  }

  /** The first answer that counts. */
  async #answer(
    asked: Asked,
    end: number,
    counts: (instance: string) => boolean = () => true,
  ): Promise<SignedAnswer> {
    let unsigned = 0;
    for await (const answer of this.#answers(asked, end, () => unsigned++))
      if (counts(answer.instance)) return answer;
    throw new NodeAway(
      `The node did not answer in time${unsigned > 0 ? `; ${unsigned} answers that the node has not signed were ignored` : ""}`,
    );
  }

  /** What the node signs as answers to this; what it has not signed is ignored. */
  async *#answers(asked: Asked, end: number, unsigned: () => void = () => {}): AsyncIterable<SignedAnswer> {
    const { fleet, clock, ignored, connection } = this.options;
    const { signer, ...signed } = asked;
    const { node, nonce } = signed;
    const message = sign("command", JSON.stringify(signed), fleet);
    const maxWait = Math.max(1, end - ticksOf(clock));
    try {
      const replies = await connection().requestMany(`ph.call.${node}`, message, {
        maxWait,
        strategy: "timer",
      });
      for await (const { data } of replies) {
        const text = verified("answer", data, signer);
        const answer = text === undefined ? undefined : orNone(() => parseJson(text) as SignedAnswer);
        if (answer?.nonce === nonce && mayAnswer(answer, signed)) yield answer;
        else {
          ignored(node);
          unsigned();
        }
      }
    } catch (error) {
      if (error instanceof BusAway) throw error;
      if (error instanceof errors.NoRespondersError) throw new NodeAway("The node is not connected", true);
      throw new BusAway("The connection to the bus was lost", { cause: error });
    }
  }
}

/**
 * An order that is addressed again keeps its nonce, so a bus can repeat what the node said to an earlier copy. Such a
 * refusal does not fit this copy, which may have been carried out.
 */
function mayAnswer({ again, instance, at }: SignedAnswer, copy: SignedCommand): boolean {
  if (again === undefined) return true;
  return again === "expired" ? at > copy.expires : instance !== copy.instance;
}
