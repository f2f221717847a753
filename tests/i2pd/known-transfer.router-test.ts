import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Driven } from "../../packages/drivers/src/i2pd/testnet/driven.js";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { isBusy, readOnce, readUntil } from "../../packages/drivers/src/i2pd/testnet/reading.js";
import { Transfer } from "../../packages/drivers/src/i2pd/testnet/transfer.js";
import { report } from "../attacks/figures.js";
import { LONG } from "../attacks/long.js";
import { startService } from "../support/service.js";

const RATE = 40_000;
const PERIODS = [20_000, 60_000, 600_000] as const;
const LONGEST = Math.max(...PERIODS);
const DIRECTIONS = { "bw.sendRate": "sent", "bw.recvRate": "received" } as const;

interface Count {
  readonly at: number;
  readonly sent: number;
  readonly received: number;
}

// The short form of this is get-rate.router-test.ts.
describe.skipIf(!LONG)("GetRate while a steady transfer goes through a real router", () => {
  let network: TestNetwork;
  let driven: Driven;
  let transfer: Transfer;
  let service: Awaited<ReturnType<typeof startService>>;
  let Token: string;

  beforeAll(async () => {
    network = await TestNetwork.up();
    driven = await Driven.make(network);
    transfer = await Transfer.offer(driven, RATE);
    service = await startService({}, { router: driven.router });
    Token = await service.login();
    await readUntil(driven.router, isBusy);
    await transfer.begin();
  }, 300_000);
  afterAll(async () => {
    transfer.end();
    await service.stop();
    await driven.dispose();
    await network.down();
  });

  /** What the router itself has counted, asked past the service, which does not notice. */
  async function counted(): Promise<Count> {
    const began = Date.now();
    const { facts } = await readOnce(driven.router);
    const total = (way: "sent" | "received") => facts[`router.net.total.${way}.bytes`] ?? 0;
    return { at: (began + Date.now()) / 2, sent: total("sent"), received: total("received") };
  }

  it.each([
    ["nobody watches", false],
    ["somebody watches", true],
  ])(
    "is within 5% of what the router counted, while %s",
    async (title, watched) => {
      const counts = [await counted()];
      const end = Date.now() + LONGEST + 5_000;
      while (Date.now() < end) {
        await sleep(500);
        if (watched) await service.call("RouterInfo", { Token, "svc.router.uptime": "" });
        counts.push(await counted());
      }
      const last = counts.at(-1) as Count;
      const figures = [];
      for (const Period of PERIODS)
        for (const [Stat, way] of Object.entries(DIRECTIONS)) {
          const { result } = await service.call("GetRate", { Token, Stat, Period });
          const first = counts.findLast(({ at }) => at <= last.at - Period) as Count;
          const truth = ((last[way] - first[way]) / (last.at - first.at)) * 1_000;
          const measured = Number(result?.["Result"]);
          figures.push({
            what: `${Stat} over ${Period / 1_000} s`,
            truth,
            measured,
            ratio: measured / truth,
          });
        }
      report(
        `GetRate while ${title}`,
        Object.fromEntries(
          figures.map(({ what, truth, measured, ratio }) => [
            what,
            `${Math.round(measured)} of ${Math.round(truth)} B/s (${ratio.toFixed(3)})`,
          ]),
        ),
      );
      // More than the contents, since it wraps them; and the transfer did not stop.
      for (const { what, truth, ratio } of figures) {
        expect(Math.abs(ratio - 1), what).toBeLessThan(0.05);
        if (what.startsWith("bw.sendRate")) expect(truth).toBeGreaterThan(RATE);
      }
    },
    LONGEST + 120_000,
  );
});
