import type { Clock } from "@pilothouse/drivers/port";
import type { Grant } from "@pilothouse/server";
import type { HubBus, NodeId } from "../../../bus/hub-bus.js";
import type { FleetState } from "../../../state/state.js";
import type { FleetView, SeenNode } from "../../view/view.js";
import type { Wanted } from "./steps.js";

/** Whether the person or program that ordered a roll-out may still have it done. */
export interface RolloutAuthority {
  /** Why not: at all, or on this node. */
  refusal(grant: Grant | undefined, node?: SeenNode): string | undefined;
  /** Puts it on record. */
  refused(grant: Grant | undefined, refusal: { readonly what: string; readonly why: string }): Promise<void>;
}

export interface EngineOptions {
  readonly state: FleetState;
  readonly bus: Pick<HubBus, "call" | "notify" | "connected">;
  readonly view: FleetView;
  readonly clock: Clock;
  /** This hub's name for ever: what it held when it was ended is its own when it starts again. */
  readonly hub: string;
  /** What a template wants of a node. */
  readonly wantedOf: (document: string | undefined, node: NodeId) => Wanted | undefined;
  readonly authority: RolloutAuthority;
  readonly log: (message: string) => void;
}
