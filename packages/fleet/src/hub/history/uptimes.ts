import type { FleetJudge } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";
import { RecentUptime } from "../inventory/recent-uptime.js";

/** Counts for each node whether its router runs. Nothing is known of those that the hub has not begun to hear. */
export function lookAtNodes(inventory: Inventory, judge: FleetJudge): void {
  const now = inventory.clock.now();
  const isDeaf = judge.situation() === undefined;
  const { findings } = judge.columns();
  for (const node of inventory.all()) {
    const isSettled = node.state === "online" || node.state === "offline";
    const isKnown = !isDeaf && isSettled && !findings(node).includes("nodes.awaited");
    if (isKnown) node.uptime ??= new RecentUptime();
    node.uptime?.look(now, isKnown ? node.runs : undefined);
  }
  inventory.looked();
}
