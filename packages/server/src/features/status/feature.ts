import type { Feature } from "../../feature.js";
import { type Needs, statusHandlers } from "./handlers.js";

/** How the router is now. */
export const status: Feature<Needs, object, keyof ReturnType<typeof statusHandlers>> = {
  name: "status",
  open: (needs) => ({ provides: {}, handlers: statusHandlers(needs) }),
};
