import type { Clock } from "@pilothouse/drivers/port";
import type { HubBus, NodeId } from "../../../bus/hub-bus.js";
import type { FleetState } from "../../../state/state.js";
import type { Authority } from "../../operators/authority.js";
import type { FleetView } from "../../view/view.js";
import type { Wanted } from "./steps.js";

export interface EngineOptions {
  readonly state: FleetState;
  readonly bus: Pick<HubBus, "call" | "notify" | "connected">;
  readonly view: FleetView;
  readonly clock: Clock;
  /** This hub's name for ever: what it held when it was ended is its own when it starts again. */
  readonly hub: string;
  /** What a template wants of a node. */
  readonly wantedOf: (document: string | undefined, node: NodeId) => Wanted | undefined;
  /** Whether the person or program that ordered a roll-out may still have it done. */
  readonly authority: Pick<Authority, "refusal" | "refused">;
  readonly log: (message: string) => void;
}
