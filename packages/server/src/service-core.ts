import type { Audit } from "./audit/audit.js";
import type { Auth } from "./auth/auth.js";
import type { Kernel, Running } from "./feature.js";
import type { OnRestore } from "./features/backup/upload.js";
import type { WebApps } from "./features/service/web-apps.js";
import type { ServiceSettings } from "./features/service-settings/service-settings.js";
import type { Answer } from "./rpc/answer.js";
import type { Format } from "./telemetry/prometheus.js";
import type { RequestMeter } from "./telemetry/request-meter.js";

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
  /** Restarts the service with what is staged; absent where nobody can do that. */
  readonly onRestore?: OnRestore | undefined;
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
  /** A service that never became ready has nothing to save, and perhaps cannot save: `save` is false then. */
  close(options?: { readonly save: boolean }): Promise<void>;
}

export type OpenCore = (options: CoreOptions) => Promise<ServiceCore>;

/** What every core has of its features. */
export interface CoreHas extends Pick<ServiceCore, "auth" | "audit" | "webApps" | "metrics"> {
  readonly meter: RequestMeter;
}

interface Own extends Pick<ServiceCore, "answer" | "answerAt" | "simulated" | "interrupt"> {
  /** All features are closed. */
  readonly closed?: () => Promise<void>;
}

/** Makes a core of features that are open, and starts them. If one cannot be started, all are closed again. */
export async function startCore<Has extends CoreHas>(
  running: Running<Has, never>,
  { closed, ...own }: Own,
  signal?: AbortSignal,
): Promise<Has & ServiceCore> {
  const core = {
    ...running.has,
    ...own,
    opened: () => running.opened(),
    reloaded: (changed: readonly string[]) => running.features.reloaded(changed, "local"),
    close: async ({ save = true } = {}) => {
      await running.close({ save });
      await closed?.();
    },
  };
  try {
    await running.start(signal);
    return core;
  } catch (error) {
    await core.close({ save: false });
    throw error;
  }
}
