import type { MethodName } from "@pilothouse/protocol";
import type fc from "fast-check";
import type { Ability } from "../port/system.js";
import type { World } from "../world/world.js";

/** Something that can happen to a service. */
export interface Command<G = unknown> {
  readonly name: string;
  /** The methods that it calls. */
  readonly methods?: readonly MethodName[];
  /** What a system must be able to do for it. */
  readonly needs?: Ability;
  /**
   * Before it, or around it, everything that must hold is checked in any case: it goes back to what was, or the process
   * ends with it.
   */
  readonly checks?: "before" | "around";
  /** How often it is chosen, compared with others; 4 if it does not say. */
  readonly weight?: number;
  /** What it is done with. JSON, so that a sequence can be written down. */
  readonly given: fc.Arbitrary<G>;
  run(world: World, given: G): Promise<void>;
}

/** The compiler checks that `run` takes what `given` makes; the list of all commands does not need to know. */
export const command = <G>(one: Command<G>): Command => one as Command;
