import type { Audit } from "../../audit/audit.js";
import type { AllFeatures, Feature, Kernel } from "../../feature.js";
import { serviceHandlers } from "./handlers.js";
import { WebApps } from "./web-apps.js";

interface Needs extends Kernel, AllFeatures {
  readonly audit: Audit;
}

/** What concerns the service itself rather than the router. */
export const service: Feature<
  Needs,
  { readonly webApps: WebApps },
  keyof ReturnType<typeof serviceHandlers>
> = {
  open({ store, settings, audit, version, features }) {
    const webApps = new WebApps(store, () => settings()["http.jsonrpc"]);
    return {
      provides: { webApps },
      handlers: serviceHandlers({ webApps, audit, version, ...features }),
    };
  },
};
