import type { NetworkView, RouterSettings } from "@pilothouse/drivers/port";
import { within } from "@pilothouse/system";

/** How long a router may take to tell its settings; of a slow one the last known are told. */
const PATIENCE_MS = 250;

/** The router's network settings for those who watch: one question at a time, and nobody waits for long. */
export class NetworkGlance {
  #last: NetworkView | undefined;
  #asking: Promise<void> | undefined;

  constructor(readonly settings: RouterSettings) {}

  /** As they are, or as they last were; undefined before the router has told them once. */
  readonly view = async (): Promise<NetworkView | undefined> => {
    this.#asking ??= this.settings
      .network()
      .then(
        (view) => {
          this.#last = view;
        },
        () => {
          // A router that does not answer is told as unreachable; this is no news then.
        },
      )
      .finally(() => {
        this.#asking = undefined;
      });
    await within(PATIENCE_MS, this.#asking, () => {});
    return this.#last;
  };
}
