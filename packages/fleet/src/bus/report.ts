/** What a node says of itself, every few seconds and after a change. Small: fifty thousand nodes send it. */
export interface Report {
  /** The node's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** Version of the service. */
  readonly service: string;
  /** Which kind of router, as `pilothouse.status` names it. */
  readonly router: string;
  readonly simulated: boolean;
  /** Version of the router; empty when it is not known. */
  readonly version: string;
  /** running, starting, stopping, stopped, draining, crashed or unreachable. */
  readonly phase: string;
  /** The router's reachability, as the interface's `router.net.status` code; null when it is not known. */
  readonly netStatus: number | null;
  /** Bytes per second over 15 seconds. */
  readonly inbound: number;
  readonly outbound: number;
  /** Tunnels of others that pass through. */
  readonly participating: number;
  /** Milliseconds since the router's start. */
  readonly uptime: number;
  /** How many starts of the router the service has seen; it grows by each. */
  readonly starts: number;
  /** Whether its router crashes again and again, as its own health says; a restart that was ordered is no crash. */
  readonly crashing: boolean;
  readonly restartNeeded: boolean;
  /** Checksum of the settings that the router has. */
  readonly settings: string;
  /** Checksum of the template that was applied last; null before the first. */
  readonly applied: string | null;
  /** Whether settings differ from what was applied last. */
  readonly drifted: boolean;
  /** What `pilothouse.health` says there. Missing from reports of older nodes. */
  readonly verdict?: string | undefined;
  /** What the node is called, as far as it knows. Only in reports that a hub asked for: it may not know the node. */
  readonly name?: string;
  /** The key with which the node signs its answers; in the same reports. */
  readonly signing?: string;
  /** What the node lets a hub do. */
  readonly allow: "read" | "operate" | "all";
}
