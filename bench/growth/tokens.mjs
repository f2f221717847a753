// One to 100,000 tokens that the service holds: what a request, a login and a start cost then.
import { systemClock } from "../../packages/drivers/dist/port.js";
import { Auth } from "../../packages/server/dist/auth/auth.js";
import { Store } from "../../packages/server/dist/index.js";
import { infoBody, loginBody, measure } from "../support/calls.mjs";
import { load } from "../support/load.mjs";
import { freshDirectory, memoryOf, startService } from "../support/processes.mjs";
import { mebibytes, micros, millis } from "../support/table.mjs";
import { byTurns, median, ratio } from "../support/turns.mjs";

const COUNTS = [1, 10, 100, 1_000, 10_000, 100_000];
const ROUNDS = 3;
const TURN = { ms: 600 };
const DAY = 86_400_000;

/** A data directory whose store holds `count` tokens, and one of them. */
async function withTokens(count) {
  const dataDir = freshDirectory();
  const store = Store.open(dataDir);
  // With the password that a store has from the first moment.
  const rules = { tokenLifetimeMs: () => DAY, allowFactoryPassword: () => true };
  const auth = await Auth.open(store, systemClock, rules);
  const issue = () => auth.tokens.issue("127.0.0.1", false, () => true);
  const [{ token }] = await Promise.all(Array.from({ length: count }, issue));
  auth.close();
  await store.close();
  return { dataDir, token };
}

async function holding(count) {
  const { dataDir, token } = await withTokens(count);
  const service = await startService([], dataDir);
  const target = { pid: service.pid, port: service.httpPort, body: infoBody(token) };
  const memory = memoryOf(service.pid);
  await measure(target);
  return { service, target, memory };
}

export async function tokens() {
  const rows = [];
  const lines = { request: [], login: [], start: [], memory: [] };
  for (const count of COUNTS) {
    // Both are new, since a service that has run for longer is quicker.
    const base = await holding(1);
    const { service, target, memory } = await holding(count);
    const { one, many } = await byTurns(ROUNDS, {
      one: async () => (await measure(base.target, TURN)).cpu,
      many: async () => (await measure(target, TURN)).cpu,
    });
    const logins = { port: service.httpPort, connections: 1, body: loginBody, ms: 1_000 };
    const login = median((await load(logins)).latencies);
    await Promise.all([base.service.stop(), service.stop()]);
    const { text, range } = ratio(many, one);
    rows.push({
      tokens: count,
      "CPU for a RouterInfo": micros(median(many)),
      "to that with one": `${text} (${range})`,
      "a login takes": millis(login),
      "start to ready": millis(service.readyMs),
      "memory at start": mebibytes(memory),
    });
    lines.request.push([count, median(many)]);
    lines.login.push([count, login]);
    lines.start.push([count, service.readyMs]);
    lines.memory.push([count, memory]);
  }
  return {
    title: "Tokens held",
    rows,
    x: "tokens",
    lines: [
      { name: "CPU for a RouterInfo", points: lines.request },
      { name: "time of a login", points: lines.login },
      { name: "start to ready", points: lines.start },
      { name: "memory at start", points: lines.memory },
    ],
  };
}
