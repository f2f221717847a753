import { ClientError } from "@pilothouse/client";
import { reason } from "@pilothouse/protocol";
import { NotPossible } from "../../port.js";
import type { Connection } from "../link/connection.js";
import { unavailable } from "../link/unavailable.js";

const isUnknown = (error: unknown): boolean =>
  error instanceof ClientError && error.name === "methodNotFound";

/** Cancels graceful waits. Among the servers of this interface, only another Pilothouse has a method for it. */
export class Cancelling {
  /** The server has answered that it does not know such methods. */
  #isForeign = false;

  constructor(readonly connection: Connection) {}

  /** Whether a wait can be cancelled; true if the server does not say so. */
  async isPossible(signal: AbortSignal): Promise<boolean> {
    if (this.#isForeign) return false;
    try {
      const status = await this.connection.use((client) => client.own("pilothouse.status", {}, { signal }));
      return status.cancellable !== false;
    } catch (error) {
      this.#isForeign = isUnknown(error);
      return !this.#isForeign;
    }
  }

  async cancel(): Promise<boolean> {
    try {
      return (await this.connection.use((client) => client.own("pilothouse.cancel", {}))).Cancelled;
    } catch (error) {
      throw isUnknown(error) ? new NotPossible(reason("java.noCancel")) : unavailable(error);
    }
  }
}
