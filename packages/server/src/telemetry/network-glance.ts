import type { NetworkView, RouterSettings } from "@pilothouse/drivers/port";
import { lastKnown } from "@pilothouse/system";

/** How long to wait for the router's settings; after that, the last known ones are used. */
const PATIENCE_MS = 250;

/** The router's network settings for the console: the current ones, or undefined before they were reported once. */
export class NetworkGlance {
  readonly view: () => Promise<NetworkView | undefined>;

  constructor(settings: RouterSettings) {
    this.view = lastKnown(PATIENCE_MS, () => settings.network());
  }
}
