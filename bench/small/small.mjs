// The service on a machine with little memory and a quarter of a core: first use, a day of history, 100 kept
// connections and a flood of logins. What was answered must be there after kill -9.
import { fileURLToPath } from "node:url";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { History } from "../../packages/server/dist/features/history/history.js";
import { Store, silentLog } from "../../packages/server/dist/index.js";
import { fill } from "../growth/history.mjs";
import { call, infoBody, login, resultOf } from "../support/calls.mjs";
import { openConnection } from "../support/connection.mjs";
import { pace } from "../support/load.mjs";
import { freshDirectory, memoryOf, startScript, startService } from "../support/processes.mjs";
import { mebibytes, millis } from "../support/table.mjs";
import { quantile } from "../support/turns.mjs";
import { makeGroup } from "./cgroup.mjs";

const PROGRAM = [
  process.execPath,
  fileURLToPath(new URL("../../packages/cli/bin/pilothouse.js", import.meta.url)),
];
const DAY = 86_400_000;
const CORES = 0.25;
const MEGABYTES = [96, 64];
const [PER_SECOND, MS] = [20, 10_000];
const [KEPT, LOGGING_IN] = [100, 10];

export async function small() {
  const rows = [];
  for (const megabytes of MEGABYTES) {
    let group;
    try {
      group = makeGroup({ bytes: megabytes * 2 ** 20, cores: CORES });
    } catch (error) {
      process.stdout.write(
        `\nskipped: this machine makes no group of processes with limits (${error.message})\n`,
      );
      return [{ memory: "", result: "skipped" }];
    }
    try {
      rows.push({ memory: `${megabytes} MiB`, ...(await live(group)) });
    } finally {
      await group.remove();
    }
  }
  return rows;
}

/** What it does there; a service that was killed or lost something is an error. */
async function live(group) {
  const start = (dataDir) => startService([], dataDir, group.inside(...PROGRAM));
  const dataDir = freshDirectory();
  const first = await start(dataDir);
  await login(first);
  await first.stop({ keep: true });
  await playDay(dataDir);
  const service = await start(dataDir);
  const Token = await login(service);
  const ask = async (of, method, params) => {
    const connection = await openConnection({ port: of.port, secure: true });
    const result = await resultOf(connection, of.port, call(method, { Token, ...params }));
    connection.close();
    return result;
  };
  const now = Date.now();
  const { series } = await ask(service, "pilothouse.history", { from: now - DAY, to: now });
  const known = series[0].values.filter((value) => value !== null).length;
  if (known < series[0].values.length / 2) throw new Error("the history of the day is lost");
  const kept = await startScript("idle.mjs", { port: service.port, secure: true, count: KEPT });
  const paced = async () =>
    (await pace({ port: service.port, secure: true, body: infoBody(Token), perSecond: PER_SECOND, ms: MS }))
      .latencies;
  const quiet = await paced();
  const flood = await startScript("flood.mjs", { port: service.port, clients: LOGGING_IN });
  await flood.say("flood");
  const flooded = await paced();
  await ask(service, "NetworkSetting", { "svc.router.net.bw.share": "37" });
  const { logins } = await flood.say("rest");
  await flood.end();
  const memory = memoryOf(service.pid);
  await kept.end();
  await service.stop({ keep: true, signal: "SIGKILL" });
  const after = await start(dataDir);
  const { "svc.router.net.bw.share": share } = await ask(after, "NetworkSetting", {
    "svc.router.net.bw.share": null,
  });
  if (share !== "37") throw new Error(`a setting that was answered is lost: ${share}`);
  await after.stop();
  if (group.killed() > 0) throw new Error(`the kernel killed ${group.killed()} processes for want of memory`);
  return {
    "first use, ready": millis(first.readyMs),
    "p99, 100 connections kept": millis(quantile(quiet, 0.99)),
    "p99, logins without pause": millis(quantile(flooded, 0.99)),
    logins,
    "resident then": mebibytes(memory),
    "most that was counted": mebibytes(group.peak() / 2 ** 20),
  };
}

/** The store after a day in which nobody was there. */
async function playDay(dataDir) {
  const store = Store.open(dataDir);
  const clock = { time: systemClock.now() - DAY, now: () => clock.time };
  const history = new History(store, clock, silentLog);
  history.start();
  fill(history, clock, clock.time + DAY);
  await history.save();
  await store.close();
}
