import { ERRORS } from "@pilothouse/protocol";
import { ask } from "./ask.js";
import { ClientError, isStale } from "./client-error.js";
import { within } from "./limits.js";
import type { Wire } from "./wire/wire.js";

/** The password, or who to ask for it when it is needed; undefined when there is none. */
export type PasswordSource = string | (() => string | undefined | Promise<string | undefined>);

export interface SessionOptions {
  /** The account at a hub; without it, the password is the server's own. */
  readonly user?: string | undefined;
  readonly password?: PasswordSource | undefined;
  /** A token from an earlier session; if the server refuses it, the password is used. */
  readonly token?: string | undefined;
  /** Called with every new token, and with undefined when it is lost, so that you can save it. */
  readonly onToken?: ((token: string | undefined) => void) | undefined;
}

/** Holds the token, gets it when it is needed, and gets a new one once when it is refused. */
export class ClientSession {
  readonly #user: string | undefined;
  #token: string | undefined;
  #password: PasswordSource | undefined;
  #login: Promise<string> | undefined;
  readonly #onToken: (token: string | undefined) => void;

  constructor(
    readonly wire: Wire,
    { user, token, password, onToken }: SessionOptions,
  ) {
    this.#user = user;
    this.#token = token;
    this.#password = password;
    this.#onToken = onToken ?? (() => {});
  }

  get token(): string | undefined {
    return this.#token;
  }

  /** Makes a call with the token; if the server refuses it, makes the call again with a new one. */
  async use<T>(signal: AbortSignal | undefined, send: (token: string | undefined) => Promise<T>): Promise<T> {
    const token = await this.current(signal);
    try {
      return await send(token);
    } catch (error) {
      if (!isStale(error) || this.#password === undefined) throw error;
      return send(await this.renewed(token, signal));
    }
  }

  /** The token to use now; undefined when there is neither a token nor a password. */
  async current(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#token !== undefined || this.#password === undefined) return this.#token;
    return this.#joinLogin(signal);
  }

  /** Another token than `stale`. Of many calls that found the same one stale, the first logs in for all. */
  renewed(stale: string | undefined, signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#token === stale) this.drop();
    return this.current(signal);
  }

  get canRenew(): boolean {
    return this.#password !== undefined;
  }

  /** A new token, also if the old one still works. */
  async login(password: string | undefined, signal: AbortSignal | undefined): Promise<string> {
    if (password !== undefined) {
      // A login under way is one with the password before.
      await this.#login?.catch(() => {});
      this.#password = password;
    }
    this.drop();
    return this.#joinLogin(signal);
  }

  /** All tokens are revoked with the old password. */
  passwordChanged(password: string): void {
    this.#password = password;
    this.drop();
  }

  drop(): void {
    if (this.#token !== undefined) this.#hold(undefined);
  }

  /** All callers share this login, so no single caller's signal ends it. */
  #joinLogin(signal: AbortSignal | undefined): Promise<string> {
    return within({ signal }, () => {
      this.#login ??= this.#authenticate().finally(() => {
        this.#login = undefined;
      });
      return this.#login;
    });
  }

  async #authenticate(): Promise<string> {
    const password = typeof this.#password === "function" ? await this.#password() : this.#password;
    if (password === undefined) throw new ClientError("login", "a password is needed to log in");
    const token = await this.wire.one(ask.token(password, this.#user), {
      dialect: "svc",
      token: undefined,
      secret: true,
    });
    if (token === undefined)
      throw new ClientError("login", ERRORS.wrongPassword.means, { name: "wrongPassword" });
    this.#hold(token);
    return token;
  }

  #hold(token: string | undefined): void {
    this.#token = token;
    this.#onToken(token);
  }
}
