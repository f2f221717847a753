import type { Clock } from "@pilothouse/drivers/port";
import { type Feature, FINDINGS_FOUND, type Settings } from "@pilothouse/server";
import { HUB_ROWS, type HubSettings } from "../hub-settings.js";
import type { NodesProvide } from "../nodes/feature.js";
import type { Operators } from "../operators/operators.js";
import { NodeAlerts } from "./node-alerts.js";

interface Needs extends Pick<NodesProvide, "inventory" | "judge"> {
  readonly settings: () => Settings;
  readonly operators: Operators;
  readonly clock: Clock;
}

/** Whether all is well with the fleet, and what to notify when it is not. */
export const health: Feature<Needs, { readonly alertSource: NodeAlerts }, "pilothouse.health"> = {
  open({ inventory, judge, settings, operators, clock }) {
    const offlineAfter = () =>
      (settings() as Partial<HubSettings>)["hub.offline_alert"] ?? HUB_ROWS["hub.offline_alert"].default;
    return {
      provides: { alertSource: new NodeAlerts({ inventory, judge, offlineAfter }) },
      handlers: {
        // A hub has no router whose last answer could be old.
        "pilothouse.health": (_params, { session }) => ({
          ...{ time: clock.now(), sampled: null, age: null },
          ...judge.verdict(operators.sees(session)),
        }),
      },
      metrics: (add) => add(FINDINGS_FOUND, judge.verdict()),
    };
  },
};
