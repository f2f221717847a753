// A service with as much on record as it keeps, and a router whose log was written by somebody hostile.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { Simulator } from "../../packages/drivers/dist/simulator.js";
import { loadSettings, Service, silentLog } from "../../packages/server/dist/index.js";
import { freshDirectory } from "../support/processes.mjs";

const dataDir = freshDirectory();
const logFile = join(dataDir, "router.log");
mkdirSync(dataDir, { recursive: true });
/** What looks like the beginning of an address, a key, a mail address or a name, and goes on without end. */
const LINES = ["A", ":", "a.", "1.", "a@", "=", "ab:", "~"].map((piece) =>
  piece.repeat(30_000 / piece.length),
);
writeFileSync(logFile, LINES.map((line) => `${line}\n`.repeat(4)).join(""));
const flags = {
  data_dir: dataDir,
  ...{ "https.port": "0", "http.port": "0", "http.jsonrpc": "true" },
  ...{ "auth.allow_factory_password": "true", "metrics.enabled": "true", "metrics.allow_loopback": "true" },
};
const service = new Service({
  settings: loadSettings({ flags, env: {} }).settings,
  makeRouter: (_settings, storage) =>
    new Simulator({ seed: 1, clock: systemClock, storage: storage("simulator") }),
  routerFiles: () => ({ log: { file: logFile }, secrets: [], backup: [] }),
  clock: systemClock,
  log: silentLog,
  version: "0.0.0-bench",
});
await service.start();
const { https, http } = service;
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** Processor time of the thread that answers, in milliseconds: other programs on this machine do not add to it. */
const spent = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
let longest = 0;
let before = spent();
setInterval(() => {
  const now = spent();
  longest = Math.max(longest, now - before);
  before = now;
}, 5).unref();

print({ https, http });
for await (const _word of createInterface(process.stdin)) {
  print({ longest });
  longest = 0;
}
await service.stop();
rmSync(dataDir, { recursive: true });
