import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../packages/drivers/src/port.js";
import { Upstream } from "../../packages/drivers/src/upstream/router.js";
import { I2pdDouble } from "../../packages/drivers/src/upstream/testing/i2pd-double.js";
import { startService } from "../support/service.js";

const IN = "svc.router.net.bw.in";
const OUT = "svc.router.net.bw.out";

it("undoes both limits of a bare i2pd, which has one for both directions", async () => {
  const double = new I2pdDouble("2.59.0");
  await double.open();
  onTestFinished(() => double.close());
  const router = new Upstream({
    ...{ url: double.url, password: "itoopie", dialect: "i2pd", patience: 120_000 },
    clock: systemClock,
    log: () => {},
  });
  const running = await startService({}, { router });
  onTestFinished(() => running.stop());
  const Token = await running.login();
  const change = (key: string, value: string) => running.call("NetworkSetting", { Token, [key]: value });
  const undo = (params: object) => running.call("pilothouse.changes", { Token, ...params });
  await change(IN, "300");
  expect((await undo({})).result?.["changes"]).toMatchObject([
    { differences: [IN, OUT].map((name) => ({ name, old: "2048", new: "300" })) },
  ]);
  await undo({ undo: 1 });
  expect(double.limit).toBe(2_048);
  await change(IN, "400");
  await change(OUT, "500");
  expect((await undo({ goTo: 0, part: "network" })).error).toBeUndefined();
  expect(double.limit).toBe(2_048);
});
