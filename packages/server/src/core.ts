import { setMaxListeners } from "node:events";
import type { WritableKey } from "@pilothouse/protocol";
import type { NodeFeatures, NodeGiven } from "./node-features.js";
import { type Answer, makeAnswer } from "./rpc/answer.js";
import type { ServiceCore } from "./service-core.js";

const AT_A_HUB = "only a hub has it, and this is not one";

type Open = Awaited<ReturnType<NodeFeatures["open"]>>;

interface NodeCoreOptions extends Omit<NodeGiven, "closing" | "labels" | "backupFiles"> {
  readonly features: NodeFeatures;
  /** Files of the router that belong into a backup. */
  readonly routerFiles: () => Promise<readonly string[]>;
}

/** The service without its sockets: everything between a request's text and the router. */
export class Core implements ServiceCore {
  private constructor(
    readonly answer: Answer,
    private readonly running: Open,
    private readonly closing: AbortController,
  ) {}

  static async open({ routerFiles, features: list, ...options }: NodeCoreOptions): Promise<Core> {
    const { router, files, log, signal } = options;
    const closing = new AbortController();
    // As many as wait for the router may wait for this too.
    setMaxListeners(0, closing.signal);
    const backupFiles = async () => [...files(), ...(await routerFiles())];
    const labels = { router: router.kind };
    const given = { ...options, backupFiles, labels, closing: closing.signal };
    const running = await list.open(given, signal).catch(async (error: unknown) => {
      await router.close();
      throw error;
    });
    const { handlers } = running;
    const { auth, audit, meter } = running.has;
    const answer = makeAnswer({
      ...{ auth, handlers, notFoundHint: () => AT_A_HUB, audit, meter, log, more: running.features.more() },
      takes: (key) => router.settings.takes?.(key as WritableKey),
    });
    const core = new Core(answer, running, closing);
    try {
      await running.start(signal);
      return core;
    } catch (error) {
      await core.close({ save: false });
      throw error;
    }
  }

  get metrics() {
    return this.running.has.metrics;
  }

  get auth() {
    return this.running.has.auth;
  }

  get audit() {
    return this.running.has.audit;
  }

  get webApps() {
    return this.running.has.webApps;
  }

  get simulated(): boolean {
    return this.running.has.router.simulated;
  }

  /** Everybody is answered from now on. */
  opened(): Promise<void> {
    return this.running.opened();
  }

  /** Settings were read again: what follows from them is done now. */
  reloaded(changed: readonly string[], by = "local"): void {
    this.running.features.reloaded(changed, by);
  }

  /** Breaks off what blocks, such as a download, so that its caller can still be answered. */
  interrupt(): void {
    this.closing.abort(new Error("the service is shutting down"));
  }

  /** A service that never became ready has nothing to save, and perhaps cannot save: `save` is false then. */
  async close({ save = true } = {}): Promise<void> {
    await this.running.close({ save });
    await this.running.has.router.close();
  }
}
