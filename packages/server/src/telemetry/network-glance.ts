import type { NetworkView, RouterSettings } from "@pilothouse/drivers/port";
import { within } from "@pilothouse/system";

/** How long to wait for the router's settings; after that, the last known ones are used. */
const PATIENCE_MS = 250;

/** The router's network settings for the console: one request at a time, and a short wait. */
export class NetworkGlance {
  #last: NetworkView | undefined;
  #asking: Promise<void> | undefined;

  constructor(readonly settings: RouterSettings) {}

  /** The current ones, or the last known; undefined before the router has reported them once. */
  readonly view = async (): Promise<NetworkView | undefined> => {
    this.#asking ??= this.settings
      .network()
      .then(
        (view) => {
          this.#last = view;
        },
        () => {
          // A router that does not answer is already reported as unreachable, so this is not logged.
        },
      )
      .finally(() => {
        this.#asking = undefined;
      });
    await within(PATIENCE_MS, this.#asking, () => {});
    return this.#last;
  };
}
