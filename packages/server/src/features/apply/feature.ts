import type { Router } from "@pilothouse/drivers/port";
import type { Auth } from "../../auth/auth.js";
import type { Feature, Kernel } from "../../feature.js";
import type { GracefulOrder } from "../acting/graceful-order.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { Sampler } from "../sampling/sampler.js";
import { Applier } from "./applier.js";
import { applyingHandlers } from "./handlers.js";

interface Needs extends Kernel {
  readonly router: Router;
  readonly recorded: RecordedSettings;
  readonly sampler: Sampler;
  readonly routerQueue: RouterQueue;
  readonly auth: Auth;
  readonly order: GracefulOrder;
}

/** Settings of a template, applied all or nothing. */
export const apply: Feature<Needs, object, "pilothouse.apply"> = {
  name: "apply",
  open({ auth: { grants }, store, router, recorded, sampler, clock, log, routerQueue, order }) {
    const snapshot = () => sampler.current();
    const applier = new Applier({
      ...{ store, router, settings: recorded, snapshot, clock, log, order, grants },
    });
    return {
      provides: {},
      handlers: applyingHandlers({ applier, router, routerQueue, grants, log }),
      start: () => applier.start(),
      stop: () => applier.close(),
    };
  },
};
