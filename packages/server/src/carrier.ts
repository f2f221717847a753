import type { Log } from "./log.js";
import type { Answer } from "./rpc/answer.js";
import type { Settings } from "./settings/table.js";
import type { Format } from "./telemetry/prometheus.js";

/** The service, as a carrier sees it. */
export interface Served {
  readonly settings: () => Settings;
  /** The way in. Nothing is answered before `open`. */
  readonly answer: Answer;
  /** The way in for a path of its own, such as that of a hub's node; undefined where there is none. */
  readonly answerAt: (path: string) => Answer | undefined;
  /** Whether calls are taken where they can be switched off. */
  readonly rpcOverHttp: () => boolean;
  /** Whether this token belongs to a session. */
  readonly admits: (token: string) => boolean;
  /** The page for Prometheus; undefined while the service does not run. */
  readonly metrics: () => ((format: Format) => Promise<string>) | undefined;
  readonly consoleDir: string | undefined;
  readonly log: Log;
}

/** Where a carrier can be reached, for people and for the log. */
export interface Addresses {
  readonly https?: string | undefined;
  readonly http?: string | undefined;
  readonly console?: string | undefined;
  /** SHA-256 fingerprint of the certificate in use. */
  readonly fingerprint?: string | undefined;
  /** When that certificate ends, in milliseconds since the epoch. */
  readonly certificateExpires?: number | undefined;
}

/**
 * A way by which requests reach the service: HTTP, a socket, later a bus. The steps of a start come in the order
 * in which they stand here, each for all carriers before the next; one that fails ends the start, and `close`
 * follows.
 */
export interface Carrier {
  /** Takes its address, such as a port, before anything is changed on disk. Clients that connect now have to wait. */
  listen?(): Promise<void>;
  /** Makes what it needs in the data directory, which is locked for us by now. */
  prepare?(): Promise<void>;
  /** Everything can be answered: takes calls from now on, also from those who waited. */
  open(): Promise<void>;
  /** Reads what changed settings name, and throws if that is bad; what it resolves with takes them into use. */
  reload?(next: Settings): Promise<() => void>;
  /** Takes no more calls, and gives those under way this long to finish. */
  close(graceMs: number): Promise<void>;
  readonly addresses?: Addresses;
}

export type MakeCarrier = (service: Served) => Carrier;
