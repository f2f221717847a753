import { uptime } from "node:os";
import type {
  DetailKey,
  Details,
  Info,
  LifecycleAction,
  NetworkKey,
  Reason,
  RouterStat,
  ServiceName,
  Services,
  Settings,
  ValueType,
  WritableKey,
} from "@pilothouse/protocol";
import { textOfReason } from "@pilothouse/protocol";
import type { RouterAddressBook } from "./address-book-port.js";
import type { RouterTunnels } from "./tunnels-port.js";

export * from "./address-book-port.js";
export { fullServices } from "./full-services.js";
export * from "./port-errors.js";
/** Here because drivers and the service both do one write after another. */
export { serialQueue, WRITE_PATIENCE } from "./serial-queue.js";
export * from "./tunnels-port.js";

/**
 * What a router is to the service. Drivers implement this and pass the suite of `testing/contract.ts`;
 * nothing outside a driver knows which router it is talking to.
 */
export interface Router {
  /** What kind of router this is, for people: "simulator", "i2pd". */
  readonly kind: string;
  /** True for a router that is only played: every screen that shows it must say so. */
  readonly simulated: boolean;

  /** Tells this router from another one of the same kind; undefined as long as that is not known. */
  readonly which?: string | undefined;

  /** Takes over the router, and starts it unless it runs already. Constructors do nothing. */
  start(): Promise<void>;
  /** Closes the driver. A router with a process of its own keeps running. */
  close(): Promise<void>;

  /**
   * Calls back at each end of the router that nobody asked for, as soon as the driver sees it: also at the end of a
   * run that no reading showed. To be called before `start`.
   */
  onCrash(listener: CrashListener): void;

  /** Everything the router can report now; other keys are absent. Rejects when it does not answer. */
  read(signal: AbortSignal): Promise<Reading>;

  /**
   * Restart or shutdown, at once or when the last participating tunnel has expired. Resolves when the request
   * is accepted, not when it is done: `read` shows the progress. A later request replaces a waiting one;
   * the same graceful request again changes nothing. Restart starts a stopped router.
   */
  lifecycle(action: LifecycleAction): Promise<void>;
  /** Rejects when the action cannot be carried out now, and changes nothing. Absent: it always can. */
  ready?(action: LifecycleAction): Promise<void>;
  /**
   * Cancels a graceful wait: the router keeps running, and accepts tunnels again. Resolves with whether there was one,
   * and rejects with `NotPossible` where the router cannot. `sessionSignal` as for settings. Absent: it never can.
   */
  cancel?(sessionSignal?: AbortSignal): Promise<boolean>;
  /** Starts a reseed; resolves when it has begun. `sessionSignal` as for settings. */
  reseed(sessionSignal?: AbortSignal): Promise<void>;
  /** Installs a file whose signature and hash were checked. Resolves with the final status, for people. */
  install(update: VerifiedUpdate, progress: (message: string) => void): Promise<Reason | string>;

  /** For a router that comes from a package manager: its own way to updates, instead of a signed feed. */
  readonly updates?: PackageUpdates;

  readonly settings: RouterSettings;

  /** Absent: this kind of router has no way to them. One that has none today rejects with `NotPossible`. */
  readonly tunnels?: RouterTunnels;
  readonly addressBook?: RouterAddressBook;

  /** What the router says of these client services, in i2pd's words; one that it cannot describe is left out. */
  services?(names: readonly ServiceName[], signal: AbortSignal): Promise<Services>;

  /** What it tells of these beyond a reading, each time anew; what it cannot tell is left out. */
  details?(keys: readonly DetailKey[], signal: AbortSignal): Promise<Details>;

  /** The statistics of its own that it certainly has; it may be asked for others as well. */
  readonly stats?: readonly RouterStat[];
  /** A rate statistic of the router's own; undefined when the router does not have it. */
  rate?(stat: string, periodMs: number, signal: AbortSignal): Promise<number | undefined>;
}

/** Where a router is in its life, as far as its driver can see. */
export type Phase =
  | { readonly name: "running" }
  | { readonly name: "starting" }
  | { readonly name: "stopping" }
  | { readonly name: "stopped" }
  /** Waiting for participating tunnels to end, `until` (ms since the epoch) at the latest. */
  | {
      readonly name: "draining";
      readonly next: "restart" | "stop";
      readonly until: number;
      /** False where `cancel` would be refused. */
      readonly cancellable?: false;
    }
  /** Ended by itself; the driver starts it again, at `until` (ms since the epoch) where that is known. */
  | { readonly name: "crashed"; readonly until?: number; readonly report?: CrashReport };

/** What is known of a crash, for people. */
export interface CrashReport {
  /** The signal or exit code, and what the router said last. */
  readonly cause: string;
  /** The same for programs. */
  readonly why?: Reason | undefined;
  /** The last lines of its log. */
  readonly lines: readonly string[];
}

/** Gets why the router ended. */
export type CrashListener = (why: Reason | string) => void;

/** The status text is not the router's: the service writes it, from the phase, in the caller's language. */
export type Facts = Partial<Omit<Info, "router.status">>;

export interface Reading {
  readonly phase: Phase;
  readonly facts: Facts;
  /** How many starts of the router the driver has made or seen; it also counts runs that were very short. */
  readonly starts: number;
  /** What a person should know of the last start or end: a crash, a configuration put back. */
  readonly note?: Reason | string | undefined;
}

/**
 * One configuration with two views. Writes are whole or not at all, and on disk when they resolve;
 * a write that the router refuses rejects with `SettingRefused` and changes nothing. A `sessionSignal` is checked
 * right before the change, after every wait: once it is aborted, its caller may no longer change anything.
 */
export interface RouterSettings {
  /** All network settings as they are saved; null where unset or not known to this router. */
  network(): Promise<NetworkView>;
  /** `beside`: names of the configuration that get these values with it, or are removed (null): for an undo. */
  writeNetwork(
    writes: NetworkWrites,
    sessionSignal?: AbortSignal,
    beside?: ReadonlyMap<string, string | null>,
  ): Promise<NetworkWritten>;
  /**
   * The network settings whose change counts at once, without a restart; those in one group share one value.
   * Absent: there are none.
   */
  instant?(): Promise<readonly (readonly WritableKey[])[]>;
  /** The values that this router takes for a network setting, where they are fewer than the interface allows. */
  takes?(key: WritableKey): ValueType<string> | undefined;
  all(): Promise<Settings>;
  /** Replaces everything first when `replace` is given, then adds `set`. */
  writeAll(
    change: { readonly replace?: Settings; readonly set?: Settings },
    sessionSignal?: AbortSignal,
  ): Promise<Written<Settings>>;
  /**
   * Calls back after a roll-back, when the router runs again. If the callback rejects, it is called again the next
   * time that the driver starts. Absent: this router's settings are never rolled back.
   */
  onReverted?(listener: (what: Reverted) => Promise<void>): void;
}

/** The router did not start with its settings, and runs with others. */
export interface Reverted extends NetworkWritten {
  /** Where the configuration is kept with which it did not start. */
  readonly file: string;
}

/** Null unsets, where the router can: a change is undone with it. Where another key says more, null gives way. */
export type NetworkWrites = ReadonlyMap<WritableKey, string | null>;

/** What was there right before a write and what is there now: no other write came in between. */
export interface Written<T> {
  readonly before: T;
  readonly after: T;
}

export interface NetworkWritten extends Written<NetworkView> {
  /**
   * Everything that a write of these keys may change in the configuration, by the names of `all`: a router may switch
   * something else with it. Absent where the router does not show its configuration.
   */
  readonly config?: Written<Settings>;
}

export interface NetworkView {
  readonly values: ReadonlyMap<NetworkKey, string | null>;
  /** Something saved waits for a restart of the router. */
  readonly restartNeeded: boolean;
}

export interface PackageUpdates {
  find(signal: AbortSignal): Promise<FoundUpdate>;
  update(signal: AbortSignal, progress: (message: string) => void): Promise<Updated>;
}

/** Whether there is an update; its version, where that is known; or why it is unknown. */
export type FoundUpdate = boolean | { readonly version: string } | string | Reason;

/** How an update ended. */
export interface Updated {
  /** `installed`: runs after the next restart. `unknown`: only the router's own text says what happened. */
  readonly outcome: "installed" | "none" | "failed" | "unknown";
  /** For people. */
  readonly status: string;
  /** The same for programs. */
  readonly why?: Reason | undefined;
  /** Of what was installed, where it is known. */
  readonly version?: string;
}

/** How an update ended, with the text for people. */
export const updated = (
  outcome: Updated["outcome"],
  description: Reason | string,
  version?: string,
): Updated => ({
  outcome,
  status: textOfReason(description),
  ...(typeof description === "object" && { why: description }),
  ...(version !== undefined && { version }),
});

export interface VerifiedUpdate {
  readonly version: string;
  /** Path of the checked file. */
  readonly file: string;
}

/** A place where a driver keeps what must survive; `save` resolves when it is on disk. */
export interface DriverStorage {
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}

export interface Clock {
  /** Milliseconds since the epoch. People and time servers set it, also back. */
  now(): number;
  /** Milliseconds of a monotonic clock, which only goes forward, for waits, ages and limits. */
  ticks?(): number;
}

/** The ticks begin with the machine, so that another process counts the same ones. */
const machineStarted = uptime() * 1_000 - performance.now();
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks: () => machineStarted + performance.now(),
};

/** For waiting and for ages. A clock that is only played has one time for everything. */
export const ticksOf = (clock: Clock): number => clock.ticks?.() ?? clock.now();
