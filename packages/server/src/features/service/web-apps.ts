import { RpcError, type WebApplication } from "@pilothouse/protocol";
import type { Alongside, Store } from "../../store/store.js";
import { putValue, readValue } from "../../store/values.js";

/** What the HTTP endpoint can serve in addition to the console. */
const APPLICATIONS = { jsonrpc: "Remote management over JSON-RPC at /jsonrpc/" } as const;

export type WebAppName = keyof typeof APPLICATIONS;
const isWebApp = (name: string): name is WebAppName => Object.hasOwn(APPLICATIONS, name);
const stored = (name: WebAppName) => `webapp.${name}.autostart`;

/** Web applications that can be run now, and set to start with the service. */
export class WebApps {
  readonly #running = new Set<WebAppName>();
  /** As in the store, which is read only once. */
  readonly #autostart = new Set<WebAppName>();

  /** `configured` is what flag, environment or file say; they outrank what was set at run time. */
  constructor(
    readonly store: Store,
    configured: (name: WebAppName) => boolean | undefined,
  ) {
    for (const name of Object.keys(APPLICATIONS) as WebAppName[]) {
      if (readValue(store, stored(name)) === "true") this.#autostart.add(name);
      if (configured(name) ?? this.#autostart.has(name)) this.#running.add(name);
    }
  }

  runs(name: WebAppName): boolean {
    return this.#running.has(name);
  }

  list(): WebApplication[] {
    return Object.entries(APPLICATIONS).map(([name, title]) => ({
      name,
      title,
      running: this.#running.has(name as WebAppName),
      autostart: this.#autostart.has(name as WebAppName),
    }));
  }

  async change(
    name: string,
    { running, autostart }: { readonly running?: boolean; readonly autostart?: boolean },
    sessionSignal: AbortSignal,
    alongside: readonly Alongside[] = [],
  ): Promise<void> {
    if (!isWebApp(name))
      throw new RpcError(
        "invalidParams",
        `there is no web application of that name, only ${Object.keys(APPLICATIONS).join(", ")}`,
      );
    if (autostart !== undefined) {
      await this.store.write((db) => {
        sessionSignal.throwIfAborted();
        putValue(db, stored(name), String(autostart));
      }, alongside);
      put(this.#autostart, name, autostart);
    } else sessionSignal.throwIfAborted();
    if (running !== undefined) put(this.#running, name, running);
  }
}

const put = <T>(set: Set<T>, one: T, inside: boolean): void => void (inside ? set.add(one) : set.delete(one));
