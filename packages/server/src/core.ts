import { setMaxListeners } from "node:events";
import type { WritableKey } from "@pilothouse/protocol";
import type { NodeFeatures, NodeGiven } from "./node-features.js";
import { makeAnswer } from "./rpc/answer.js";
import { type ServiceCore, startCore } from "./service-core.js";

const AT_A_HUB = "only a hub has it, and this is not one";

interface NodeCoreOptions extends Omit<NodeGiven, "closing" | "labels" | "backupFiles"> {
  readonly features: NodeFeatures;
  /** Files of the router that belong into a backup. */
  readonly routerFiles: () => Promise<readonly string[]>;
}

/** The service without its sockets: everything between a request's text and the router. */
export async function openNode({
  routerFiles,
  features: list,
  ...options
}: NodeCoreOptions): Promise<ServiceCore> {
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
  const { has, handlers, features } = running;
  const answer = makeAnswer({
    ...{ ...has, handlers, notFoundHint: () => AT_A_HUB, log, more: features.more() },
    takes: (key) => router.settings.takes?.(key as WritableKey),
  });
  const interrupt = () => closing.abort(new Error("the service is shutting down"));
  const core = { answer, simulated: router.simulated, interrupt, closed: () => router.close() };
  return startCore(running, core, signal);
}
