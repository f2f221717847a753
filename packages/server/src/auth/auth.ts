import type { Clock } from "@pilothouse/drivers/port";
import { DIALECTS, type Dialect, type Guard, RpcError, spelled } from "@pilothouse/protocol";
import type { Store } from "../store/store.js";
import { Hasher } from "./hasher.js";
import { FACTORY_PASSWORD, Password } from "./password.js";
import { LoginThrottle } from "./throttle.js";
import { type Issued, type Session, Tokens } from "./tokens.js";

interface Rules {
  readonly tokenLifetimeMs: () => number;
  readonly allowFactoryPassword: () => boolean;
}

const AGAIN = "the factory password cannot be set again; choose another";

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

  /** Lets the holder of `token` through the guard of a method, or throws. `speaks`: the names the caller uses. */
  admit(
    guard: Exclude<Guard, "open">,
    token: unknown,
    speaks: () => Dialect | undefined = () => undefined,
  ): Session {
    const session = this.tokens.check(token);
    if (guard === "token" && session.factory && !this.rules.allowFactoryPassword())
      throw new RpcError("factoryPassword", `call ${howToChange(speaks())}, then log in again`);
    return session;
  }

  /** Every token is revoked with the old password, the caller's too. */
  async changePassword(next: string): Promise<void> {
    const factory = next === FACTORY_PASSWORD;
    if (factory && !this.rules.allowFactoryPassword())
      throw new RpcError("invalidParams", AGAIN, undefined, { key: "svccontrol.password", reason: AGAIN });
    await this.password.change(next, factory, this.tokens.revokeAllIn);
    this.tokens.forgetAll();
  }

  async takePasswordHash(hash: string): Promise<void> {
    await this.password.changeTo(hash, this.tokens.revokeAllIn);
    this.tokens.forgetAll();
  }

  #refuseThrottled(address: string): void {
    const seconds = this.#throttle.wait(address);
    if (seconds > 0)
      throw new RpcError("refused", `too many failed logins; try again in ${seconds} s`, seconds);
  }
}

/** Which call changes the password, in the names that the caller uses; in both where that is not known. */
const howToChange = (dialect: Dialect | undefined): string =>
  (dialect === undefined ? DIALECTS : [dialect])
    .map((one) => `${spelled("ServiceControl", one)} with ${spelled("svccontrol.password", one)}`)
    .join(" or ");
