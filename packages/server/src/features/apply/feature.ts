import type { Feature } from "../../feature.js";
import type { Access } from "../access/feature.js";
import type { Acting } from "../acting/feature.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { Sampled } from "../sampling/feature.js";
import type { Budget } from "../traffic/budget/budget.js";
import type { ManagedTunnels } from "../tunnels/managed-tunnels.js";
import { Applier } from "./applier.js";
import { applyingHandlers } from "./handlers.js";
import { TemplateTunnels } from "./template-tunnels.js";

interface Needs extends Sampled, Access, Acting {
  readonly recorded: RecordedSettings;
  readonly managedTunnels: ManagedTunnels;
  readonly budget: Pick<Budget, "own">;
}

/** Settings of a template, applied all or nothing. */
export const apply: Feature<Needs, object, "pilothouse.apply"> = {
  open({ recorded, managedTunnels, budget, ...needs }) {
    const { grants } = needs.auth;
    const snapshot = () => needs.sampler.current();
    const tunnels = new TemplateTunnels(managedTunnels);
    const withOwnLimits = budget.own.bind(budget);
    const applier = new Applier({ ...needs, settings: recorded, tunnels, withOwnLimits, snapshot, grants });
    return {
      provides: {},
      handlers: applyingHandlers({ ...needs, applier, grants }),
      start: () => applier.start(),
      stop: () => applier.close(),
    };
  },
};
