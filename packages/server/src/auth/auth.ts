import type { Clock } from "@pilothouse/drivers/port";
import { type Guard, RpcError } from "@pilothouse/protocol";
import type { Store } from "../store/store.js";
import { Hasher } from "./hasher.js";
import { Password } from "./password.js";
import { LoginThrottle } from "./throttle.js";
import { type Issued, type Session, Tokens } from "./tokens.js";

interface Rules {
  readonly tokenLifetimeMs: () => number;
  readonly allowFactoryPassword: () => boolean;
}

/** Who may do what: the password, the tokens it is exchanged for, and the guard before each method. */
export class Auth {
  readonly #throttle: LoginThrottle;

  private constructor(
    readonly password: Password,
    readonly tokens: Tokens,
    readonly hasher: Hasher,
    readonly rules: Rules,
    clock: Clock,
  ) {
    this.#throttle = new LoginThrottle(clock);
  }

  static async open(store: Store, clock: Clock, rules: Rules): Promise<Auth> {
    const hasher = new Hasher();
    const tokens = new Tokens(store, clock, rules.tokenLifetimeMs);
    const auth = new Auth(await Password.open(store, hasher), tokens, hasher, rules, clock);
    tokens.start();
    return auth;
  }

  close(): void {
    this.tokens.stop();
  }

  /** A token for the right password. A throttled address is refused before the password is looked at. */
  login(candidate: string, address: string): Promise<Issued> {
    this.#refuseThrottled(address);
    return this.hasher.run(async () => {
      // Asked again when its turn comes: guesses sent all at once must not slip through together.
      this.#refuseThrottled(address);
      const { generation, isFactory } = this.password;
      if (!(await this.password.matches(candidate))) {
        this.#throttle.failed(address);
        throw new RpcError("wrongPassword");
      }
      this.#throttle.succeeded(address);
      return this.tokens.issue(address, isFactory, () => this.password.generation === generation);
    });
  }

  /** Lets the holder of `token` through the guard of a method, or throws. */
  admit(guard: Exclude<Guard, "open">, token: unknown): Session {
    const session = this.tokens.check(token);
    if (guard === "token" && session.factory && !this.rules.allowFactoryPassword())
      throw new RpcError(
        "factoryPassword",
        "call ServiceControl with svccontrol.password, then log in again",
      );
    return session;
  }

  /** Every token is revoked with the old password, the caller's too. */
  changePassword(next: string, permit?: AbortSignal): Promise<void> {
    return this.tokens.revokeAll((revoke) =>
      this.password.change(next, (db) => {
        // The hash has waited its turn.
        permit?.throwIfAborted();
        revoke(db);
      }),
    );
  }

  takePasswordHash(hash: string): Promise<void> {
    return this.tokens.revokeAll((revoke) => this.password.changeTo(hash, revoke));
  }

  #refuseThrottled(address: string): void {
    const seconds = this.#throttle.wait(address);
    if (seconds > 0)
      throw new RpcError("refused", `too many failed logins; try again in ${seconds} s`, seconds);
  }
}
