import type { FleetJudge } from "../findings/judge.js";
import type { Inventory } from "../inventory/inventory.js";

/** What is sampled: all nodes that are online together, how many there are and are online, and how many have a finding. */
export const FLEET_STATS = [
  ...["bw.sendRate", "bw.recvRate", "tunnel.participatingTunnels"],
  ...["nodes.members", "nodes.online", "nodes.found"],
] as const;

/** Of now; undefined while the hub cannot know: it has no bus, or has just begun to listen to its nodes. */
export function figuresOf(inventory: Inventory, judge: FleetJudge): readonly number[] | undefined {
  if (judge.situation() === undefined) return undefined;
  const { findings, verdict } = judge.columns();
  let [members, online, found] = [0, 0, 0];
  for (const node of inventory.all()) {
    if (node.standing !== "member") continue;
    if (findings(node).includes("nodes.awaited")) return undefined;
    members++;
    if (node.state === "online") online++;
    if (verdict(node) === "warning" || verdict(node) === "problem") found++;
  }
  const { inbound, outbound, participating } = inventory.summary();
  return [outbound, inbound, participating, members, online, found];
}
