import type { Audit } from "../../audit/audit.js";
import type { Auth } from "../../auth/auth.js";
import type { Feature, Kernel } from "../../feature.js";
import { GracefulOrder } from "./graceful-order.js";
import { actingHandlers } from "./handlers.js";

type Needs = Kernel &
  Omit<Parameters<typeof actingHandlers>[0], "grants" | "order"> & {
    readonly auth: Auth;
    readonly audit: Audit;
  };

export interface Provides {
  readonly order: GracefulOrder;
}

/** What the router can be told to do. */
export const acting: Feature<Needs, Provides, keyof ReturnType<typeof actingHandlers>> = {
  name: "acting",
  open({ auth: { grants }, ...needs }) {
    const { store, router, audit, clock, log } = needs;
    const order = new GracefulOrder({ store, grants, router, audit, clock, log });
    return {
      provides: { order },
      handlers: actingHandlers({ ...needs, grants, order }),
      opened: () => order.start(),
      stop: () => order.stop(),
    };
  },
};
