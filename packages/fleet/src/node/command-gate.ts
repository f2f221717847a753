import type { Clock } from "@pilothouse/drivers/port";
import {
  checkParams,
  errorEnvelope,
  findMethod,
  includes,
  type Reason,
  RpcError,
  readEnvelope,
  reason,
  reasonText,
  type Scope,
  scopeNeeded,
} from "@pilothouse/protocol";
import type { Answer, Reply } from "@pilothouse/server";
import {
  CLOCK_MARGIN_MS,
  faultOf,
  type Issued,
  type SignedCommand,
  type SignedNotice,
} from "../bus/command-text.js";
import type { Notice } from "../bus/hub-bus.js";
import { unseal } from "../keys/sealed.js";
import type { NodeStore } from "./node-store.js";

export interface GateParts {
  readonly fleet: string;
  readonly node: string;
  readonly store: NodeStore;
  readonly clock: Clock;
  readonly answer: Answer;
  /** What the node lets a hub do. */
  readonly allow: () => Scope;
}

/** Why a command was not carried out. */
export class Refused extends Error {
  constructor(
    readonly why: Reason,
    /** Of the command, if its signature was right: then the refusal can be answered. */
    readonly nonce?: string,
  ) {
    super(reasonText(why));
  }
}

const DAY = 86_400_000;
/** How long it is known what became of a command. */
const REMEMBER_MS = 30 * DAY;
/** More than a hub sends within the life of a command; a hostile bus cannot make any that count. */
const MOST_SEEN = 100_000;

/** What comes over the bus is checked here before anything is done. The bus itself is not believed. */
export class CommandGate {
  readonly #seen: Map<string, number>;

  constructor(private readonly parts: GateParts) {
    this.#seen = new Map(parts.store.seen());
  }

  /** Carries a command out, and resolves with its answer. Rejects with `Refused` when it does not count. */
  async carryOut(sealed: Uint8Array): Promise<{ readonly nonce: string; readonly reply: Reply }> {
    const { fleet, clock } = this.parts;
    const command = opened<SignedCommand>("command", sealed, fleet);
    const { nonce } = command;
    this.#require(command);
    const changes = changesAnything(command.text);
    // On disk before it is done: a repetition after a crash is a repetition too.
    if (changes) await this.parts.store.keepSeen(nonce, command.expires + CLOCK_MARGIN_MS, clock.now());
    return {
      nonce,
      reply: command.once ? await this.#once(command, command.once) : await this.#run(command),
    };
  }

  /** What a hub says to its nodes. */
  notice(sealed: Uint8Array): Notice {
    const signed = opened<SignedNotice>("notice", sealed, this.parts.fleet);
    this.#require(signed);
    return signed.notice;
  }

  /** In one go, without a wait: of two copies that come together, one is the second. */
  #require(issued: Issued): void {
    const { fleet, node, clock } = this.parts;
    const now = clock.now();
    const fault = faultOf(issued, { fleet, node, now });
    if (fault !== undefined) throw new Refused(fault, issued.nonce);
    if (this.#seen.has(issued.nonce)) throw new Refused(reason("hub.repeated"), issued.nonce);
    if (this.#seen.size >= MOST_SEEN) this.#sweep(now);
    this.#seen.set(issued.nonce, issued.expires + CLOCK_MARGIN_MS);
  }

  #sweep(now: number): void {
    for (const [nonce, until] of this.#seen) if (until < now) this.#seen.delete(nonce);
  }

  #run({ text, by, scope, languages, fleet }: SignedCommand): Reply | Promise<Reply> {
    const { answer, allow } = this.parts;
    const access = includes(allow(), scope) ? scope : allow();
    const actor = `hub ${fleet.slice(0, 8)}: ${by}`;
    return answer(text, { address: "fleet", actor, access, ...(languages && { languages }) });
  }

  /** A repetition is answered with what became of the first. */
  async #once(command: SignedCommand, { key, epoch }: { key: string; epoch: number }): Promise<Reply> {
    const { store, clock } = this.parts;
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

function opened<T extends Issued>(purpose: "command" | "notice", sealed: Uint8Array, fleet: string): T {
  const text = unseal(purpose, sealed, fleet);
  if (text === undefined) throw new Refused(reason("hub.unsigned"));
  return JSON.parse(text) as T;
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

/** Whether a request does more than read. What cannot be understood changes nothing. */
function changesAnything(text: string): boolean {
  return [readEnvelope(text)].flat().some((incoming) => {
    if ("error" in incoming || incoming.params === undefined) return false;
    const method = findMethod(incoming.method);
    if (method === undefined) return false;
    try {
      return scopeNeeded(method, checkParams(method, incoming.params)).scope !== "read";
    } catch {
      return false;
    }
  });
}
