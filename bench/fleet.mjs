// A hub and its nats-server as processes of their own, and as many nodes as wanted, simulated in another process.
// Runs in a network that holds nothing but the loopback. BENCH_FLEET_NODES=50000 measures other numbers of nodes
// than 100, 1,000 and 10,000, separated by commas.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function fleet() {
  const counts = (process.env.BENCH_FLEET_NODES ?? "100,1000,10000").split(",").map(Number);
  return counts.map((count) => {
    const inside = [process.execPath, here("./fleet/measure.mjs"), String(count)];
    const { status, stdout } = spawnSync(process.execPath, [here("../scripts/nats.mjs"), "run", ...inside], {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the fleet of ${count} nodes could not be measured`);
    return JSON.parse(stdout.trim().split("\n").at(-1));
  });
}
