// A hub with many nodes that report, all in this process and without a broker, for benches of its page. Prints where it
// is when all of them are there, and ends with its standard input.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { systemClock, ticksOf } from "../../packages/drivers/dist/port.js";
import { checkHubSettings, openHub, SqliteState } from "../../packages/fleet/dist/index.js";
import { loadSettings, Service, silentLog } from "../../packages/server/dist/index.js";
import { freshDirectory } from "../support/processes.mjs";

const { nodes, consoleDir } = JSON.parse(process.argv[2]);
const REPORT_MS = 15_000;
const dataDir = freshDirectory();
const flags = {
  data_dir: dataDir,
  ...{ "https.port": "0", "http.port": "0", "auth.allow_factory_password": "true" },
};
const ids = Array.from({ length: nodes }, (_, n) => `U-BENCH-${n}`);
const report = (n) => ({
  ...{ at: Date.now(), service: "0.1.0", router: "i2pd", simulated: false, version: `2.5${n % 7}.0` },
  ...{ phase: n % 500 === 0 ? "stopped" : "running", netStatus: n % 100 === 0 ? 2 : 0, verdict: "ok" },
  ...{ inbound: (n * 7919) % 1_000_000, outbound: (n * 104_729) % 1_000_000, participating: n % 4_000 },
  ...{ uptime: 60_000, starts: 1, crashing: false, restartNeeded: false, settings: "a", applied: null },
  ...{ drifted: false, allow: "all" },
});

async function openState({ store }) {
  const state = new SqliteState(store);
  await Promise.all(
    ids.map((id, n) => {
      const record = {
        name: `node-${n}`,
        labels: { site: `s${n % 10}` },
        joined: Date.now(),
        invitation: "",
      };
      return state.put(`node/${id}`, JSON.stringify(record), 0);
    }),
  );
  return state;
}

let events;
const service = new Service({
  settings: loadSettings({ flags, env: {} }).settings,
  check: checkHubSettings,
  openCore: (parts) =>
    openHub(parts, {
      bus: { bus: "embedded", host: "127.0.0.1", port: 0, addresses: [], program: "none", shared: false },
      openState,
      openBus: async (options) => {
        ({ events } = options);
        events.onConnected(true);
        return {
          connected: true,
          addresses: [],
          notify: async () => {},
          close: async () => {},
          enrolment: {},
        };
      },
    }),
  consoleDir,
  clock: systemClock,
  log: silentLog,
  version: "0.1.0",
});
await service.start();
const all = () => {
  for (const [n, id] of ids.entries()) events.onReport(id, report(n), ticksOf(systemClock));
};
all();
// As real nodes do: not all at the same moment.
let next = 0;
const some = Math.ceil(nodes / (REPORT_MS / 50));
const reporting = setInterval(() => {
  for (let n = 0; n < some; n++, next = (next + 1) % nodes)
    events.onReport(ids[next], report(next), ticksOf(systemClock));
}, 50);
process.stdout.write(`${JSON.stringify({ http: service.http })}\n`);
for await (const _word of createInterface(process.stdin));
clearInterval(reporting);
await service.stop();
rmSync(dataDir, { recursive: true });
