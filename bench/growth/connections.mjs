// One to 10,000 connections that are open and idle, beside 16 that are busy.
import { infoBody, login, measure } from "../support/calls.mjs";
import { memoryOf, startScript, startService } from "../support/processes.mjs";
import { mebibytes, micros } from "../support/table.mjs";
import { byTurns, median, ratio } from "../support/turns.mjs";

const COUNTS = [1, 10, 100, 1_000, 10_000];
const ROUNDS = 3;
const TURN = { ms: 600 };
const FLAGS = ["--limits-connections", "20000"];

async function started(secure) {
  const service = await startService(FLAGS);
  const port = secure ? service.httpsPort : service.httpPort;
  const target = { pid: service.pid, port, secure, body: infoBody(await login(service)) };
  await measure(target);
  return { service, target };
}

async function along(secure) {
  const quiet = await started(secure);
  const { service, target } = await started(secure);
  const before = memoryOf(service.pid);
  const rows = [];
  const [requests, memories] = [[], []];
  for (const count of COUNTS) {
    const crowd = await startScript("idle.mjs", { port: target.port, secure, count });
    const held = memoryOf(service.pid);
    const { none, many } = await byTurns(ROUNDS, {
      none: async () => (await measure(quiet.target, TURN)).cpu,
      many: async () => (await measure(target, TURN)).cpu,
    });
    await crowd.end();
    const { text, range } = ratio(many, none);
    rows.push({
      carrier: secure ? "HTTPS" : "HTTP",
      "idle connections": count,
      "CPU for a RouterInfo": micros(median(many)),
      "to that with none": `${text} (${range})`,
      memory: mebibytes(held),
      "for each": count < 1_000 ? "" : `${(((held - before) * 1_024) / count).toFixed(1)} KiB`,
    });
    requests.push([count, median(many)]);
    memories.push([count, held]);
  }
  await service.stop();
  await quiet.service.stop();
  return { rows, requests, memories };
}

export async function connections() {
  const plain = await along(false);
  const tls = await along(true);
  return {
    title: "Open connections",
    rows: [...plain.rows, ...tls.rows],
    x: "idle connections",
    lines: [
      { name: "CPU, HTTP", points: plain.requests },
      { name: "CPU, HTTPS", points: tls.requests },
      { name: "memory, HTTP", points: plain.memories },
      { name: "memory, HTTPS", points: tls.memories },
    ],
  };
}
