// How long an honest caller waits while another one abuses the service, for each kind of abuse. A bare server gets the
// same honest calls at the same time: what that waits, this machine has made it wait. The longest that the service works
// without looking at its other callers is given in processor time, which a busy machine does not change.
import { setTimeout as sleep } from "node:timers/promises";
import { call, infoBody, login, resultOf } from "../support/calls.mjs";
import { openConnection } from "../support/connection.mjs";
import { load, pace } from "../support/load.mjs";
import { portsOf, startBare, startScript } from "../support/processes.mjs";
import { millis } from "../support/table.mjs";
import { quantile } from "../support/turns.mjs";
import { KINDS } from "./kinds.mjs";

const MS = 4_000;
const PER_SECOND = 50;
/** Before it is measured: the abuse has reached its full height. */
const SETTLED = 1_000;
/** Nobody is to be held up for longer. */
const WANTED_MS = 250;
/** What is on record before: this many large changes of settings. */
const CHANGES = 200;
const LARGE = 50_000;

export async function abuse() {
  const service = await startScript("../abuse/served.mjs");
  const { httpPort: port } = portsOf(service.printed);
  const token = await login({ httpPort: port });
  await fill(port, token);
  const bare = await startBare({ BODY: "{}" });
  const abuser = await startScript("../abuse/abuser.mjs", { port, token });
  const body = infoBody(token);
  const honest = async () => {
    const target = { secure: false, body };
    const [kept, machine, fresh] = await Promise.all([
      pace({ ...target, port, perSecond: PER_SECOND, ms: MS }),
      pace({ ...target, port: bare.port, perSecond: PER_SECOND, ms: MS }),
      // A client that connects for each call also waits for its place.
      load({ ...target, port, connections: 1, fresh: true, ms: MS }),
    ]);
    const { longest } = await service.say("longest");
    return { waits: [...kept.latencies, ...fresh.latencies], machine: machine.latencies, longest };
  };
  await service.say("longest");
  const rows = [row("quiet", await honest())];
  for (const name of Object.keys(KINDS)) {
    await abuser.say(name);
    await sleep(SETTLED);
    const seen = await honest().catch((error) => error);
    const { heard } = await abuser.say("rest");
    rows.push(seen instanceof Error ? { ...FAILED, "": name, worst: seen.message } : row(name, seen, heard));
    await sleep(SETTLED);
  }
  await abuser.end();
  await bare.stop();
  await service.end();
  return rows;
}

function row(name, { waits, machine, longest }, heard = 0) {
  return {
    "": name,
    p50: millis(quantile(waits, 0.5)),
    p99: millis(quantile(waits, 0.99)),
    worst: millis(Math.max(...waits)),
    "a bare server's p99": millis(quantile(machine, 0.99)),
    "its worst": millis(Math.max(...machine)),
    "p99 to bare": (quantile(waits, 0.99) / quantile(machine, 0.99)).toFixed(1),
    "answers to the abuse": heard,
    "longest round": millis(longest),
    [`at most ${WANTED_MS} ms`]: longest <= WANTED_MS ? "yes" : "NO",
  };
}

const FAILED = {
  ...{ "": "", p50: "", p99: "", worst: "", "a bare server's p99": "", "its worst": "", "p99 to bare": "" },
  ...{ "answers to the abuse": 0, "longest round": "", [`at most ${WANTED_MS} ms`]: "NO" },
};

/** Every record is as long as one caller can make it. */
async function fill(port, Token) {
  const connection = await openConnection({ port, secure: false });
  for (let n = 0; n < CHANGES; n++) {
    const set = { [`bench.${n % 4}`]: String(n).padEnd(LARGE, "x") };
    await resultOf(connection, port, call("AdvancedSettings", { Token, set }));
  }
  connection.close();
}
