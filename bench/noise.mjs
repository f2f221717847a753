// How far apart the same thing measured twice can lie on this machine: two equal services by turns.
import { infoBody, login, measure } from "./support/calls.mjs";
import { startService } from "./support/processes.mjs";
import { micros } from "./support/table.mjs";
import { byTurns, median, ratio } from "./support/turns.mjs";

const ROUNDS = 7;

export async function noise() {
  const services = [await startService(), await startService()];
  const [one, other] = await Promise.all(
    services.map(async (service) => ({
      pid: service.pid,
      port: service.httpPort,
      body: infoBody(await login(service)),
    })),
  );
  for (const target of [one, other]) await measure(target);
  const { first, second } = await byTurns(ROUNDS, {
    first: async () => (await measure(one)).cpu,
    second: async () => (await measure(other)).cpu,
  });
  for (const service of services) await service.stop();
  const { text, range } = ratio(first, second);
  return [
    {
      "RouterInfo over HTTP": "CPU for a request",
      one: micros(median(first)),
      "its twin": micros(median(second)),
      ratio: text,
      range,
    },
  ];
}
