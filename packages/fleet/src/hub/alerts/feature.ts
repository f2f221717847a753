import type { Feature, Settings } from "@pilothouse/server";
import { HUB_ROWS, type HubSettings } from "../hub-settings.js";
import type { NodesProvide } from "../nodes/feature.js";
import { NodeAlerts } from "./node-alerts.js";

/** What the hub's operator is notified of. */
export const nodeAlerts: Feature<
  Pick<NodesProvide, "inventory" | "reportsSince"> & { readonly settings: () => Settings },
  { readonly alertSource: NodeAlerts }
> = {
  name: "node-alerts",
  open({ inventory, reportsSince, settings }) {
    const alertSource = new NodeAlerts({
      ...{ inventory, reportsSince },
      offlineAfter: () =>
        (settings() as Partial<HubSettings>)["hub.offline_alert"] ?? HUB_ROWS["hub.offline_alert"].default,
    });
    return { provides: { alertSource }, handlers: {} };
  },
};
