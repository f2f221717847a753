import { type Client, ClientError, poisonIn } from "@pilothouse/client";
import { asLine, type Reason, reason } from "@pilothouse/protocol";
import { NotPossible, type PackageUpdates, type RouterSettings, updated } from "../port.js";
import { poisoned } from "./java/java-config.js";
import type { Connection } from "./link/connection.js";
import { asking, unavailable } from "./link/unavailable.js";
import { FIND_WITHIN, NOT_STARTED } from "./quirks.js";

/** What the server says about an update is shown to people, and kept. */
const LONGEST_TEXT = 500;

/** Whether the router answers at all, and takes our login: what follows may take it minutes. */
export async function ping(client: Client): Promise<void> {
  await client.routerInfo(["uptime"]);
}

/** The server has answered, and left out what it was asked for. */
export const wasIgnored = (error: unknown): boolean =>
  error instanceof ClientError && error.kind === "ignored";

/** The updates that the server finds and installs itself. */
export const ownUpdates = (use: Connection["use"], settings: RouterSettings["all"]): PackageUpdates => ({
  async find(signal) {
    try {
      await use(ping);
      const found = await use(({ manager }) => manager.findUpdates({ signal, timeout: FIND_WITHIN }));
      return typeof found === "string" ? asLine(found, LONGEST_TEXT) : found;
    } catch (error) {
      if (wasIgnored(error)) return whyNone(settings);
      throw unavailable(error);
    }
  },
  async update(signal, progress) {
    await asking(() => use(ping));
    progress("The router was asked to update itself");
    const said = await use(({ manager }) => manager.update({ signal })).catch((error) => {
      throw wasIgnored(error) ? new NotPossible(reason("update.notByServer")) : unavailable(error);
    });
    // Its other words are in the language of its console.
    const status = asLine(said, LONGEST_TEXT);
    return updated(status === NOT_STARTED ? "failed" : "unknown", reason("router.says", { text: status }));
  },
});

/**
 * Java I2P answers nothing while it cannot save its configuration. i2pd never answers: it has no updates to
 * offer, and clients expect `false` then.
 */
async function whyNone(settings: RouterSettings["all"]): Promise<Reason | false> {
  const names = poisonIn(await settings().catch(() => []));
  return names.length > 0 && poisoned(names);
}
