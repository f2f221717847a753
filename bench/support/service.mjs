// The service with extra commands for benches, each a word on standard input: its simulated router
// hangs and comes back, or its memory use after a garbage collection is printed.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { Simulator } from "../../packages/drivers/dist/simulator.js";
import { loadSettings, Service, silentLog } from "../../packages/server/dist/index.js";
import { freshDirectory } from "./processes.mjs";

const dataDir = freshDirectory();
const flags = {
  data_dir: dataDir,
  ...{ "https.port": "0", "http.port": "0", "http.jsonrpc": "true" },
  "auth.allow_factory_password": "true",
};
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
let simulator;
const service = new Service({
  settings: loadSettings({ flags, env: {} }).settings,
  makeRouter: (_settings, storage) => {
    simulator = new Simulator({ seed: 1, clock: systemClock, storage: storage("simulator") });
    return simulator;
  },
  clock: systemClock,
  log: silentLog,
  version: "0.0.0-bench",
});
await service.start();
const { https, http } = service;
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
print({ https, http });
for await (const word of createInterface(process.stdin)) {
  if (word === "hang") simulator.faults.hang();
  if (word === "release") simulator.faults.release();
  if (word === "collect") collect();
  const { rss, heapUsed } = process.memoryUsage();
  print({ rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 });
}
await service.stop();
rmSync(dataDir, { recursive: true });
