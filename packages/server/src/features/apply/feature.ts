import type { Router } from "@pilothouse/drivers/port";
import { Applier } from "../../applying/applier.js";
import type { Auth } from "../../auth/auth.js";
import type { RecordedSettings } from "../../changes/recorded-settings.js";
import type { Feature, Kernel } from "../../feature.js";
import type { GracefulOrder } from "../../graceful/graceful-order.js";
import { applyingHandlers } from "../../rpc/handlers/applying.js";
import type { RouterLine } from "../../rpc/router-line.js";
import type { Sampler } from "../../telemetry/sampler.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly recorded: RecordedSettings;
  readonly sampler: Sampler;
  readonly line: RouterLine;
  readonly auth: Auth;
  readonly order: GracefulOrder;
}

/** Settings of a template, applied all or nothing. */
export const apply: Feature<Needs, object, "pilothouse.apply"> = {
  name: "apply",
  open({ auth: { grants }, store, router, recorded, sampler, clock, log, line, order }) {
    const snapshot = () => sampler.current();
    const applier = new Applier({
      ...{ store, router, settings: recorded, snapshot, clock, log, order, grants },
    });
    return {
      provides: {},
      handlers: applyingHandlers({ applier, line, grants, log }),
      start: () => applier.start(),
      stop: () => applier.close(),
    };
  },
};
