import { randomBytes } from "node:crypto";
import { login } from "../check/check.js";
import type { Exchanged } from "../check/exchanged.js";
import { resultOf, type View } from "../check/want.js";
import { type Names, spelled } from "../spec/keys.js";
import { converse } from "../wire/connection.js";
import { curlOf } from "../wire/curl.js";
import { isObject, readJson, show } from "../wire/json.js";
import { partsOf, requestText, type Send } from "../wire/request.js";
import { filled, plain, shown, type Variables, withoutSecrets } from "../wire/template.js";
import type { Target } from "./target.js";

const CUT = 4_000;
const cut = (text: string) =>
  text.length <= CUT ? text : `${text.slice(0, CUT)}… (${text.length} characters)`;

/** What a request looked like, for the report. */
export interface Trace {
  readonly sent: string;
  readonly got: string;
  readonly curl: string;
}

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

/** Talks to one server: knows its spelling, its token and how it takes ids. */
export class Session {
  names: Names = "svc";
  /** Servers that spoil string ids are asked with numbers, so that the rest can be judged. */
  numbersAsIds = false;
  tokenSince = 0;
  /** The last login got no reply at all. */
  unanswered = false;
  #variables: Variables;
  #count = 0;

  constructor(
    readonly target: Target,
    readonly watch: (exchanged: Exchanged) => void,
    /** Ends what is under way; taken away while things are put back. */
    public signal: AbortSignal | undefined,
  ) {
    const strange = randomBytes(32).toString("base64url");
    this.#variables = {
      ...variants("PASSWORD", target.password),
      WRONG_PASSWORD: `not ${randomBytes(6).toString("hex")}`,
      NEW_PASSWORD: randomBytes(18).toString("base64url"),
      STRANGE_TOKEN: strange,
      SETTLE: String(target.settle),
    };
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
    this.#variables = {
      ...Object.fromEntries(kept),
      ...(token === undefined ? {} : variants("TOKEN", token)),
    };
    this.tokenSince = Date.now();
  }

  /** Sends one request and reads what comes back. */
  async exchange(check: string, send: Send, given: Variables = {}): Promise<{ view: View; trace: Trace }> {
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
    const outcome = await converse(
      target.url,
      {
        parts: partsOf(target.url, exact, body),
        replies: send.times ?? 1,
        ...(send.verb === undefined ? {} : { verb: send.verb }),
        ...(send.tls === undefined ? {} : { tls: { maxVersion: send.tls } }),
      },
      send.patience === "action" ? { ...target.limits, timeout: target.actionTimeout } : target.limits,
      this.signal,
    );
    const http = outcome.replies[0];
    const text = http === undefined ? "" : http.body.toString("utf8");
    const read = text === "" ? undefined : readJson(text);
    const view: View = {
      replies: outcome.replies,
      closed: outcome.closed,
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
        closed: outcome.closed,
        text,
        json: read?.value,
        flaw: read?.flaw,
        repeated: read?.repeated ?? [],
        secrets: [target.password].filter((secret) => secret.length > 5),
      });
    const forShow = typeof template === "string" ? cut(shown(template, variables)) : template;
    return {
      view,
      trace: {
        sent: cut(withoutSecrets(requestText(target.url, exact, body), variables)),
        got: cut(withoutSecrets(gotOf(view, text), variables)),
        curl: curlOf(target.url.href, send, forShow),
      },
    };
  }

  /** Logs in again and keeps the token; says what went wrong when there is none. */
  async logIn(check: string): Promise<string | undefined> {
    const { view } = await this.exchange(check, login());
    const token = resultOf(view)?.["Token"];
    this.unanswered = view.http === undefined;
    this.token = typeof token === "string" && token !== "" ? token : undefined;
    if (this.hasToken) return undefined;
    const failure =
      isObject(view.json) && isObject(view.json["error"]) ? show(view.json["error"]) : undefined;
    return view.trouble ?? failure ?? `HTTP ${view.http?.status} without a Token`;
  }
}

function gotOf({ http, trouble }: View, text: string): string {
  if (http === undefined) return trouble ?? "";
  const type = http.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? "no Content-Type";
  return `HTTP ${http.status}, ${type}: ${text}${trouble === undefined ? "" : ` (${trouble})`}`;
}

/** The id of a request that has one which must come back. */
function idOf(body: string): string | undefined {
  const id = readJson(body)?.value;
  const value = isObject(id) ? id["id"] : undefined;
  return value === undefined || typeof value === "boolean" || Array.isArray(value) || isObject(value)
    ? undefined
    : show(value);
}
