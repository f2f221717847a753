// RouterInfo with the 14 keys, against a bare server that answers a constant of the same size.
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

async function compare(title, service, secure, body) {
  const ours = { pid: service.pid, port: secure ? service.httpsPort : service.httpPort, secure, body };
  const { last } = await measure(ours);
  const tls = secure
    ? { CERT: join(service.dataDir, "certificate.pem"), KEY: join(service.dataDir, "key.pem") }
    : {};
  const bareServer = await startBare({ BODY: last, ...tls });
  const bare = { ...bareServer, secure, body };
  await measure(bare);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await measure(ours), bare: await measure(bare) });
  await bareServer.stop();
  const of = (who, what) => median(rounds.map((round) => round[who][what]));
  const ratios = rounds.map((round) => round.bare.cpu / round.ours.cpu);
  return {
    carrier: title,
    "ours req/s": Math.round(of("ours", "perSecond")),
    "bare req/s": Math.round(of("bare", "perSecond")),
    "ours CPU us": Number(of("ours", "cpu").toFixed(1)),
    "bare CPU us": Number(of("bare", "cpu").toFixed(1)),
    "CPU ratio": Number(median(ratios).toFixed(2)),
    "from..to": `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`,
    "reply bytes": last.length,
  };
}

export async function routerInfo() {
  const service = await startService();
  const keys = Object.entries(ROUTER_INFO).filter(([, row]) => !row.extension);
  const params = Object.fromEntries(keys.map(([key]) => [`svc.${key}`, ""]));
  const body = call("RouterInfo", { Token: await login(service), ...params });
  const rows = [await compare("HTTP", service, false, body), await compare("HTTPS", service, true, body)];
  await service.stop();
  return rows;
}
