import { type Dialect, isObject, spelled } from "@pilothouse/protocol";
import type { ClientCall, Fields } from "../ask.js";
import { asClientError, type ClientError } from "../client-error.js";
import { type CallOptions, within } from "../limits.js";
import type { Link, Reply } from "../links/link.js";
import { answeredErrorOf, isBlank, readAnswer, readJson } from "./reply.js";

export interface Timeouts {
  /** Milliseconds to wait for an answer. */
  readonly timeout: number;
  /** The same for calls that answer when their work is done. */
  readonly blockingTimeout: number;
}

/** How one call of several went. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ClientError };

export interface Sending extends CallOptions {
  readonly dialect: Dialect;
  readonly token: string | undefined;
  readonly secret?: boolean;
}

/** Puts calls into requests and takes answers out of replies. Independent of sessions. */
export class Wire {
  #lastId = 0;

  constructor(
    readonly link: Link,
    readonly timeouts: Timeouts,
  ) {}

  async one<T>(call: ClientCall<T>, sending: Sending): Promise<T> {
    const request = this.#request(call, sending);
    const reply = await this.#send([call], JSON.stringify(request), sending);
    return call.read(readAnswer(readJson(reply, sending.secret), request.id, reply));
  }

  /** Several calls in one request; undefined when the server has no batches, and did nothing. */
  async many(
    calls: readonly ClientCall<unknown>[],
    sending: Sending,
  ): Promise<readonly Outcome<unknown>[] | undefined> {
    const requests = calls.map((call) => this.#request(call, sending));
    const reply = await this.#send(calls, JSON.stringify(requests), sending);
    if (isBlank(reply)) return undefined;
    const json = readJson(reply);
    if (!Array.isArray(json)) {
      const error = answeredErrorOf(json, reply);
      // i2pd takes the list for a call without an id, others may say that it is no call.
      if (error?.name === "parse" || error?.name === "invalidRequest") return undefined;
      if (error !== undefined) throw error;
    }
    const answers = new Map<unknown, unknown>(
      [json].flat().map((answer) => [isObject(answer) && String(answer["id"]), answer]),
    );
    return calls.map((call, index) => {
      const id = requests[index]?.id ?? 0;
      return outcome(() => call.read(readAnswer(answers.get(String(id)), id, reply)));
    });
  }

  /** i2pd prints ids without quotes, so they are numbers; and spoils the answer unless Token comes last. */
  #request({ method, params }: ClientCall<unknown>, { dialect, token }: Sending) {
    const named = Object.entries(params).map(([name, value]) => [spelled(name, dialect), value]);
    return {
      jsonrpc: "2.0",
      id: ++this.#lastId,
      method: spelled(method, dialect),
      params: { ...(Object.fromEntries(named) as Fields), ...(token === undefined ? {} : { Token: token }) },
    };
  }

  #send(calls: readonly ClientCall<unknown>[], text: string, { timeout, signal }: Sending): Promise<Reply> {
    const usual = calls.some((call) => call.blocking) ? this.timeouts.blockingTimeout : this.timeouts.timeout;
    const repeatable = calls.every((call) => call.repeatable);
    const sizes = calls.map(({ largest }) => largest ?? Number.POSITIVE_INFINITY);
    const largest = sizes.reduce((sum, size) => sum + size, 0);
    return within({ timeout: timeout ?? usual, signal }, (stop) =>
      this.link.send(text, { signal: stop, repeatable, ...(Number.isFinite(largest) && { largest }) }),
    );
  }
}

export function outcome<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error: asClientError(error) };
  }
}
