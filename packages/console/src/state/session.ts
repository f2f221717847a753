import { type Call, type Client, ClientError, connect, type Link } from "@pilothouse/client/browser";
import type { ErrorName } from "@pilothouse/protocol";

/** Why a session is over: its token is not taken any more, or only the factory password was given. */
export type End = "ended" | "signedOut" | "factory";

interface Waiting {
  readonly call: Call<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: ClientError) => void;
}

const TIMEOUT_MS = 10_000;

const connected = (link: Link, token?: string): Client =>
  connect(link, { token, dialect: "svc", timeout: TIMEOUT_MS });

/** Exchanges the password for a token. The password is not kept: what is revoked stays revoked. */
export const signIn = (link: Link, password: string): Promise<string> => connected(link).login(password);

/** One token's use of the service. Calls made in the same moment travel in one request. */
export class Session {
  readonly #client: Client;
  readonly #waiting: Waiting[] = [];
  #over = false;

  constructor(
    readonly link: Link,
    readonly token: string,
    readonly onEnd: (why: End) => void,
  ) {
    this.#client = connected(link, token);
  }

  ask<T>(call: Call<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ call, resolve: resolve as (value: unknown) => void, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#sendWaiting());
    });
  }

  /** Ends all sessions, this one too. A token is enough for it, so the current password is asked for here. */
  async changePassword(password: string, current: string | undefined): Promise<boolean> {
    if (current !== undefined) await signIn(this.link, current);
    this.#over = true;
    return this.#client.changePassword(password).catch((error: unknown) => {
      this.#over = false;
      throw error;
    });
  }

  /** Forgets the token; the service is told so if it can be. */
  signOut(): void {
    this.#client.logout().catch(() => {});
    this.#end("signedOut");
  }

  #sendWaiting(): void {
    const all = this.#waiting.splice(0);
    // What takes minutes must not hold up the rest.
    const quick = all.filter(({ call }) => !call.blocking);
    for (const part of [quick, ...all.filter(({ call }) => call.blocking).map((one) => [one])])
      if (part.length > 0) void this.#send(part);
  }

  async #send(part: readonly Waiting[]): Promise<void> {
    const outcomes = await this.#client.batch(part.map(({ call }) => call));
    for (const [index, { resolve, reject }] of part.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) resolve(outcome.value);
      else this.#refused(outcome?.error ?? new ClientError("protocol", "no answer"), reject);
    }
  }

  #refused(error: ClientError, reject: (error: ClientError) => void): void {
    if (error.kind === "login") this.#end("ended");
    if (error.name === ("factoryPassword" satisfies ErrorName)) this.#end("factory");
    reject(error);
  }

  #end(why: End): void {
    if (this.#over) return;
    this.#over = true;
    this.onEnd(why);
  }
}
