// One to 50 calls in a batch.
import { infoParams, login, measure } from "../support/calls.mjs";
import { startService } from "../support/processes.mjs";
import { micros } from "../support/table.mjs";
import { byTurns, median, ratio } from "../support/turns.mjs";

const COUNTS = [1, 2, 5, 10, 20, 50];
const ROUNDS = 5;
const TURN = { ms: 600 };

export async function batches() {
  const service = await startService();
  const params = { Token: await login(service), ...infoParams };
  const body = (count) =>
    JSON.stringify(
      Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "RouterInfo", params })),
    );
  const target = (count) => ({ pid: service.pid, port: service.httpPort, body: body(count) });
  for (const count of COUNTS) await measure(target(count), TURN);
  const results = await byTurns(
    ROUNDS,
    Object.fromEntries(COUNTS.map((count) => [count, async () => (await measure(target(count), TURN)).cpu])),
  );
  await service.stop();
  const each = (count) => results[count].map((cpu) => cpu / count);
  return {
    title: "Calls in a batch",
    rows: COUNTS.map((count) => {
      const { text, range } = ratio(each(count), each(1));
      return {
        "calls of RouterInfo": count,
        "CPU for the batch": micros(median(results[count])),
        "for a call": micros(median(each(count))),
        "to a batch of one": `${text} (${range})`,
      };
    }),
    x: "calls",
    lines: [
      { name: "CPU for the batch", points: COUNTS.map((count) => [count, median(results[count])]) },
      { name: "CPU for a call", points: COUNTS.map((count) => [count, median(each(count))]) },
    ],
    ticks: COUNTS.map((count) => [count, String(count)]),
  };
}
