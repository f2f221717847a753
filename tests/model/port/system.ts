import type { Driver } from "./driver.js";
import type { Hub } from "./hub.js";

/**
 * The port between the model and a service under test. The model, its commands and what must hold know nothing else of
 * a service. To try another carrier (HTTPS, a hub) or another router (i2pd, Java I2P), write a `System` and give it to
 * `run.ts`; everything else stays as it is.
 *
 * - What a system cannot do (fill the disk of a container, let a day pass on a real clock) it leaves out of `can`.
 *   Commands that need it are then not among those that are tried. The model has no special cases.
 * - What a router does with its settings is in its `Driver`, a row of data and pure functions.
 * - When a method of this port resolves, what it did has happened. What the service then does by itself because of it
 *   has happened when `settled` resolves, as far as no time has to pass for it.
 */
export interface System {
  readonly can: ReadonlySet<Ability>;
  readonly driver: Driver;
  /** Where the receiver of the webhook is: a URL without a path. */
  readonly webhook: string;
  /** How long, in milliseconds, what it shows may be behind what happens by itself; 0 on a clock that is played. */
  readonly lag: number;

  /** One call. `from` is a token, or the operator on the machine, who needs none. */
  call(method: string, params: Params, from?: Caller): Promise<Answer>;
  settled(): Promise<void>;
  /** What `/metrics` shows. */
  metrics(): Promise<string>;
  /** What the receiver of the webhook got, the oldest first, since the system was made. */
  notices(): readonly Notice[];
  /** The router's own configuration, read past the service. */
  configuration(): Promise<Config>;

  /**
   * Another value whenever something may have changed of what a method shows to the operator, or of anything where none
   * is named; undefined where that is not known. Saves looking again.
   */
  revision(method?: string): string | undefined;

  /** The service's clock: the time of day, and a clock that only goes forward. In milliseconds. */
  now(): number;
  ticks(): number;
  /** Time passes: timers run, the router lives on. Ability `time`, or `wait` where that takes as long. */
  pass(ms: number): Promise<void>;
  /** The clock of the machine is set, ahead or back. Ability `time`. */
  setClock(ms: number): Promise<void>;

  /** SIGTERM, and a new start. */
  restart(): Promise<void>;
  /** SIGKILL, and a new start. Ability `kill`. */
  kill(): Promise<void>;
  /** SIGKILL while this call is under way: before the service stores something for the nth time. Ability `cut`. */
  killDuring?(
    call: { readonly method: string; readonly params: Params; readonly from?: Caller },
    n: number,
  ): Promise<void>;
  /** The configuration of the service is now this, and it gets SIGHUP. Ability `reload`. */
  reload(configured: Params): Promise<void>;
  /** No byte can be written any more, or again. Ability `disk`. */
  fillDisk(full: boolean): Promise<void>;
  /** Makes a backup with the operator's command, and returns what `restore` takes. Ability `backup`. */
  backup(): Promise<unknown>;
  /** Ends the service, puts a backup in its place, and starts it. Ability `backup`. */
  restore(backup: unknown): Promise<void>;

  /** Somebody writes the router's file in an editor; null removes a name. Ability `edit`. */
  edit(change: { readonly [name: string]: string | null }): Promise<void>;
  /** The router ends by itself. Ability `crash`. */
  crash(): Promise<void>;
  /** The router does not answer any more, or again. Ability `hang`. */
  hang(hung: boolean): Promise<void>;
  /** The receiver of the webhook refuses, or takes messages again. Ability `notify`. */
  refuseNotices(refuses: boolean): Promise<void>;

  /** The hub whose node the service is. Ability `hub`. */
  readonly hub?: Hub;

  close(): Promise<void>;
}

/**
 * `fleet`: the service can join one, and is in none. `hub`: it is a node of one, with everything that can happen to it.
 *
 * `budget`: settings of the traffic budget are tried. It writes at times of its own, which on a real clock can lie
 * anywhere between two steps; the model does not tell every order of the two apart.
 *
 * `tunnels`: the router has tunnels of programs and an address book, and a change of tunnels restarts it. `keys`: the
 * owner of the data directory is given the key of one without a password.
 */
export const ABILITIES = [
  ...(["time", "wait", "kill", "cut", "reload", "disk", "backup", "edit", "crash", "hang"] as const),
  ...(["notify", "fleet", "hub", "budget", "tunnels", "keys"] as const),
] as const;
export type Ability = (typeof ABILITIES)[number];

export type Params = { readonly [name: string]: unknown };
/**
 * A token; none; the owner of the data directory, by the socket that only this user can open; or a token of the hub,
 * through which the call then goes.
 */
export type Caller = string | undefined | typeof OPERATOR | { readonly hub: string };
export const OPERATOR = Symbol("operator");
/** From which address calls with a token come: not from the machine itself. */
export const ADDRESS = "192.0.2.7";

export interface Answer {
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  /** All of it, as it was sent. */
  readonly text: string;
}

/** A message of the webhook. */
export interface Notice {
  readonly id: string;
  readonly event: string;
  readonly key: string;
  readonly at: number;
  readonly text: string;
}

/** Settings by name. */
export type Config = ReadonlyMap<string, string>;
