import type { Feature } from "../../feature.js";
import type { Access } from "../access/feature.js";
import type { Acting } from "../acting/feature.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { Sampled } from "../sampling/feature.js";
import { Applier } from "./applier.js";
import { applyingHandlers } from "./handlers.js";

interface Needs extends Sampled, Access, Acting {
  readonly recorded: RecordedSettings;
}

/** Settings of a template, applied all or nothing. */
export const apply: Feature<Needs, object, "pilothouse.apply"> = {
  name: "apply",
  open({ recorded, ...needs }) {
    const { grants } = needs.auth;
    const snapshot = () => needs.sampler.current();
    const applier = new Applier({ ...needs, settings: recorded, snapshot, grants });
    return {
      provides: {},
      handlers: applyingHandlers({ ...needs, applier, grants }),
      start: () => applier.start(),
      stop: () => applier.close(),
    };
  },
};
