import { optional } from "../../kernel/shapes.js";
import { count, orNull } from "../../value-types/value-types.js";

/** Of the methods that write settings of the router: so that nobody overwrites what somebody else has changed since. */
export const IF_REVISION = optional(
  orNull(count),
  "Extension: the `Revision` at which the settings were read. If any was changed since, whether here or by another method, that is an error that says who changed what, and nothing is written. Null asks for the present `Revision`. Without it, the last write counts.",
);

export const REVISION = optional(
  count,
  "The number of the last change of settings: the newest `id` of `pilothouse.changes`, tunnels left out. With `IfRevision` null.",
);
