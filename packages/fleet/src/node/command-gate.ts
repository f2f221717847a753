import type { Clock } from "@pilothouse/drivers/port";
import {
  checkParams,
  errorEnvelope,
  findMethod,
  includes,
  parseJson,
  type Reason,
  RpcError,
  readEnvelope,
  reason,
  reasonText,
  type Scope,
  scopeNeeded,
} from "@pilothouse/protocol";
import type { Answer, Reply } from "@pilothouse/server";
import { orNone } from "@pilothouse/system";
import {
  type Issued,
  type SignedAnswer,
  type SignedCommand,
  type SignedNotice,
  span,
} from "../bus/command-text.js";
import { verified } from "../keys/signed-text.js";
import type { HubsHeard } from "./hubs-heard.js";
import type { NodeStore } from "./node-store.js";

interface GateOptions {
  readonly fleet: string;
  readonly node: string;
  readonly store: NodeStore;
  readonly clock: Clock;
  readonly hubs: HubsHeard;
  readonly answer: Answer;
  /** What the node lets a hub do. */
  readonly allow: () => Scope;
  /** An operator has decided that this machine is the node. Resolves when that is on disk. */
  readonly keep: (generation: number) => Promise<void>;
}

/** Why a command was not carried out. */
export class Refused extends Error {
  constructor(
    readonly why: Reason,
    /** Of the command, if its signature was right: then the refusal can be answered. */
    readonly nonce?: string,
    readonly again?: SignedAnswer["again"],
    /** Nothing is wrong: a hub asks who is there. */
    readonly isRollCall = false,
  ) {
    super(reasonText(why));
  }
}

type Once = NonNullable<SignedCommand["once"]>;

const DAY = 86_400_000;
/** How long it is known what became of a command. */
const REMEMBER_MS = 30 * DAY;
/** More than a hub sends within the life of a command; a hostile bus cannot make any that count. */
const MOST_SEEN = 100_000;

/** What comes over the bus is checked here before anything is done. The bus itself is not believed. */
export class CommandGate {
  /** Until when each command that was taken could come again. */
  readonly #seen = new Map<string, number>();
  /** The number of the last change that was taken from each hub. */
  readonly #changes = new Map<string, number>();
  /** What is being carried out once, by its name. */
  readonly #underWay = new Map<string, Promise<Reply>>();

  constructor(private readonly options: GateOptions) {}

  /**
   * Carries a command out, and resolves with its answer. Rejects with `Refused` when it does not count. All is kept in
   * memory: what was for an earlier instance, and so before the service was started, does not count anyway.
   */
  async carryOut(
    message: Uint8Array,
    instance: string,
  ): Promise<{ readonly nonce: string; readonly request: string; readonly reply: Reply }> {
    const command = opened<SignedCommand>("command", message, this.options.fleet);
    this.#take(command, instance);
    const { nonce, keep, number, text: request } = command;
    if (keep) {
      await this.options.keep(number);
      return { nonce, request, reply: answered("") };
    }
    return {
      nonce,
      request,
      reply: command.once ? await this.#inTurn(command, command.once) : await this.#run(command),
    };
  }

  /**
   * What a hub says to its nodes; `last` is the number of the notice before, 0 when there was none. One that is not
   * known to be recent may have been held back for any time, so it must not change anything.
   */
  notice(
    message: Uint8Array,
    instance: string,
  ): SignedNotice & { readonly last: number; readonly isRecent: boolean } {
    const { hubs, fleet } = this.options;
    const signed = opened<SignedNotice>("notice", message, fleet);
    const last = hubs.last(signed.hub);
    const fault = this.#misdirected(signed) ?? hubs.take(signed, instance);
    if (fault !== undefined) throw new Refused(fault);
    return { ...signed, last, isRecent: hubs.areRecent(signed.hub) };
  }

  /** In one go, without a wait: of two copies that come together, one is the second. */
  #take(command: SignedCommand, instance: string): void {
    const { nonce, hub, number, expires } = command;
    const now = this.options.clock.now();
    const fault = this.#misdirected(command);
    if (fault !== undefined) throw new Refused(fault, nonce);
    if (command.instance !== instance)
      throw new Refused(reason("hub.otherInstance"), nonce, "instance", command.instance === undefined);
    if (expires < now)
      throw new Refused(reason("hub.expired", { span: span(now - expires) }), nonce, "expired");
    // Not answered: a refusal that comes before the answer to the first copy would say that nothing is done.
    if (this.#seen.has(nonce)) throw new Refused(reason("hub.repeated"));
    if (command.keep || changesAnything(command.text)) {
      if (number <= (this.#changes.get(hub) ?? 0)) throw new Refused(reason("hub.older"), nonce);
      this.#changes.set(hub, number);
    }
    if (this.#seen.size >= MOST_SEEN) this.#cleanUp(now);
    this.#seen.set(nonce, expires);
  }

  #misdirected({ fleet, node, hub, number, issued, expires }: Issued): Reason | undefined {
    if (fleet !== this.options.fleet) return reason("hub.otherFleet");
    if (node !== undefined && node !== this.options.node) return reason("hub.otherNode");
    const complete = typeof hub === "string" && [number, issued, expires].every(Number.isFinite);
    return complete ? undefined : reason("hub.noTime");
  }

  #cleanUp(now: number): void {
    for (const [nonce, until] of this.#seen) if (until < now) this.#seen.delete(nonce);
  }

  #run({ text, by, scope, languages, fleet, order }: SignedCommand): Reply | Promise<Reply> {
    const { answer, allow } = this.options;
    const access = includes(allow(), scope) ? scope : allow();
    const actor = `hub ${fleet.slice(0, 8)}: ${by}`;
    return answer(text, {
      ...{ address: "fleet", actor, access },
      ...(languages && { languages }),
      ...(order && { order }),
    });
  }

  /** Two hubs may send the same at the same moment: the second waits, and is answered with what became of the first. */
  async #inTurn(command: SignedCommand, once: Once): Promise<Reply> {
    const { key } = once;
    const first = this.#underWay.get(key);
    const reply = Promise.resolve(first)
      .catch(() => {})
      .then(() => this.#once(command, once));
    this.#underWay.set(key, reply);
    try {
      return await reply;
    } finally {
      if (this.#underWay.get(key) === reply) this.#underWay.delete(key);
    }
  }

  /** A repetition is answered with what became of the first. */
  async #once(command: SignedCommand, { key, epoch }: Once): Promise<Reply> {
    const { store, clock } = this.options;
    const before = store.done(key);
    if (before !== undefined && epoch < before.epoch)
      throw new Refused(reason("hub.takenOver"), command.nonce);
    const at = clock.now();
    const keep = (done: { readonly text?: string }) =>
      store.keepDone(key, { epoch, at: before?.at ?? at, ...done }, at - REMEMBER_MS);
    if (before !== undefined) {
      if (epoch > before.epoch) await keep(before.text === undefined ? {} : { text: before.text });
      return answered(before.text ?? unknownOutcome());
    }
    await keep({});
    const reply = await this.#run(command);
    // Before it counts as done: cut short here, it is known to be begun, and not taken for done.
    reply.afterwards?.();
    await keep({ text: reply.text });
    return { ...reply, afterwards: undefined };
  }
}

function opened<T extends Issued>(purpose: "command" | "notice", message: Uint8Array, fleet: string): T {
  const text = verified(purpose, message, fleet);
  if (text === undefined) throw new Refused(reason("hub.unsigned"));
  return parseJson(text, { what: `a ${purpose} of the hub` }) as T;
}

const answered = (text: string): Reply => ({ text, retryAfter: undefined, afterwards: undefined });

const unknownOutcome = (): string =>
  errorEnvelope(
    "null",
    new RpcError(
      "internal",
      "the service ended while it carried this out, and does not know how far it got",
      undefined,
      { reason: "begun" },
    ),
  );

/**
 * Whether a request may do more than read. A method that is not in the table may be one of a feature from outside; what
 * cannot be understood otherwise changes nothing.
 */
function changesAnything(text: string): boolean {
  return [readEnvelope(text)].flat().some((incoming) => {
    if ("error" in incoming || incoming.params === undefined) return false;
    const { method: name, params } = incoming;
    const method = findMethod(name);
    if (method === undefined) return true;
    return (orNone(() => scopeNeeded(method, checkParams(method, params)))?.scope ?? "read") !== "read";
  });
}
