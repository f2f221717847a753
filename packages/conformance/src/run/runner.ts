import {
  type Asking,
  type Check,
  changesSettings,
  isWatching,
  type Need,
  needsOf,
  profileOf,
  type Watching,
} from "../check/check.js";
import type { Exchanged } from "../check/exchanged.js";
import type { Variables } from "../wire/template.js";
import { given } from "./given.js";
import { type Judged, judge } from "./judge.js";
import { answersAgain, comesBack, lifeBefore, WAITING } from "./life.js";
import { open } from "./open.js";
import { pause } from "./pause.js";
import { remarksOf } from "./remarks.js";
import { Restorer } from "./restorer.js";
import type { Result } from "./result.js";
import { Session } from "./session.js";
import type { Target } from "./target.js";

export interface Run {
  readonly results: readonly Result[];
  readonly server: string;
  readonly names: "svc" | "i2p";
  readonly started: Date;
  readonly ended: Date;
  /** What could not be put back. */
  readonly leftovers: readonly string[];
  readonly secretLeftovers: readonly string[];
  readonly interrupted: boolean;
  /** What is worth knowing, and is no failure. */
  readonly remarks: readonly string[];
  /** Why the results are no judgement of the server: there was no token to ask it with. */
  readonly noVerdict?: string | undefined;
}

/** What a check has seen that watches; only the first problems are told. */
interface Seen {
  readonly problems: string[];
  wrong: number;
  looked: number;
}
const SHOWN = 3;

const ALLOWED_BY: { readonly [need in Need]?: string } = {
  restart: "needs --allow-restart",
  shutdown: "needs --allow-shutdown",
  update: "needs --allow-update",
  "password-change": "needs --allow-password-change",
  writes: "changes settings, and --read-only forbids it",
  "token-lifetime": "needs a server whose tokens live shortly, and --token-lifetime SECONDS",
  tls: "needs an https address",
};

/** Runs checks against a server, puts back what they changed, and reports what became of each. */
export class Runner {
  readonly #results: Result[] = [];
  readonly #watching: ReadonlyMap<Watching, Seen>;
  readonly #asking: readonly Asking[];
  readonly #session: Session;
  readonly #restorer: Restorer;
  readonly #stop = new AbortController();
  #noVerdict: string | undefined;
  #gone: string | undefined;
  /** The action after which the server may be away, and for how long. */
  #away: { readonly check: string; readonly forGood: boolean } | undefined;
  #remembered = false;
  #isBack = false;

  constructor(
    readonly target: Target,
    checks: readonly Check[],
    /** Interrupts the run. */
    readonly signal?: AbortSignal,
  ) {
    this.#watching = new Map(
      checks.filter(isWatching).map((check) => [check, { problems: [], wrong: 0, looked: 0 }]),
    );
    const asking = checks.filter((check): check is Asking => !isWatching(check));
    this.#asking = [0, 1, 2, 3].flatMap((late) => asking.filter((check) => (check.late ?? 0) === late));
    this.#session = new Session(target, (exchanged) => this.#watch(exchanged), this.#stop.signal);
    this.#restorer = new Restorer(this.#session);
  }

  async run(): Promise<Run> {
    const started = new Date();
    const interrupt = () => this.#stop.abort("the run was interrupted");
    const { signal } = this;
    signal?.addEventListener("abort", interrupt, { once: true });
    if (signal?.aborted) interrupt();
    const deadline = setTimeout(
      () => this.#stop.abort(`the run took longer than ${this.target.maxTime / 1_000} s (--max-time)`),
      this.target.maxTime,
    );
    let server = "";
    try {
      const opened = await open(this.#session);
      server = opened.server;
      // A login that is answered as none may be is a fault by itself.
      const login = this.#asking.find(({ id }) => id === "auth.login");
      if (opened.badLogin && login !== undefined) await this.#one(login);
      this.#noVerdict = opened.noVerdict;
      for (const check of this.#asking) {
        if (this.#noVerdict !== undefined) break;
        // Once the router is down, nothing can be put back any more.
        if (check.late === 3) await this.#putBack();
        await this.#one(check);
      }
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", interrupt);
      await this.#putBack();
    }
    for (const [check, seen] of this.#watching) this.#add(check, concluded(seen), 0);
    return {
      results: this.#results,
      server,
      names: this.#session.names,
      started,
      ended: new Date(),
      leftovers: this.#restorer.leftovers,
      secretLeftovers: this.#restorer.secretLeftovers,
      interrupted: this.#stop.signal.aborted,
      remarks: remarksOf(
        this.#session.durations,
        this.#stop.signal.aborted ? String(this.#stop.signal.reason) : undefined,
      ),
      noVerdict: this.#noVerdict,
    };
  }

  #watch(exchanged: Exchanged): void {
    // While a router restarts, silence is no fault.
    if (exchanged.check === WAITING) return;
    for (const [{ watch, about }, seen] of this.#watching) {
      if (about?.(exchanged) === false) continue;
      seen.looked++;
      const problem = watch(exchanged);
      if (problem === undefined) continue;
      seen.wrong++;
      if (seen.problems.length < SHOWN)
        seen.problems.push(`${this.#session.said(problem)} (${exchanged.check})`);
    }
  }

  #add(check: Check, judged: Judged, ms: number): void {
    const { silent: _silent, ...rest } = judged;
    const { id, level, says, clause, endangers } = check;
    const about = { id, profile: profileOf(check), level, says, clause, ...(endangers && { endangers }) };
    this.#results.push({ ...about, ...rest, ms });
  }

  /** Why a check does not run; undefined when it may. */
  #obstacle(check: Asking): string | undefined {
    if (this.#stop.signal.aborted) return String(this.#stop.signal.reason);
    const ended = this.#gone ?? this.#noVerdict;
    if (ended !== undefined) return ended;
    const { allowed, tokenLifetime, url } = this.target;
    const have: { readonly [need in Need]: boolean } = {
      token: true,
      writes: allowed.writes,
      restart: allowed.restart,
      shutdown: allowed.shutdown,
      update: allowed.update,
      "password-change": allowed.passwordChange,
      "token-lifetime": tokenLifetime !== undefined,
      tls: url.protocol === "https:",
    };
    const lacking = needsOf(check).find((need) => !have[need]);
    return lacking === undefined ? undefined : ALLOWED_BY[lacking];
  }

  async #one(check: Asking): Promise<void> {
    const began = Date.now();
    const judged = await this.#judged(check);
    const interrupted = this.#stop.signal.aborted && judged.outcome !== "skipped";
    const outcome: Judged = interrupted
      ? { outcome: "skipped", reason: String(this.#stop.signal.reason) }
      : judged;
    this.#add(check, outcome, Date.now() - began);
    if (!interrupted && judged.outcome !== "skipped") await this.#afterwards(check, judged);
  }

  async #judged(check: Asking): Promise<Judged> {
    const skipped = (reason: string): Judged => ({ outcome: "skipped", reason });
    await this.#freshToken(check);
    const obstacle = this.#obstacle(check);
    if (obstacle !== undefined) return skipped(obstacle);
    if (changesSettings(check) && !this.#remembered) {
      await this.#restorer.remember();
      this.#remembered = true;
    }
    const start = await given(check, this.#restorer, this.target);
    if ("skipped" in start) return skipped(start.skipped);
    if ("unsupported" in start) return { outcome: "unsupported", reason: start.unsupported };
    if (check.setting !== undefined) this.#restorer.settingsTouched = true;
    if (check.probe === true) this.#restorer.advancedTouched = true;
    if (check.needs?.includes("password-change")) this.#restorer.newPassword = "$NEW_PASSWORD";
    const judged = await this.#judgedOnce(check, start.variables);
    const away = this.#away;
    if (judged.outcome !== "fail" || away === undefined) return judged;
    if (away.forGood) {
      if (!judged.silent) return judged;
      this.#gone = `the server has shut down, as ${away.check} asked it to`;
      return skipped(this.#gone);
    }
    // The server may have been away because of an earlier action, or is back without its tokens.
    if (await answersAgain(this.#session)) return this.#judgedOnce(check, start.variables);
    this.#gone = `the server did not come back after ${away.check}`;
    return judged;
  }

  async #judgedOnce(check: Asking, variables: Variables): Promise<Judged> {
    const restarts = check.steps.some(({ leaves }) => leaves === "back");
    const before = restarts ? await lifeBefore(this.#session) : undefined;
    const judged = await judge(check, this.#session, variables);
    if (!restarts || judged.outcome !== "pass") return judged;
    const problem = await comesBack(this.#session, before);
    if (problem !== undefined) return { outcome: "fail", reason: problem, silent: true };
    this.#away = undefined;
    return judged;
  }

  /** A token that works is what the rest of the run is judged with: without one, it ends. */
  async #renewToken(after: string): Promise<void> {
    const trouble = await this.#session.logInPatiently(`a new token after ${after}`, this.target.settle);
    if (trouble === undefined || this.#stop.signal.aborted) return;
    this.#noVerdict = `the login after ${after} gives no token: ${trouble.why}`;
  }

  /** Tokens of a server that lets them live shortly are renewed in time. */
  async #freshToken(check: Asking): Promise<void> {
    const { tokenLifetime } = this.target;
    const session = this.#session;
    if (tokenLifetime === undefined || !session.hasToken || this.#stop.signal.aborted) return;
    const pauses = check.steps.some((step) => step.pause !== undefined);
    if (pauses || Date.now() - session.tokenSince > tokenLifetime / 2) await this.#renewToken("a while");
  }

  /** What a check has changed is put back at once, and a server that ended is noticed. */
  async #afterwards(check: Asking, judged: Judged): Promise<void> {
    const leaves = check.steps.at(-1)?.leaves;
    if ((leaves === "any time" || leaves === "gone") && judged.outcome === "pass")
      this.#away = { check: check.id, forGood: leaves === "gone" };
    if (this.#away !== undefined) return;
    if (judged.silent && !(await this.#isAlive())) {
      this.#gone = `the server stopped answering at ${check.id}`;
      return;
    }
    await this.#restorer.restore();
    // What failed may have cost the token.
    const lost = judged.outcome === "fail" || check.needs?.some((need) => /restart|password/.test(need));
    if (lost && this.#session.hasToken) await this.#renewToken(check.id);
  }

  async #isAlive(): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const { view } = await this.#session.exchange("looking whether the server lives", LOOK);
      if (view.http !== undefined || this.#stop.signal.aborted) return true;
      await pause(200, this.#stop.signal);
    }
    return false;
  }

  /** Puts back whatever is left, also when the run was interrupted. It is done once. */
  async #putBack(): Promise<void> {
    if (this.#isBack) return;
    this.#isBack = true;
    this.#session.signal = undefined;
    if (this.#gone === undefined) await this.#restorer.restore(true);
    else this.#restorer.giveUp(this.#gone);
    this.#session.signal = this.#stop.signal;
  }
}

function concluded({ problems, wrong, looked }: Seen): Judged {
  if (looked === 0) return { outcome: "skipped", reason: "there was no reply to look at" };
  if (wrong === 0) return { outcome: "pass" };
  const more = wrong > SHOWN ? `; ${wrong} of ${looked} replies in all` : "";
  return { outcome: "fail", reason: problems.join("; ") + more };
}

const LOOK = { body: '{"jsonrpc":"2.0","id":$ID,"method":"Echo","params":{}}' };
