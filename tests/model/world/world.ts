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
/** How long a look may take while the router does not answer. */
const HELD_UP = 10_000;

/** A service under test and what the model knows of it. */
export class World {
  state: State;
  /** Backups that were made, with the state at that time. */
  readonly backups: {
    readonly shown: Lasting;
    readonly backup: unknown;
    readonly state: State;
    readonly events: Events;
    readonly addresses: ReadonlySet<string>;
  }[] = [];
  /** Counters of the page for Prometheus, as they were last. */
  counters: ReadonlyMap<string, number> = new Map();
  /** What callers below the scope `all` were answered. */
  readonly shown: string[] = [];
  views: Views;
  /** How often each event is on record, as far as it was read, and the newest of them. */
  events: Events = { counts: new Map(), newest: 0, revision: undefined };
  readonly notified = new Notified();
  /** Addresses that tunnels ever had, and the keys that were exported, by address. */
  addresses: ReadonlySet<string> = new Set();
  readonly keys = new Map<string, string>();
  /** What the budget has to write, and since when, by the clock that only goes forward. */
  due: { readonly what: string; readonly since: number } | undefined;
  /** When logins failed, by the clock that only goes forward. */
  readonly failedLogins: number[] = [];
  /** What the state may be as well. */
  #others: readonly State[] = [];
  /** The state after the last look. */
  #last: State;
  /** The calls that changed something since what must hold was checked, and the newest entry of the audit then. */
  #unaudited: { readonly who: Who; readonly method: string }[] = [];
  #audited = 0;
  /** The state when what must hold was checked last, and how often it was only observed since. */
  #checked: State | undefined;
  #unchecked = 0;
  /** The revision of all that the service shows, when what must hold was checked last. */
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
    const answer = await this.call(who, method, params);
    const isRefused = "orRefused" in foreseen && foreseen.orRefused?.includes(answer.error?.code ?? 0);
    const expected = isRefused ? { refused: foreseen.orRefused ?? [], state: entering.state } : foreseen;
    const isClosed = typeof who === "object" && !isOpen(this.state, who);
    holds(!isClosed || answer.error !== undefined, SENTENCES.grant, () => `${method} answers ${answer.text}`);
    this.foretold(answer, expected, `${method} ${JSON.stringify(params)}`);
    if ("refused" in expected) return undefined;
    await this.#orElse(entering.state, (other) => outcome(other).state);
    if (isChange) this.#unaudited.push({ who, method });
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

  /** Looks for the entries of what somebody has changed, one after the other; returns the newest entry. */
  async #requireAudited(): Promise<number> {
    const { result, text } = await this.views.answer("pilothouse.audit", LAST_ENTRIES);
    const entries = (result?.["entries"] ?? []) as readonly Audited[];
    let last = this.#audited;
    for (const { who, method } of this.#unaudited) {
      const isOwn = typeof who === "object" && who.at === undefined;
      // A hub says on whose behalf it calls.
      const by = typeof who === "object" && who.at === "hub" ? namedByHub(who) : "";
      const found = entries.findLast(
        ({ id, session, address }) => id > last && (session !== null) === isOwn && address.endsWith(by),
      );
      if (found === undefined) throw new Broken(SENTENCES.audit, `${method} is not in ${text}`);
      last = found.id;
    }
    return entries[0]?.id ?? 0;
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

  /**
   * Observes, and checks what must hold; where nobody can have seen a difference yet, only after some steps.
   * `isNow`: in any case. Without a check it only observes, until what is seen fits together.
   */
  async look(check?: (world: World) => Promise<void>, isNow = false): Promise<void> {
    await this.system.settled();
    this.takeTime();
    if (check === undefined) return void (await this.#look(async () => {}));
    if (!isNow && this.#isSame()) return this.views.skip();
    if (!isNow && this.#isEarly()) {
      this.#unchecked++;
      this.#revision = undefined;
      return this.views.skip();
    }
    const newest = await this.#look(check);
    this.#unaudited = [];
    this.#audited = newest;
    this.#unchecked = 0;
    this.#checked = this.state;
    this.#revision = this.system.revision();
  }

  /** Whether what must hold was not checked after the last step. */
  get isUnchecked(): boolean {
    return this.#unchecked > 0;
  }

  /** From now on everything is read anew. */
  wholly(): void {
    this.isWhole = true;
  }

  /** Whether no time has passed since the last check, in which something can have happened by itself. */
  #isEarly(): boolean {
    const isSpared = !this.isWhole && !this.views.isNextWhole && this.#unchecked < MOST_UNCHECKED;
    const { state, system } = this;
    return isSpared && system.lag === 0 && AT_ONCE.every((part) => state[part] === this.#checked?.[part]);
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

  /** What happens meanwhile can be in some views and not yet in others. */
  async #look(check: (world: World) => Promise<void>): Promise<number> {
    const [starts, last] = [[this.state, ...this.#others], this.#last];
    this.#others = [];
    // A router that does not answer holds up each call of this look, and a template may be taken back meanwhile.
    const isHeldUp = this.state.applying !== undefined && this.state.router.hungSince !== undefined;
    const lag = Math.max(this.system.lag, isHeldUp ? HELD_UP : 0);
    for (const end = this.system.ticks() + lag; ; await this.system.pass(AGAIN)) {
      const failed: unknown[] = [];
      for (const before of starts) {
        [this.state, this.#last] = [before, last];
        try {
          await this.observe();
          const newest = await this.#requireAudited();
          await check(this);
          const isPending =
            this.system.ticks() < end && (await budgetDue(this.state, this.views)) !== undefined;
          if (!isPending && !(await this.views.areOld())) return newest;
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
const AUDITED = ["changes", "services", "own", "password", "holders", "router", "jsonrpc"] as const;
/** Of these every change is checked at once, and the passing of time. */
const AT_ONCE = ["ticks", "router", "own", "configured", "diskFull", "refusesNotices"] as const;
/** After so many steps what must hold is checked at the latest. */
const MOST_UNCHECKED = 3;
export const LAST_ENTRIES = { limit: 16 };

const namedByHub = ({ kind, name }: Holder) => (kind === "program" ? `: token ${name}` : `: ${name}`);

const callerOf = (who: Who): Caller => {
  if (who === "operator") return OPERATOR;
  if (who === "nobody") return undefined;
  if (who === "forger") return "no-such-token";
  return who.at === "hub" ? { hub: who.token } : who.token;
};
