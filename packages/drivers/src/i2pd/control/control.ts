import { ClientError, type Link } from "@pilothouse/client";
import {
  isObject,
  type LifecycleAction,
  methodDefinition,
  type NetworkKey,
  parseJson,
  reason,
  type ServiceName,
  spelled,
  wireKey,
} from "@pilothouse/protocol";
import { TOKEN_REFUSED, WIRE, WRONG_PASSWORD_CODE } from "../../i2pd-wire/quirks.js";
import { requestsFor } from "../../i2pd-wire/requests.js";
import { RouterUnavailable } from "../../port.js";

type Fields = { readonly [name: string]: unknown };

/** The router did not answer, or not sensibly. */
export class NoAnswer extends RouterUnavailable {
  override readonly name = "NoAnswer";

  /** Nothing listens there. */
  get refused(): boolean {
    return this.reason === "unreachable";
  }

  /** There is no connection, or it broke; otherwise an answer came and was of no use. */
  get isOfConnection(): boolean {
    return this.refused || this.cause instanceof ClientError;
  }
}

/** Nothing listens: the router does not run, or not yet. */
const NOBODY: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOENT"]);

/** A refused login is not repeated sooner. */
const LOGIN_AGAIN_AFTER = 30_000;

/** The router wants a token: it is one of those that check them. */
class TokenWanted extends NoAnswer {}

/**
 * i2pd's own control service, asked in the one way in which all its versions answer well: see `WIRE`.
 * Versions up to 2.59 never look at a token, and some print invalid JSON when they get one. So none is
 * sent until the router asks for it; from then on every call has one, renewed when it is refused.
 */
export class Control {
  #lastId = 0;
  #token: Promise<string> | undefined;
  #refusal: { readonly error: NoAnswer; readonly until: number } | undefined;

  constructor(
    readonly link: Link,
    /** The password in the router's configuration. */
    readonly password?: string,
    /** Milliseconds of a monotonic clock. */
    readonly now: () => number = () => performance.now(),
  ) {}

  /** The router refused the password, some time ago: it may have another by now. */
  get isOutdated(): boolean {
    return this.#refusal !== undefined && this.now() >= this.#refusal.until;
  }

  /** What the router reports for these keys, under the names it uses itself (without "i2p."). */
  async info(keys: readonly string[], signal: AbortSignal): Promise<Fields> {
    let reported: Fields = {};
    for (const some of requestsFor(keys)) {
      const wanted = some.map((key) => [inField("RouterInfo", key), key] as const);
      const result = await this.#call(
        "RouterInfo",
        Object.fromEntries(wanted.map(([wire]) => [wire, null])),
        signal,
      );
      reported = { ...reported, ...Object.fromEntries(wanted.map(([wire, key]) => [key, result[wire]])) };
    }
    return reported;
  }

  /** What the router says of one of its client services; undefined when it says nothing. See `LONGEST_REPLY`. */
  async service(name: ServiceName, signal: AbortSignal): Promise<Fields | undefined> {
    const reported = (await this.#call("ClientServicesInfo", { [name]: null }, signal))[name];
    return isObject(reported) ? reported : undefined;
  }

  /** Takes a single action, because i2pd would carry out both of two in one request. */
  async act(action: "Reseed" | (LifecycleAction & `Shutdown${string}`), signal: AbortSignal): Promise<void> {
    await this.#call("RouterManager", { [action]: null }, signal);
  }

  /** Sets the one limit of both directions, in KiB/s, until the router ends. */
  async limit(kib: number, signal: AbortSignal): Promise<void> {
    const key: NetworkKey = "router.net.bw.in";
    await this.#call("NetworkSetting", { [inField("NetworkSetting", key)]: String(kib) }, signal);
  }

  close(): void {
    this.link.close?.();
  }

  async #call(method: string, params: Fields, signal: AbortSignal): Promise<Fields> {
    const used = this.#token;
    try {
      return await this.#send(method, await withToken(params, used), signal);
    } catch (error) {
      if (!(error instanceof TokenWanted)) throw error;
      // Several calls can be refused at once; the first of them logs in for all.
      if (this.#token === used) this.#token = this.#logIn(signal);
      return this.#send(method, await withToken(params, this.#token), signal);
    }
  }

  #logIn(signal: AbortSignal): Promise<string> {
    const token = this.#newToken(signal);
    // A login that failed is tried again with a later call.
    token.catch((error: unknown) => {
      if (this.#token === token) this.#token = undefined;
      if (error instanceof NoAnswer && error.reason === "login")
        this.#refusal ??= { error, until: this.now() + LOGIN_AGAIN_AFTER };
    });
    return token;
  }

  async #newToken(signal: AbortSignal): Promise<string> {
    if (this.#refusal !== undefined && !this.isOutdated) throw this.#refusal.error;
    this.#refusal = undefined;
    const { Token: token } = await this.#send(
      "Authenticate",
      { API: 1, Password: this.password ?? "" },
      signal,
    );
    if (typeof token === "string" && token !== "") return token;
    throw new NoAnswer(reason("i2pd.password"), "login");
  }

  async #send(method: string, params: Fields, signal: AbortSignal): Promise<Fields> {
    const id = ++this.#lastId;
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    if (Buffer.byteLength(text) > WIRE.mostBytes)
      throw new RangeError(`${method} would be too long for i2pd`);
    const reply = await this.link
      .send(text, { signal, repeatable: false, largest: LARGEST_REPLY })
      .catch((cause: unknown) => {
        const { message, code } = cause as ClientError;
        const away = NOBODY.has(code) ? "unreachable" : "timeout";
        throw new NoAnswer(reason("i2pd.silent", { text: message }), away, { cause });
      });
    return resultOf(reply.text, id);
  }
}

/** Its answers are a few values each. */
const LARGEST_REPLY = 256 * 1024;

/** Last: before another key, a token makes some versions print a stray comma. */
async function withToken(params: Fields, token: Promise<string> | undefined): Promise<Fields> {
  return token === undefined ? params : { ...params, Token: await token };
}

function resultOf(text: string, id: number): Fields {
  let answer: unknown;
  try {
    answer = parseJson(text, { bytes: LARGEST_REPLY, what: "i2pd's answer" });
  } catch (cause) {
    throw new NoAnswer(reason("i2pd.notJson"), "failed", { cause });
  }
  if (isObject(answer) && isObject(answer["error"])) {
    const { code, message } = answer["error"];
    if (code === WRONG_PASSWORD_CODE) throw new NoAnswer(reason("i2pd.password"), "login");
    const Kind = TOKEN_REFUSED.has(code) ? TokenWanted : NoAnswer;
    throw new Kind(reason("i2pd.error", { text: String(message) }), "failed");
  }
  if (!isObject(answer) || answer["id"] !== id || !isObject(answer["result"]))
    throw new NoAnswer(reason("i2pd.strange"), "failed");
  return answer["result"];
}

/** The field's spelling of a key; keys that only i2pd has are spelled the same way. */
const inField = (method: "RouterInfo" | "NetworkSetting", key: string): string =>
  spelled(wireKey(methodDefinition(method), key), "i2p");
