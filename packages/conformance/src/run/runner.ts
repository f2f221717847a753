import {
  type Asking,
  type Check,
  call,
  isWatching,
  type Need,
  profileOf,
  type Watching,
} from "../check/check.js";
import type { Exchanged } from "../check/exchanged.js";
import { resultOf } from "../check/want.js";
import { spelled } from "../spec/keys.js";
import { Num } from "../wire/json.js";
import { given, probeOf } from "./given.js";
import { type Judged, judge } from "./judge.js";
import { open } from "./open.js";
import { pause } from "./pause.js";
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
}

export interface Progress {
  readonly signal?: AbortSignal;
  readonly onResult?: (result: Result) => void;
}

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
  readonly #seen = new Map<string, { problems: string[]; looked: number }>();
  readonly #watching: readonly Watching[];
  readonly #asking: readonly Asking[];
  readonly #session: Session;
  readonly #restorer: Restorer;
  readonly #stop = new AbortController();
  #noToken: string | undefined;
  #gone: string | undefined;
  #remembered = false;
  #isBack = false;

  constructor(
    readonly target: Target,
    checks: readonly Check[],
    readonly progress: Progress = {},
  ) {
    this.#watching = checks.filter(isWatching);
    const asking = checks.filter((check): check is Asking => !isWatching(check));
    this.#asking = [0, 1, 2, 3].flatMap((late) => asking.filter((check) => (check.late ?? 0) === late));
    this.#session = new Session(target, (exchanged) => this.#watch(exchanged), this.#stop.signal);
    this.#restorer = new Restorer(this.#session);
  }

  async run(): Promise<Run> {
    const started = new Date();
    const interrupt = () => this.#stop.abort("the run was interrupted");
    const { signal } = this.progress;
    signal?.addEventListener("abort", interrupt, { once: true });
    if (signal?.aborted) interrupt();
    const deadline = setTimeout(
      () => this.#stop.abort(`the run took longer than ${this.target.maxTime} ms`),
      this.target.maxTime,
    );
    let server = "";
    try {
      ({ server, noToken: this.#noToken, gone: this.#gone } = await open(this.#session));
      for (const check of this.#asking) {
        // Once the router is down, nothing can be put back any more.
        if (check.late === 3) await this.#putBack();
        await this.#one(check);
      }
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", interrupt);
      await this.#putBack();
    }
    for (const check of this.#watching) this.#conclude(check);
    return {
      results: this.#results,
      server,
      names: this.#session.names,
      started,
      ended: new Date(),
      leftovers: this.#restorer.leftovers,
      secretLeftovers: this.#restorer.secretLeftovers,
      interrupted: this.#stop.signal.aborted,
    };
  }

  #watch(exchanged: Exchanged): void {
    // While a router restarts, silence is no fault.
    if (exchanged.check === WAITING) return;
    for (const { id, watch } of this.#watching) {
      const seen = this.#seen.get(id) ?? { problems: [], looked: 0 };
      this.#seen.set(id, seen);
      seen.looked++;
      const problem = watch(exchanged);
      if (problem !== undefined) seen.problems.push(`${problem} (${exchanged.check})`);
    }
  }

  #conclude(check: Watching): void {
    const { problems, looked } = this.#seen.get(check.id) ?? { problems: [], looked: 0 };
    const more = problems.length > 3 ? `; ${problems.length} of ${looked} replies in all` : "";
    const judged: Pick<Judged, "outcome" | "reason"> =
      looked === 0
        ? { outcome: "skipped", reason: "there was no reply to look at" }
        : problems.length === 0
          ? { outcome: "pass" }
          : { outcome: "fail", reason: problems.slice(0, 3).join("; ") + more };
    this.#add(check, { ...judged, silent: false }, 0);
  }

  #add(check: Check, judged: Judged, ms: number): void {
    const { silent: _silent, ...rest } = judged;
    const { id, level, says, clause, endangers } = check;
    const about = { id, profile: profileOf(check), level, says, clause, ...(endangers && { endangers }) };
    const result: Result = { ...about, ...rest, ms };
    this.#results.push(result);
    this.progress.onResult?.(result);
  }

  /** Why a check does not run; undefined when it may. */
  #obstacle(check: Asking): string | undefined {
    if (this.#stop.signal.aborted) return String(this.#stop.signal.reason);
    if (this.#gone !== undefined) return this.#gone;
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
    const lacking = check.needs?.find((need) => !have[need]);
    if (lacking !== undefined) return ALLOWED_BY[lacking];
    return check.needs?.includes("token") && !this.#session.hasToken
      ? `there is no token: ${this.#noToken}`
      : undefined;
  }

  async #one(check: Asking): Promise<void> {
    const began = Date.now();
    const judged = await this.#judged(check);
    const interrupted = this.#stop.signal.aborted && judged.outcome !== "skipped";
    const outcome: Judged = interrupted
      ? { outcome: "skipped", reason: String(this.#stop.signal.reason), silent: false }
      : judged;
    this.#add(check, outcome, Date.now() - began);
    if (!interrupted && judged.outcome !== "skipped") await this.#afterwards(check, judged);
  }

  async #judged(check: Asking): Promise<Judged> {
    const skipped = (reason: string): Judged => ({ outcome: "skipped", reason, silent: false });
    await this.#freshToken(check);
    const obstacle = this.#obstacle(check);
    if (obstacle !== undefined) return skipped(obstacle);
    const changes = check.setting !== undefined || check.probe === true;
    if (changes && !this.#remembered) {
      await this.#restorer.remember(probeOf(this.target));
      this.#remembered = true;
    }
    const start = given(check, this.#restorer, this.target);
    if ("skipped" in start) return skipped(start.skipped);
    if ("unsupported" in start) return { outcome: "unsupported", reason: start.unsupported, silent: false };
    if (check.setting !== undefined) this.#restorer.touchSettings();
    if (check.probe === true) this.#restorer.touchAdvanced();
    if (check.needs?.includes("password-change")) this.#restorer.newPassword = "$NEW_PASSWORD";
    const restarts = check.steps.some(({ thenAwait }) => thenAwait === "back");
    const before = restarts ? await this.#uptime() : undefined;
    const judged = await judge(check, this.#session, start.variables);
    if (!restarts || judged.outcome !== "pass") return judged;
    const problem = await this.#comesBack(before);
    return problem === undefined ? judged : { outcome: "fail", reason: problem, silent: true };
  }

  /** Tokens of a server that lets them live shortly are renewed in time. */
  async #freshToken(check: Asking): Promise<void> {
    const { tokenLifetime } = this.target;
    const session = this.#session;
    if (tokenLifetime === undefined || !session.hasToken || this.#stop.signal.aborted) return;
    const pauses = check.steps.some((step) => step.pause !== undefined);
    if (pauses || Date.now() - session.tokenSince > tokenLifetime / 2)
      await session.logIn("renewing the token");
  }

  /** What a check has changed is put back at once, and a server that ended is noticed. */
  async #afterwards(check: Asking, judged: Judged): Promise<void> {
    if (judged.silent && !(await this.#isAlive())) {
      this.#gone = `the server stopped answering at ${check.id}`;
      return;
    }
    await this.#restorer.restore();
    // What failed may have cost the token.
    const lost = judged.outcome === "fail" || check.needs?.some((need) => /restart|password/.test(need));
    if (lost && this.#session.hasToken) this.#noToken = await this.#session.logIn("renewing the token");
  }

  async #isAlive(): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const { view } = await this.#session.exchange("looking whether the server lives", LOOK);
      if (view.http !== undefined || this.#stop.signal.aborted) return true;
      await pause(200, this.#stop.signal);
    }
    return false;
  }

  async #uptime(): Promise<number | undefined> {
    const name = "svc.router.uptime";
    const { view } = await this.#session.exchange(
      "looking at the uptime",
      call("RouterInfo", { [name]: "" }),
    );
    const value = resultOf(view)?.[spelled(name, this.#session.names)];
    const text = value instanceof Num ? value.text : value;
    return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : undefined;
  }

  /** Waits until the server answers again and its router has a new life; says what did not happen. */
  async #comesBack(before: number | undefined): Promise<string | undefined> {
    const until = Date.now() + this.target.actionTimeout;
    let answers = false;
    while (Date.now() < until && !this.#stop.signal.aborted) {
      await pause(Math.min(500, this.target.settle), this.#stop.signal);
      answers = (await this.#session.logIn(WAITING)) === undefined;
      if (!answers) continue;
      const now = await this.#uptime();
      // A service may outlive its router: while that is away, the uptime is 0.
      if (before === undefined || (now !== undefined && now > 0 && now < before)) return undefined;
    }
    return answers ? "the uptime did not begin again" : "the server did not come back";
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

const WAITING = "waiting for the server";
const LOOK = { body: '{"jsonrpc":"2.0","id":$ID,"method":"Echo","params":{}}' };
