import { MOST_IN_BATCH } from "@pilothouse/protocol";
import type { ClientCall } from "./ask.js";
import { asClientError, isStale } from "./client-error.js";
import type { CallOptions } from "./limits.js";
import type { ClientSession } from "./session.js";
import type { Outcome, Wire } from "./wire/wire.js";

/** How each call of a list went, in the order of the list. */
export type Outcomes<C extends readonly ClientCall<unknown>[]> = {
  readonly [I in keyof C]: Outcome<C[I] extends ClientCall<infer T> ? T : never>;
};

type Calls = readonly ClientCall<unknown>[];

interface Making extends CallOptions {
  readonly dialect: "svc" | "i2p";
}

/** Sends several calls in one request, where the server can; learns it where it cannot. */
export class Batches {
  #possible = true;

  constructor(
    readonly wire: Wire,
    readonly session: ClientSession,
  ) {}

  async make(calls: Calls, making: Making): Promise<Outcome<unknown>[]> {
    const outcomes: Outcome<unknown>[] = [];
    for (let at = 0; at < calls.length; at += MOST_IN_BATCH)
      outcomes.push(...(await this.#part(calls.slice(at, at + MOST_IN_BATCH), making)));
    return outcomes;
  }

  async #part(calls: Calls, making: Making): Promise<readonly Outcome<unknown>[]> {
    if (this.#possible && calls.length > 1)
      try {
        const outcomes = await this.#together(calls, making);
        if (outcomes !== undefined) return outcomes;
        this.#possible = false;
      } catch (error) {
        return calls.map(() => ({ ok: false, error: asClientError(error) }));
      }
    return this.#oneByOne(calls, making);
  }

  async #together(calls: Calls, making: Making): Promise<readonly Outcome<unknown>[] | undefined> {
    const token = await this.session.current(making.signal);
    const outcomes = await this.wire.many(calls, { ...making, token });
    const refused = calls.filter((_call, index) => isRefused(outcomes?.[index]));
    if (outcomes === undefined || refused.length === 0 || !this.session.canRenew) return outcomes;
    const renewed = await this.session.renewed(token, making.signal);
    const again = [...((await this.wire.many(refused, { ...making, token: renewed })) ?? [])];
    return outcomes.map((outcome) => (isRefused(outcome) ? (again.shift() ?? outcome) : outcome));
  }

  async #oneByOne(calls: Calls, making: Making): Promise<Outcome<unknown>[]> {
    const outcomes: Outcome<unknown>[] = [];
    for (const call of calls)
      try {
        const send = (token: string | undefined) => this.wire.one(call, { ...making, token });
        outcomes.push({ ok: true, value: await this.session.use(making.signal, send) });
      } catch (error) {
        outcomes.push({ ok: false, error: asClientError(error) });
      }
    return outcomes;
  }
}

const isRefused = (outcome: Outcome<unknown> | undefined): boolean =>
  outcome !== undefined && !outcome.ok && isStale(outcome.error);
