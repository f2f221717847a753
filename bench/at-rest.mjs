// What the service costs when nobody asks: start, memory, CPU.
import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf, memoryOf, startService } from "./processes.mjs";

const STARTS = 5;
const IDLE_MS = 20_000;

export async function atRest() {
  const starts = [];
  for (let start = 0; start < STARTS; start++) {
    const service = await startService();
    starts.push(service.readyMs);
    await service.stop();
  }
  const service = await startService();
  await sleep(3_000);
  const before = cpuOf(service.pid);
  await sleep(IDLE_MS);
  const row = {
    "start to ready, ms (median)": Math.round(starts.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)]),
    "idle memory, MiB": Math.round(memoryOf(service.pid)),
    "idle CPU, %": Number((((cpuOf(service.pid) - before) / 1e3 / IDLE_MS) * 100).toFixed(2)),
  };
  await service.stop();
  return [row];
}
