import type { Behaviour } from "../../reference/behaviour.js";
import type { ReferenceOptions } from "../../reference/server.js";

/** A server that is right by the letter of the specification, and unlike the reference in one way. */
export interface Freedom {
  /** What this server does its own way. */
  readonly says: string;
  readonly server: () => ReferenceOptions;
  /** The checks that meet it; all when left out. */
  readonly meets?: RegExp;
  /** What it should do and does not; nothing that it must. */
  readonly should?: readonly string[];
}

export const freedom = (
  says: string,
  behaviour: () => Partial<Behaviour>,
  more: Pick<Freedom, "meets" | "should"> = {},
): Freedom => ({ says, server: () => ({ behaviour: behaviour() }), ...more });
