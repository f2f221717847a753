import type { NodeEntry } from "@pilothouse/protocol";

/** Whether it is no member of the fleet, at least not yet: it can only be accepted, adopted or removed. */
export const isOutsider = ({ state }: Pick<NodeEntry, "state">): boolean =>
  state === "waiting" || state === "unknown";
