import type { Feature } from "../../feature.js";
import type { Access } from "../access/feature.js";
import type { Sampled } from "../sampling/feature.js";
import type { Updates } from "../updates/feature.js";
import { GracefulOrder } from "./graceful-order.js";
import { actingHandlers } from "./handlers.js";

interface Needs extends Sampled, Access, Updates {
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
}

export interface Acting {
  readonly order: GracefulOrder;
}

/** What the router can be told to do. */
export const acting: Feature<Needs, Acting, "RouterManager" | "pilothouse.cancel"> = {
  open(needs) {
    const { grants } = needs.auth;
    const order = new GracefulOrder({ ...needs, grants });
    return {
      provides: { order },
      handlers: actingHandlers({ ...needs, grants, order }),
      opened: () => order.start(),
      stop: () => order.stop(),
    };
  },
};
