import type { Feature } from "../../feature.js";
import { membershipHandlers } from "./handlers.js";
import type { Membership } from "./membership.js";

interface Needs {
  /** Absent where the service cannot belong to a fleet. */
  readonly membership?: Membership | undefined;
}

/** Belonging to a fleet. */
export const membership: Feature<Needs, object, keyof ReturnType<typeof membershipHandlers>> = {
  name: "membership",
  open: ({ membership: given }) => ({ provides: {}, handlers: membershipHandlers(given) }),
};
