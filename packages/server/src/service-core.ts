import type { Audit } from "./audit/audit.js";
import type { Auth } from "./auth/auth.js";
import type { Kernel } from "./feature.js";
import type { WebApps } from "./features/service/web-apps.js";
import type { ServiceSettings } from "./features/service-settings/service-settings.js";
import type { Answer } from "./rpc/answer.js";
import type { Format } from "./telemetry/prometheus.js";

/** The options of every core, of a node or a hub. */
export interface CoreOptions extends Kernel {
  /** The settings that can be changed by RPC. */
  readonly serviceSettings: ServiceSettings;
  /** Settings were set by RPC. */
  readonly onSettings: () => void;
  /** Files of the service itself that belong into a backup: its certificate, its settings. */
  readonly files: () => readonly string[];
  /** What the operator types on this machine to choose a password. */
  readonly passwdCommand: string;
  /** What must be done before a router is started and anybody is answered. */
  readonly prepare?: (core: Pick<ServiceCore, "auth" | "audit">) => Promise<void>;
  /** Ends the start early. */
  readonly signal?: AbortSignal | undefined;
}

/** What a service is without its sockets: a router's, or a hub's. */
export interface ServiceCore {
  readonly answer: Answer;
  /** The way in for a path of its own; undefined where it has none. */
  readonly answerAt?: (path: string) => Answer | undefined;
  /** The page for Prometheus. */
  readonly metrics: (format: Format) => Promise<string>;
  readonly auth: Auth;
  readonly audit: Audit;
  readonly webApps: WebApps;
  readonly simulated: boolean;
  /** All carriers are open. */
  opened?(): Promise<void>;
  /** Settings were reloaded: takes up what they say. The names of those that are other than before are given. */
  reloaded?(changed: readonly string[]): void;
  /** Breaks off what blocks, so that its caller can still be answered. */
  interrupt(): void;
  close(options: { readonly save: boolean }): Promise<void>;
}

export type OpenCore = (options: CoreOptions) => Promise<ServiceCore>;
