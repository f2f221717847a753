import { type Answer, type Caller, OPERATOR, type Params, type System } from "../port/system.js";
import { admitted, type Holder, isOpen, type Scope, type Who } from "../spec/access.js";
import { admittedAtHub, firstHub } from "../spec/hub.js";
import { CODES, type Outcome, refused, type State } from "../spec/model.js";
import { firstState } from "../spec/service.js";
import { Broken, holds } from "./broken.js";
import type { Lasting } from "./lasting.js";
import { Notified } from "./notified.js";
import { budgetDue, budgetLooks, observed } from "./observe.js";
import { SENTENCES } from "./sentences.js";
import { Views } from "./views.js";

const KNOWN_CODES: readonly number[] = [...Object.values(CODES), -32005, -32006, -32007, -32600, -32601];

/** How long it takes until it is worth to look again, in milliseconds. */
const AGAIN = 200;

/** A service under test and what the model knows of it. */
export class World {
  state: State;
  /** Backups that were made, with the state at that time. */
  readonly backups: {
    readonly shown: Lasting;
    readonly backup: unknown;
    readonly state: State;
    readonly events: Events;
  }[] = [];
  /** Counters of the page for Prometheus, as they were last. */
  counters: ReadonlyMap<string, number> = new Map();
  /** What callers below the scope `all` were answered. */
  readonly shown: string[] = [];
  views: Views;
  /** How often each event is on record, as far as it was read, and the newest of them. */
  events: Events = { counts: new Map(), newest: 0, revision: undefined };
  readonly notified = new Notified();
  /** What the budget has to write, and since when, by the clock that only goes forward. */
  due: { readonly what: string; readonly since: number } | undefined;
  /** When logins failed, by the clock that only goes forward. */
  readonly failedLogins: number[] = [];
  /** What the state may be as well. */
  #others: readonly State[] = [];
  /** The state after the last look. */
  #last: State;
  /** The calls of this step that changed something, with the newest entry of the audit before. */
  #unaudited: { readonly who: Who; readonly method: string; readonly last: number }[] = [];
  /** The revision of all that the service shows, at the last look. */
  #revision: string | undefined;

  constructor(
    readonly system: System,
    password: string,
    /** Whether every look reads everything anew. */
    private isWhole = true,
  ) {
    const first = firstState(system.driver, password, system.now(), system.ticks());
    this.state = { ...first, ...(system.hub && { hub: firstHub }) };
    this.views = new Views(system);
    this.#last = this.state;
  }

  /** Somebody of those that there are: number 0 is the operator. The newest come first. */
  who(n: number): Who {
    const { holders, hub } = this.state;
    const atHub = (hub?.holders ?? []).toReversed().slice(0, 3);
    const own = holders.toReversed().slice(0, 6 - atHub.length);
    const all = ["operator" as const, ...own, ...atHub];
    return all[n % all.length] ?? "operator";
  }

  /** A call that is not expected to change anything in the model, or whose outcome is looked at by the caller. */
  async call(who: Who, method: string, params: Params): Promise<Answer> {
    return this.#named(method, await this.system.call(method, params, callerOf(who)));
  }

  #named(method: string, answer: Answer): Answer {
    const { error, text } = answer;
    if (error !== undefined) {
      const isNamed =
        error.code !== CODES.internal || (error.data as Params | undefined)?.["reason"] !== undefined;
      holds(
        KNOWN_CODES.includes(error.code) && error.message.length > 0 && isNamed,
        SENTENCES.error,
        () => `${method} answers ${text}`,
      );
    }
    return answer;
  }

  /**
   * A call that the model foretells: whether the caller is let in with this scope, and then what becomes of the state.
   * The answer, if it was not refused.
   */
  async ask(
    who: Who,
    scope: Scope,
    method: string,
    params: Params,
    outcome: (state: State) => Outcome = (state) => ({ state }),
  ): Promise<Answer | undefined> {
    this.takeTime();
    const entering = admitted(this.state, who, scope);
    const foreseen = "refused" in entering ? entering : outcome(entering.state);
    const isOther = AUDITED.some((part) => foreseen.state[part] !== entering.state[part]);
    const isChange = isOther && !("refused" in foreseen) && !this.state.diskFull;
    const entries = isChange ? entriesIn(await this.views.result("pilothouse.audit", LAST_ENTRIES)) : [];
    const answer = await this.call(who, method, params);
    const isRefused = "orRefused" in foreseen && foreseen.orRefused?.includes(answer.error?.code ?? 0);
    const expected = isRefused ? { refused: foreseen.orRefused ?? [], state: entering.state } : foreseen;
    const isClosed = typeof who === "object" && !isOpen(this.state, who);
    holds(!isClosed || answer.error !== undefined, SENTENCES.grant, () => `${method} answers ${answer.text}`);
    this.foretold(answer, expected, `${method} ${JSON.stringify(params)}`);
    if ("refused" in expected) return undefined;
    await this.#orElse(entering.state, (other) => outcome(other).state);
    if (isChange) this.#unaudited.push({ who, method, last: entries[0]?.id ?? 0 });
    return answer;
  }

  /** The same for a call of the hub itself. */
  async askHub(
    who: Who,
    scope: Scope,
    method: string,
    params: Params,
    outcome: (state: State) => Outcome = (state) => ({ state }),
  ): Promise<Answer | undefined> {
    const { hub } = this.system;
    if (hub === undefined) return undefined;
    this.takeTime();
    const entering = admittedAtHub(this.state, who, scope);
    const foreseen = "refused" in entering ? refused(this.state, ...entering.refused) : outcome(this.state);
    const answer = this.#named(method, await hub.call(method, params, callerOf(who)));
    const isRefused = "orRefused" in foreseen && foreseen.orRefused?.includes(answer.error?.code ?? 0);
    const expected = isRefused ? refused(this.state, ...(foreseen.orRefused ?? [])) : foreseen;
    this.foretold(answer, expected, `${method} ${JSON.stringify(params)} of the hub`);
    return "refused" in expected ? undefined : answer;
  }

  /** Something changes the state that is not a call. */
  async becomes(next: (state: State) => State): Promise<void> {
    const { state } = this;
    this.state = next(state);
    await this.#orElse(state, next);
  }

  /** On a real clock the budget may have looked before it came to this. */
  async #orElse(before: State, next: (state: State) => State): Promise<void> {
    this.#others = this.system.lag === 0 ? [] : (await budgetLooks(before, this.views)).map(next);
  }

  /** Looks for the entries of what somebody has changed in this step. */
  async #requireAudited(): Promise<void> {
    if (this.#unaudited.length === 0) return;
    const { result, text } = await this.views.answer("pilothouse.audit", LAST_ENTRIES);
    for (const { who, method, last } of this.#unaudited) {
      const isOwn = typeof who === "object" && who.at === undefined;
      // A hub says on whose behalf it calls.
      const by = typeof who === "object" && who.at === "hub" ? namedByHub(who) : "";
      const isTheirs = ({ id, session, address }: Audited) =>
        id > last && (session !== null) === isOwn && address.endsWith(by);
      holds(entriesIn(result).some(isTheirs), SENTENCES.audit, () => `${method} is not in ${text}`);
    }
  }

  foretold(answer: Answer, expected: Outcome, what: string): void {
    const code = answer.error?.code;
    const codes: readonly (number | undefined)[] = "refused" in expected ? expected.refused : [undefined];
    holds(codes.includes(code), SENTENCES.answer, () =>
      [`${what}`, `expected ${codes.map((one) => one ?? "success").join(" or ")}`, `got ${answer.text}`].join(
        "\n  ",
      ),
    );
    this.state = expected.state;
  }

  /** A new process counts from the beginning. */
  started(): void {
    this.takeTime();
    this.counters = new Map();
    this.notified.started();
    this.due = undefined;
  }

  /** Time may have passed by itself. */
  takeTime(): void {
    this.state = { ...this.state, now: this.system.now(), ticks: this.system.ticks() };
  }

  /** What happened by itself shows in what the service says; it must be something that may happen. */
  async observe(): Promise<void> {
    await this.system.settled();
    this.takeTime();
    this.views = this.views.next(this.isWhole || this.views.isNextWhole);
    this.state = await observed(this.state, this.#last, this.views);
    this.#last = this.state;
  }

  /** Observes, and checks what must hold. What happens meanwhile can be in some views and not yet in others. */
  async look(check: (world: World) => Promise<void>, isLast = false): Promise<void> {
    if (isLast) this.isWhole = true;
    await this.system.settled();
    if (this.#isSame()) return this.views.skip();
    await this.#look(check);
    this.#unaudited = [];
    this.#revision = this.system.revision();
  }

  /** Whether nothing can have changed since the last look; now and then it is looked at all the same. */
  #isSame(): boolean {
    const { now: _now, ticks: _ticks, ...parts } = this.state;
    const isKnown = this.#revision !== undefined && this.#revision === this.system.revision();
    const names = Object.keys(parts) as (keyof typeof parts)[];
    return (
      isKnown &&
      !this.isWhole &&
      !this.views.isNextWhole &&
      this.shown.length === 0 &&
      names.every((name) => parts[name] === this.#last[name])
    );
  }

  async #look(check: (world: World) => Promise<void>): Promise<void> {
    const [starts, last] = [[this.state, ...this.#others], this.#last];
    this.#others = [];
    for (const end = this.system.ticks() + this.system.lag; ; await this.system.pass(AGAIN)) {
      const failed: unknown[] = [];
      for (const before of starts) {
        [this.state, this.#last] = [before, last];
        try {
          await this.observe();
          await this.#requireAudited();
          await check(this);
          const isPending =
            this.system.ticks() < end && (await budgetDue(this.state, this.views)) !== undefined;
          if (!isPending && !(await this.views.areOld())) return;
          break;
        } catch (error) {
          if (!(error instanceof Broken)) throw error;
          failed.push(error);
        }
      }
      if (failed.length === starts.length && this.system.ticks() >= end) throw failed[0];
    }
  }
}

/** How often each kind of event is on record, the newest, and what was last read of them. */
interface Events {
  readonly counts: Map<string, number>;
  newest: number;
  revision: string | undefined;
}
interface Audited {
  readonly id: number;
  readonly session: string | null;
  readonly address: string;
}
/** What only calls change. */
const AUDITED = ["changes", "own", "password", "holders", "router", "jsonrpc"] as const;
export const LAST_ENTRIES = { limit: 8 };
const entriesIn = (result: Params | undefined) => (result?.["entries"] ?? []) as readonly Audited[];

const namedByHub = ({ kind, name }: Holder) => (kind === "program" ? `: token ${name}` : `: ${name}`);

const callerOf = (who: Who): Caller => {
  if (who === "operator") return OPERATOR;
  if (who === "nobody") return undefined;
  if (who === "forger") return "no-such-token";
  return who.at === "hub" ? { hub: who.token } : who.token;
};
