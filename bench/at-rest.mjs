// What the service costs without requests, and its memory after many.
import { setTimeout as sleep } from "node:timers/promises";
import { idleWithI2pd } from "./i2pd/i2pd.mjs";
import { besideRelease } from "./small/release.mjs";
import { infoBody, login } from "./support/calls.mjs";
import { openConnection, requestText } from "./support/connection.mjs";
import {
  bareBeside,
  cpuOf,
  freshDirectory,
  memoryOf,
  startService,
  writtenBy,
} from "./support/processes.mjs";
import { mebibytes, millis } from "./support/table.mjs";
import { median } from "./support/turns.mjs";

const STARTS = 5;
/** History is saved once in this time. */
const IDLE_MS = 10 * 60_000;
/** Afterwards, what the start has compiled and left behind is gone. */
const SETTLED_MS = 60_000;
/** Long enough for connections to be closed and for what is saved later. */
const SETTLE_MS = 2_000;
const REQUESTS = 10_000;
const CLIENTS = 16;

export async function atRest() {
  const [starts, answers] = [[], []];
  for (let start = 0; start < STARTS; start++) {
    const service = await startService();
    await login(service);
    answers.push(performance.now() - service.began);
    starts.push(service.readyMs);
    await service.stop();
  }
  const service = await restarted();
  const bare = await bareBeside(service.dataDir);
  await sleep(SETTLED_MS);
  const [before, written] = [cpuOf(service.pid), writtenBy(service.pid)];
  await sleep(IDLE_MS);
  const [memory, bareMemory] = [memoryOf(service.pid), memoryOf(bare.pid)];
  const aDay = ((writtenBy(service.pid) - written) * 86_400_000) / IDLE_MS / 1e6;
  const idleCpu = cpuOf(service.pid) - before;
  const [loaded, bareLoaded] = await loadedMemory(service, bare);
  await bare.stop();
  const idle = [
    [`from start to ready, empty data directory (median of ${STARTS})`, millis(median(starts))],
    ["from start to the first answer, a login", millis(median(answers))],
    ["memory, idle, after a restart", mebibytes(memory)],
    ["to a bare node:https server's", besideRelease("memory, idle", memory / bareMemory)],
    [`memory, after ${REQUESTS.toLocaleString("en")} requests and a login`, mebibytes(loaded)],
    [
      "to a bare server's after as many",
      besideRelease("memory, after 10,000 requests and a login", loaded / bareLoaded),
    ],
    ["written to disk, idle, MB a day", besideRelease("MB a day written, idle", aDay, 1)],
    ["CPU, idle", ofACore(idleCpu, IDLE_MS)],
  ];
  await service.stop();
  const { memory: besideRouter, cpu, ms } = idleWithI2pd();
  idle.push(
    ["memory, idle, with a real i2pd", mebibytes(besideRouter)],
    ["CPU, idle, with a real i2pd", ofACore(cpu, ms)],
  );
  return idle.map(([what, cost]) => ({ "at rest": what, cost }));
}

const ofACore = (micros, ms) => `${((micros / 1e3 / ms) * 100).toFixed(2)}% of a core`;

/** Of both, after a login to the one and as many requests to each. */
async function loadedMemory(service, bare) {
  await ask(service.port, infoBody(await login(service)));
  await ask(bare.port, "{}");
  await sleep(SETTLE_MS);
  return [memoryOf(service.pid), memoryOf(bare.pid)];
}

/** Many requests, over HTTPS. */
async function ask(port, body) {
  const text = requestText({ port, body });
  let left = REQUESTS;
  const client = async () => {
    const connection = await openConnection({ port, secure: true });
    while (left-- > 0) await connection.ask(text);
    connection.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** As it is on most days: with its certificate and its store. */
async function restarted() {
  const dataDir = freshDirectory();
  const first = await startService([], dataDir);
  await first.stop({ keep: true });
  return startService([], dataDir);
}
