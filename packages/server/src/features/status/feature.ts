import type { Feature } from "../../feature.js";
import { watchingHandlers } from "../../rpc/handlers/watching.js";

type Needs = Parameters<typeof watchingHandlers>[0];

/** What someone who watches the router wants to see. */
export const status: Feature<Needs, object, "pilothouse.status" | "pilothouse.history"> = {
  name: "status",
  open: (needs) => ({ provides: {}, handlers: watchingHandlers(needs) }),
};
