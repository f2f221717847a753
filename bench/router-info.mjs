// RouterInfo with the 14 keys, against a bare server that answers a constant of the same size, and against the service
// of another revision if there is one.
// The two take turns, so that the machine's noise falls on both alike; medians of the rounds count.
import { join } from "node:path";
import { infoBody, login, measure as measureFor } from "./support/calls.mjs";
import { startBare, startService } from "./support/processes.mjs";
import { byTurns, median, ratio } from "./support/turns.mjs";

const ROUNDS = 7;
const measure = (target) => measureFor(target, { ms: 2_000 });

/** Both take turns, after each has had one round for itself. */
async function sideBySide(ours, other) {
  await measure(ours);
  await measure(other);
  const rounds = await byTurns(ROUNDS, { ours: () => measure(ours), other: () => measure(other) });
  const all = (who, what) => rounds[who].map((round) => round[what]);
  const of = (who, what) => median(all(who, what));
  const { text, range } = ratio(all("other", "cpu"), all("ours", "cpu"));
  return {
    "ours req/s": Math.round(of("ours", "perSecond")),
    "other req/s": Math.round(of("other", "perSecond")),
    "ours CPU us": Number(of("ours", "cpu").toFixed(1)),
    "other CPU us": Number(of("other", "cpu").toFixed(1)),
    "CPU ratio": text,
    range,
    "reply bytes": rounds.ours[0].last.length,
  };
}

const CARRIERS = { HTTP: false, HTTPS: true };

async function startTarget(program) {
  const service = await startService([], undefined, program);
  const body = infoBody(await login(service));
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
