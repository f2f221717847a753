// How long calls to honest nodes take while one node of the fleet sends as much as it can for a minute.
// Runs in a network that holds nothing but the loopback.
import { inFleetNetwork } from "./fleet/network.mjs";
import { millis } from "./support/table.mjs";

export async function hostileNode() {
  const { honest, quiet, attacked, after, sent } = inFleetNetwork("../hostile/measure.mjs");
  const row = (name, { p50, p99, longest, failed, cores }) => ({
    "": name,
    p50: millis(p50),
    p99: millis(p99),
    longest: millis(longest),
    failed,
    "hub, cores": cores.toFixed(2),
    "p99 to quiet": name === "quiet" ? "" : (p99 / quiet.p99).toFixed(2),
  });
  return {
    [`100 calls a second to ${honest} honest nodes; the hostile one logged in ${sent.logins} times and sent ${sent.messages} messages, ${Math.round(sent.bytes / 2 ** 20)} MiB`]:
      [row("quiet", quiet), row("under attack", attacked), row("quiet again", after)],
  };
}
