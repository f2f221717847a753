// How long RouterInfo takes while others do what is dearest, and while the router does not answer.
import { setTimeout as sleep } from "node:timers/promises";
import { infoBody, login } from "./support/calls.mjs";
import { pace } from "./support/load.mjs";
import { portsOf, startScript } from "./support/processes.mjs";
import { millis } from "./support/table.mjs";
import { byTurns, median, quantile, ratio } from "./support/turns.mjs";

const ROUNDS = 5;
const MS = 3_000;
const PER_SECOND = 200;
const CLIENTS = 50;
/** How long a router has hung when it is measured; its first moments are measured separately. */
const SETTLED = 1_000;

export async function p99() {
  const service = await startScript("service.mjs");
  const { httpPort, httpsPort: port } = portsOf(service.printed);
  const flood = await startScript("flood.mjs", { port, clients: CLIENTS });
  const body = infoBody(await login({ httpPort }));
  const paced = async (ms) => (await pace({ port, secure: true, body, perSecond: PER_SECOND, ms })).latencies;
  await paced(MS);
  let [flooded, logins] = [0, 0];
  const results = await byTurns(ROUNDS, {
    quiet: () => paced(MS),
    "the same again": () => paced(MS),
    [`${CLIENTS} clients log in without pause`]: async () => {
      const began = performance.now();
      await flood.say("flood");
      await sleep(SETTLED);
      const latencies = await paced(MS);
      ({ logins } = await flood.say("rest"));
      flooded += performance.now() - began;
      return latencies;
    },
    "the router begins to hang": async () => {
      await service.say("hang");
      return paced(SETTLED);
    },
    "the router hangs": async () => {
      const latencies = await paced(MS);
      await service.say("release");
      await sleep(SETTLED);
      return latencies;
    },
  });
  await flood.end();
  await service.end();
  const p = (name, share) => results[name].map((latencies) => quantile(latencies, share));
  return {
    [`RouterInfo over HTTPS, ${PER_SECOND} a second, each timed from when it was due; ${Math.round((logins * 1_000) / flooded)} logins a second in the flood`]:
      Object.keys(results).map((name) => {
        const { text, range } = ratio(p(name, 0.99), p("quiet", 0.99));
        return {
          "": name,
          p50: millis(median(p(name, 0.5))),
          p99: millis(median(p(name, 0.99))),
          longest: millis(Math.max(...results[name].flat())),
          "p99 to quiet": name === "quiet" ? "" : text,
          range: name === "quiet" ? "" : range,
        };
      }),
  };
}
