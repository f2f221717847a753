import type { Feature, Settings } from "@pilothouse/server";
import { HUB_ROWS, type HubSettings } from "../hub-settings.js";
import type { NodesProvide } from "../nodes/feature.js";
import { NodeRules } from "./node-rules.js";

/** What the hub's operator is notified of. */
export const nodeAlerts: Feature<
  Pick<NodesProvide, "inventory" | "reportsSince"> & { readonly settings: () => Settings },
  { readonly rules: NodeRules }
> = {
  name: "node-alerts",
  open({ inventory, reportsSince, settings }) {
    const rules = new NodeRules({
      nodes: () => inventory.all(),
      size: () => inventory.size,
      name: (id) => inventory.find(id)?.name,
      reportsSince,
      offlineAfter: () =>
        (settings() as Partial<HubSettings>)["hub.offline_alert"] ?? HUB_ROWS["hub.offline_alert"].default,
    });
    return { provides: { rules }, handlers: {} };
  },
};
