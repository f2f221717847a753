/** The public half of a node's key (NKey, `U…`). Names and labels may change; this is who it is. */
export type NodeId = string;
