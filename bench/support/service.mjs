// The service with a simulated router that hangs or comes back, by a word on standard input.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
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
  print({ done: word });
}
await service.stop();
rmSync(dataDir, { recursive: true });
