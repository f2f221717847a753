import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import {
  DIALECTS,
  type Dialect,
  type Guard,
  PASSWORD_FAULTS,
  passwordFault,
  passwordReason,
  RpcError,
  reason,
  type Scope,
  spelled,
} from "@pilothouse/protocol";
import type { Sqlite } from "../store/sqlite.js";
import type { Alongside, Store } from "../store/store.js";
import type { Account, Accounts, Opener } from "./accounts.js";
import { Grants } from "./grants.js";
import { countedAs, isFromLoopback, LOOPBACK, type Origin } from "./guessing/address.js";
import { isNewGuess, RepeatedGuess } from "./guessing/guess.js";
import { KnownWrong } from "./guessing/known-wrong.js";
import { LoopbackLine } from "./guessing/loopback-line.js";
import { LoginThrottle } from "./guessing/throttle.js";
import { Hasher } from "./passwords/hasher.js";
import { Password, type StoredPassword } from "./passwords/password.js";
import { Devices, type Proof } from "./sessions/devices.js";
import type { Holder, Issued, Session } from "./sessions/session.js";
import { sessionNameFrom } from "./sessions/session-name.js";
import { Tokens } from "./sessions/tokens.js";

interface Rules {
  readonly tokenLifetimeMs: () => number;
  readonly allowFactoryPassword: () => boolean;
  /** Accounts of persons, in addition to the password; absent where there are none. */
  readonly accounts?: Accounts;
}

/** "operator" is the owner of the data directory, who needs no password and so is never throttled. */
export type Access = "operator" | Scope;

/** Who asks, as far as it matters here. */
export interface Caller extends Origin {
  readonly access?: Access;
  /** The name of the program (HTTP: `User-Agent`). */
  readonly agent?: string | undefined;
}

/** What to do after the right password was given; `stillValid` is true until that password is changed. */
type Entering<T> = (password: {
  readonly factory: boolean;
  readonly stillValid: () => boolean;
}) => Promise<T>;

/** Every token is revoked with the old password; those of programs unless they are kept. */
interface PasswordChange {
  readonly keepTokens?: boolean;
  readonly alongside?: readonly Alongside[];
}

/** Who may do what: the password, the tokens it is exchanged for, and the guard before each method. */
export class Auth {
  readonly #throttle: LoginThrottle;
  readonly #loopback: LoopbackLine;
  readonly #wrong = new KnownWrong();
  readonly grants: Grants;
  readonly devices: Devices;

  private constructor(
    readonly password: Password,
    readonly tokens: Tokens,
    readonly hasher: Hasher,
    readonly rules: Rules,
    clock: Clock,
  ) {
    this.devices = new Devices(tokens.store, tokens, () => ticksOf(clock));
    this.grants = new Grants({ tokens, password, accounts: rules.accounts, clock });
    this.#throttle = new LoginThrottle(() => ticksOf(clock));
    this.#loopback = new LoopbackLine(() => ticksOf(clock));
  }

  static async open(store: Store, clock: Clock, rules: Rules): Promise<Auth> {
    const hasher = new Hasher();
    const tokens = new Tokens(store, clock, rules.tokenLifetimeMs);
    const auth = new Auth(await Password.open(store, hasher), tokens, hasher, rules, clock);
    tokens.start();
    return auth;
  }

  close(): Promise<void> {
    return this.tokens.stop();
  }

  /** A token for the right password: the service's own, or that of a person's account. */
  login(
    candidate: string,
    caller: Caller,
    person?: string,
    alongside?: (session: Session) => readonly Alongside[],
    deviceKey?: string,
  ): Promise<Issued & { readonly device?: string }> {
    if (deviceKey !== undefined) this.devices.check(deviceKey);
    const { address, agent } = caller;
    const { accounts } = this.rules;
    const account = person === undefined ? undefined : accounts?.find(person);
    const opener =
      person === undefined || accounts === undefined ? this.password : (account ?? this.#nobody(person));
    return this.#withPassword(
      candidate,
      caller,
      async ({ factory, stillValid }) => {
        const issued = await this.tokens.issue(address, factory, stillValid, {
          ...{ name: sessionNameFrom(agent), holder: account && holder(account), alongside },
        });
        if (deviceKey === undefined) return issued;
        return { ...issued, device: await this.devices.add(deviceKey, issued.session, stillValid) };
      },
      opener,
    );
  }

  /** A token for a browser that stays signed in, with what it may do now. A wrong proof counts as a guess. */
  async loginByDevice(
    proof: Proof,
    caller: Caller,
    alongside: (session: Session) => readonly Alongside[],
  ): Promise<Issued> {
    const counted = countedAs(caller);
    const isCounted = counted !== LOOPBACK && caller.access !== "operator";
    if (isCounted) this.#refuseThrottled(counted);
    try {
      const device = this.devices.prove(proof);
      const { person, factory } = device;
      const account = person === undefined ? undefined : this.rules.accounts?.find(person);
      const isEnding = person !== undefined && this.rules.accounts?.isEnding?.(person) === true;
      if (person !== undefined && (account === undefined || isEnding)) throw new RpcError("unknownToken");
      this.tokens.touch(device);
      const name = sessionNameFrom(caller.agent);
      // It may be revoked, or the password changed, before the token is written.
      const stillValid = () => this.devices.find(proof.device) === device;
      const holding = { ...(account ? holder(account) : { scope: device.scope }), device: device.hash };
      return await this.tokens.issue(caller.address, factory, stillValid, {
        name,
        holder: holding,
        alongside,
      });
    } catch (error) {
      if (isCounted) this.#throttle.failed(counted);
      throw error;
    }
  }

  /** Throws unless this is the password. A wrong one counts as a guess, as at a login. */
  async requirePassword(candidate: string, caller: Caller, opener: Opener = this.password): Promise<void> {
    await this.#withPassword(candidate, caller, async () => {}, opener);
  }

  /** A user name that does not exist takes as long to refuse as a wrong password. */
  #nobody(person: string): Opener & { readonly person: string } {
    const matches = async (candidate: string) => {
      await this.password.matches(candidate);
      return false;
    };
    return { person, isFactory: false, generation: 0, matches };
  }

  /** Passwords of accounts have changed: what was wrong may be right now. */
  accountsChanged(): void {
    this.#wrong.clear();
  }

  /** Whether the factory password is all that is known, works from there, and opens nothing but its change. */
  mustChoosePassword(caller: Caller): boolean {
    return this.password.isFactory && isFromLoopback(caller) && !this.rules.allowFactoryPassword();
  }

  /** A throttled address is refused before the password is checked. */
  async #withPassword<T>(
    candidate: string,
    caller: Caller,
    entering: Entering<T>,
    opener: Opener,
  ): Promise<T> {
    const counted = countedAs(caller);
    if (caller.access === "operator") return this.#enter(candidate, counted, true, entering, opener);
    // The first to change the factory password owns the router, so it only works from this machine.
    const factoryCounts = isFromLoopback(caller) || this.rules.allowFactoryPassword();
    if (this.#wrong.has(counted, asGuessed(candidate, factoryCounts, opener)))
      throw new RpcError("wrongPassword");
    const enter = () => this.#enter(candidate, counted, factoryCounts, entering, opener);
    if (counted === LOOPBACK) return this.#loopback.turn(() => this.hasher.run(enter));
    this.#refuseThrottled(counted);
    return this.hasher.run(async () => {
      // Asked again when its turn comes: guesses sent all at once must not slip through together.
      this.#refuseThrottled(counted);
      try {
        const entered = await enter();
        this.#throttle.succeeded(counted);
        return entered;
      } catch (error) {
        if (isNewGuess(error)) this.#throttle.failed(counted);
        throw error;
      }
    });
  }

  async #enter<T>(
    candidate: string,
    counted: string,
    factoryCounts: boolean,
    entering: Entering<T>,
    opener: Opener,
  ): Promise<T> {
    const { generation, isFactory } = opener;
    const matches = await opener.matches(candidate);
    if (!matches || (isFactory && !factoryCounts)) {
      const isKnown =
        opener.generation === generation &&
        !this.#wrong.add(counted, asGuessed(candidate, factoryCounts, opener));
      throw isKnown ? new RepeatedGuess() : new RpcError("wrongPassword");
    }
    return entering({ factory: isFactory, stillValid: () => opener.generation === generation });
  }

  /** Lets the holder of `token` through the guard of a method, or throws. `speaks`: the names the caller uses. */
  admit(
    guard: Exclude<Guard, "open">,
    token: unknown,
    speaks: () => Dialect | undefined = () => undefined,
  ): Session {
    const session = this.tokens.check(token);
    const { person } = session;
    if (person !== undefined && this.rules.accounts?.isEnding?.(person)) throw new RpcError("unknownToken");
    if (guard === "token" && session.factory && !this.rules.allowFactoryPassword())
      throw new RpcError("factoryPassword", `call ${howToChange(speaks())}, then log in again`);
    return session;
  }

  async changePassword(
    next: string,
    by: { readonly sessionSignal: AbortSignal; readonly peer: Caller },
    options: PasswordChange = {},
  ): Promise<void> {
    const fault = passwordFault(next);
    const factory = fault === "factory";
    if (fault !== undefined && !(factory && this.rules.allowFactoryPassword())) {
      const data = { key: "svccontrol.password", reason: fault, ...passwordReason(fault) };
      throw new RpcError("invalidParams", `the password ${PASSWORD_FAULTS[fault]}`, undefined, data);
    }
    const hash = await this.hasher.hash(next, by.peer.access === "operator");
    // The hash has waited its turn.
    const check = () => by.sessionSignal.throwIfAborted();
    await this.#replacePassword({ hash, factory }, options, check);
    if (by.peer.access !== "operator") return;
    this.#throttle.clear();
    this.#loopback.clear();
  }

  takePasswordHash(hash: string, options: PasswordChange = {}): Promise<void> {
    return this.#replacePassword({ hash, factory: false }, options);
  }

  async #replacePassword(
    stored: StoredPassword,
    { keepTokens, alongside }: PasswordChange,
    check: () => void = () => {},
  ): Promise<void> {
    const write = (revoke: (db: Sqlite) => void) =>
      this.password.changeTo(
        stored,
        (db) => {
          check();
          revoke(db);
        },
        alongside,
      );
    await this.tokens.revokeAll(write, keepTokens);
    this.#wrong.clear();
  }

  #refuseThrottled(counted: string): void {
    const seconds = this.#throttle.wait(counted);
    if (seconds > 0) throw new RpcError("refused", reason("login.many", { seconds }), seconds);
  }
}

const holder = ({ person, scope }: Account): Holder => ({ person, scope });

/**
 * The same password is a guess for each account, and the factory password is wrong only from elsewhere. As JSON: both
 * texts may contain any character.
 */
const asGuessed = (
  candidate: string,
  factoryCounts: boolean,
  { person }: Opener & { readonly person?: string },
): string => JSON.stringify([person, candidate, factoryCounts]);

/** Which call changes the password, in the names that the caller uses; in both where that is not known. */
const howToChange = (dialect: Dialect | undefined): string =>
  (dialect === undefined ? DIALECTS : [dialect])
    .map((one) => `${spelled("ServiceControl", one)} with ${spelled("svccontrol.password", one)}`)
    .join(" or ");
