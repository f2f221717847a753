import type { Call } from "@pilothouse/server";
import type { FleetState } from "../state/state.js";
import type { Seers } from "./select.js";
import type { SeenNode } from "./view.js";

/** What the methods of roll-outs and of the template need. */
export interface RolloutParts<N extends SeenNode> extends Seers<N> {
  readonly state: FleetState;
  readonly nameOf: (call: Call) => string;
  readonly now: () => number;
  /** This hub's name for ever. */
  readonly hub: string;
}
