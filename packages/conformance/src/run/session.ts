import { randomBytes } from "node:crypto";
import { login } from "../check/check.js";
import type { Exchanged } from "../check/exchanged.js";
import { errorCodeOf, resultOf, type View } from "../check/want.js";
import { type Names, spelled } from "../spec/keys.js";
import { converse } from "../wire/connection.js";
import { isObject, readJson, show } from "../wire/json.js";
import { partsOf, type Send } from "../wire/request.js";
import { Secrets } from "../wire/secrets.js";
import { filled, plain, type Variables } from "../wire/template.js";
import { pause } from "./pause.js";
import type { Target } from "./target.js";
import { type Trace, traceOf, withoutSettings } from "./trace.js";

/** The longest reason that is shown, in letters. */
const LONGEST_REASON = 400;
/** A login that is not answered is tried again, with this many times the usual patience. */
const PATIENCE = [1, 3, 6] as const;
/** The password that the existing implementations come with. */
const FACTORY = "itoopie";

const swapCase = (text: string) =>
  text.replaceAll(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Ways to get a secret slightly wrong. */
function variants(name: string, value: string): Variables {
  const swapped = swapCase(value);
  return {
    [name]: value,
    ...(value.length > 1 ? { [`CUT_${name}`]: value.slice(0, -1) } : {}),
    [`LONG_${name}`]: `${value}x`,
    ...(swapped === value ? {} : { [`CASE_${name}`]: swapped }),
  };
}

/** Why there is no token. */
export interface LoginTrouble {
  readonly why: string;
  /** There was no reply at all. */
  readonly unanswered: boolean;
  /** The server says that the password is wrong. */
  readonly refused: boolean;
}

/** Talks to one server: knows its spelling, its token and how it takes ids. */
export class Session {
  names: Names = "svc";
  /** Servers that spoil string ids are asked with numbers, so that the rest can be judged. */
  numbersAsIds = false;
  tokenSince = 0;
  /** How long answers took, in milliseconds; actions may take their time. */
  readonly durations: number[] = [];
  readonly #secrets = new Secrets();
  #variables: Variables = {};
  #count = 0;

  constructor(
    readonly target: Target,
    readonly watch: (exchanged: Exchanged) => void,
    /** Ends what is under way; taken away while things are put back. */
    public signal: AbortSignal | undefined,
  ) {
    this.#define({
      ...variants("PASSWORD", target.password),
      WRONG_PASSWORD: `not ${randomBytes(6).toString("hex")}`,
      // Letters of every kind, for servers that ask for them.
      NEW_PASSWORD: `${randomBytes(18).toString("base64url")}-aA1!`,
      // A server that still has it must take it: somebody has to log in to change it.
      ...(target.password === FACTORY ? {} : { FACTORY_PASSWORD: FACTORY }),
      STRANGE_TOKEN: randomBytes(32).toString("base64url"),
    });
    this.#variables = { ...this.#variables, SETTLE: String(target.settle) };
  }

  /** Variables that stand for secrets. */
  #define(variables: Variables): void {
    this.#variables = { ...this.#variables, ...variables };
    for (const [name, value] of Object.entries(variables)) this.#secrets.add(name, value);
  }

  /** What is said about a server, in bounds and without secrets. */
  said(text: string): string {
    const hidden = this.#secrets.hide(text.slice(0, 10 * LONGEST_REASON));
    return hidden.length <= LONGEST_REASON ? hidden : `${hidden.slice(0, LONGEST_REASON)}…`;
  }

  get variables(): Variables {
    return { ...this.#variables, CLOCK: String(Math.floor(Date.now() / 1_000)) };
  }

  get hasToken(): boolean {
    return this.#variables["TOKEN"] !== undefined;
  }

  set token(token: string | undefined) {
    const kept = Object.entries(this.#variables).filter(
      ([name]) => !/^([A-Z]+_)?TOKEN$/.test(name) || name === "STRANGE_TOKEN",
    );
    this.#variables = Object.fromEntries(kept);
    if (token !== undefined) this.#define(variants("TOKEN", token));
    this.tokenSince = Date.now();
  }

  /** Sends one request and reads what comes back. Patience is how many times the usual time it may take. */
  async exchange(
    check: string,
    send: Send,
    given: Variables = {},
    patience = 1,
  ): Promise<{ view: View; trace: () => Trace }> {
    const { target, names } = this;
    const id = ++this.#count;
    const variables: Variables = {
      ...this.variables,
      ...given,
      ID: this.numbersAsIds ? String(id) : `"conformance-${id}"`,
    };
    const template = typeof send.body === "string" ? spelled(send.body, names) : send.body;
    const body = typeof template === "string" ? Buffer.from(filled(template, variables)) : template;
    const query = send.query === undefined ? undefined : plain(send.query, variables);
    const exact: Send = { ...send, ...(query === undefined ? {} : { query }) };
    const began = performance.now();
    const timeout = send.patience === undefined ? target.limits.timeout * patience : target.actionTimeout;
    const outcome = await converse(
      target.url,
      {
        parts: partsOf(target.url, exact, body),
        replies: send.times ?? 1,
        untilClosed: send.untilClosed === true,
        ...(send.verb === undefined ? {} : { verb: send.verb }),
        ...(send.tls === undefined ? {} : { tls: { maxVersion: send.tls } }),
      },
      { ...target.limits, timeout },
      this.signal,
    );
    const http = outcome.replies[0];
    const text = http === undefined ? "" : http.body.toString("utf8");
    const read = text === "" ? undefined : readJson(text);
    this.#secrets.learn(send.method, read?.value);
    if (http !== undefined && send.patience === undefined) this.durations.push(performance.now() - began);
    const shown = withoutSettings(send, read?.value, target.probe[0]);
    const view: View = {
      replies: outcome.replies,
      closed: outcome.closed,
      late: outcome.late,
      shown,
      names,
      variables,
      ...(http === undefined ? {} : { http }),
      ...(outcome.trouble === undefined ? {} : { trouble: outcome.trouble }),
      ...(read === undefined ? {} : { json: read.value }),
    };
    if (!this.signal?.aborted)
      this.watch({
        check,
        send,
        sent: typeof template === "string" ? filled(template, variables) : template,
        sentId: idOf(body.toString("utf8")),
        http,
        trouble: outcome.trouble,
        malformed: outcome.malformed,
        text,
        json: read?.value,
        flaw: read?.flaw,
        repeated: read?.repeated ?? [],
        // A password that the kit itself writes into requests and ids says nothing when it comes back.
        secrets: [target.password].filter(
          (secret) => secret.length > 5 && !`${send.body} conformance-${id}`.includes(secret),
        ),
      });
    const trace = () =>
      traceOf(target.url, send, { template, length: body.length, variables }, { view, text }, this.#secrets);
    return { view, trace };
  }

  /** Logs in once and keeps the token; says what went wrong when there is none. */
  async logIn(check: string, patience = 1): Promise<LoginTrouble | undefined> {
    const { view } = await this.exchange(check, login(), {}, patience);
    const token = resultOf(view)?.["Token"];
    this.token = typeof token === "string" && token !== "" ? token : undefined;
    if (this.hasToken) return undefined;
    const error = isObject(view.json) && isObject(view.json["error"]) ? view.json["error"] : undefined;
    const failure = error === undefined ? undefined : `error ${show(error)}`;
    return {
      why: this.said(view.trouble ?? failure ?? `HTTP ${view.http?.status} without a Token`),
      unanswered: view.http === undefined,
      refused: errorCodeOf(view) === -32001,
    };
  }

  /** The same as often as it takes: a busy server is given more time, and one that limits logins a rest. */
  async logInPatiently(check: string, rest = 0): Promise<LoginTrouble | undefined> {
    let trouble: LoginTrouble | undefined;
    for (const patience of PATIENCE) {
      trouble = await this.logIn(check, patience);
      if (trouble === undefined || this.signal?.aborted) break;
      if (!trouble.unanswered && rest === 0) break;
      await pause(trouble.unanswered ? Math.min(500, this.target.settle) : rest * patience, this.signal);
    }
    return trouble;
  }
}

/** The id of a request that has one which must come back. */
function idOf(body: string): string | undefined {
  const id = readJson(body)?.value;
  const value = isObject(id) ? id["id"] : undefined;
  return value === undefined || typeof value === "boolean" || Array.isArray(value) || isObject(value)
    ? undefined
    : show(value);
}
