import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestNetwork } from "../../packages/drivers/src/i2pd/testnet/network.js";
import { report } from "../attacks/figures.js";
import { times } from "../attacks/long.js";
import { I2PD_CAN, i2pdBeside } from "./i2pd/i2pd-beside.js";
import { canOf, FIRST_PASSWORD, OverHttps } from "./process/over-https.js";
import { FOUND_ON_I2PD } from "./run/found.js";
import { DEAR, play, playRandomly } from "./run/run.js";

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.alone();
});
afterAll(() => network.down());

/** A restart of i2pd takes longer than a hundred calls. */
const SLOW = ["order", "the router crashes", "wait until the router is what was ordered"];

const make = async () => ({
  system: await OverHttps.start(await i2pdBeside(network)),
  password: FIRST_PASSWORD,
});

describe("the model, over HTTPS with a real i2pd", () => {
  it.each(FOUND_ON_I2PD)("holds where it once did not: $what", async ({ steps }) => {
    await play(make, steps);
  });

  it("holds in random sequences", { timeout: 48 * 3_600_000 }, async () => {
    const can = canOf({ can: I2PD_CAN });
    const figures = await playRandomly(make, can, times(60, 20_000), [...DEAR, ...SLOW]);
    report("the model with a real i2pd", figures);
    expect(figures.steps).toBeGreaterThan(0);
  });
});
