// RouterInfo with the 14 keys, against a bare server that answers a constant of the same size, and against the service
// of another revision if there is one.
// The two take turns, so that the machine's noise falls on both alike; medians of the rounds count.
import { join } from "node:path";
import { ROUTER_INFO } from "../packages/protocol/dist/index.js";
import { load } from "./support/load.mjs";
import { cpuOf, startBare, startService } from "./support/processes.mjs";

const ROUNDS = 7;
const MS = 2_000;
const CONNECTIONS = 16;

const call = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(target) {
  const before = cpuOf(target.pid);
  const { count, last } = await load({ ...target, connections: CONNECTIONS, ms: MS });
  return { perSecond: (count * 1_000) / MS, cpu: (cpuOf(target.pid) - before) / count, last };
}

async function login(service) {
  const body = call("Authenticate", { API: 1, Password: "itoopie" });
  const { last } = await load({ port: service.httpPort, connections: 1, body, ms: 0 });
  return JSON.parse(last).result.Token;
}

/** Both take turns, after each has had one round for itself. */
async function sideBySide(ours, other) {
  await measure(ours);
  await measure(other);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await measure(ours), other: await measure(other) });
  const of = (who, what) => median(rounds.map((round) => round[who][what]));
  const ratios = rounds.map((round) => round.other.cpu / round.ours.cpu);
  return {
    "ours req/s": Math.round(of("ours", "perSecond")),
    "other req/s": Math.round(of("other", "perSecond")),
    "ours CPU us": Number(of("ours", "cpu").toFixed(1)),
    "other CPU us": Number(of("other", "cpu").toFixed(1)),
    "CPU ratio": Number(median(ratios).toFixed(2)),
    "from..to": `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`,
    "reply bytes": rounds[0].ours.last.length,
  };
}

const CARRIERS = { HTTP: false, HTTPS: true };

async function startTarget(program) {
  const service = await startService([], undefined, program);
  const keys = Object.entries(ROUTER_INFO).filter(([, row]) => !row.extension);
  const params = Object.fromEntries(keys.map(([key]) => [`svc.${key}`, ""]));
  const body = call("RouterInfo", { Token: await login(service), ...params });
  const on = (secure) => ({
    pid: service.pid,
    port: secure ? service.httpsPort : service.httpPort,
    secure,
    body,
  });
  return { service, on };
}

async function againstBare({ service, on }, title, secure) {
  const { last } = await measure(on(secure));
  const tls = secure
    ? { CERT: join(service.dataDir, "certificate.pem"), KEY: join(service.dataDir, "key.pem") }
    : {};
  const bare = await startBare({ BODY: last, ...tls });
  const row = await sideBySide(on(secure), { ...on(secure), ...bare });
  await bare.stop();
  return { carrier: title, other: "a bare server", ...row };
}

/**
 * With a built checkout of another revision in PILOTHOUSE_BENCH_OTHER, its service is measured too. Both are started
 * for that: Node's code is faster in a process that has only seen one kind of connection.
 */
async function againstRevision(dir) {
  const ours = await startTarget();
  const other = await startTarget([process.execPath, join(dir, "packages/cli/bin/pilothouse.js")]);
  const rows = [];
  for (const [carrier, secure] of Object.entries(CARRIERS))
    rows.push({
      carrier,
      other: "another revision",
      ...(await sideBySide(ours.on(secure), other.on(secure))),
    });
  await ours.service.stop();
  await other.service.stop();
  return rows;
}

export async function routerInfo() {
  const ours = await startTarget();
  const rows = [];
  for (const [carrier, secure] of Object.entries(CARRIERS))
    rows.push(await againstBare(ours, carrier, secure));
  await ours.service.stop();
  const other = process.env.PILOTHOUSE_BENCH_OTHER;
  if (other !== undefined) rows.push(...(await againstRevision(other)));
  return rows;
}
