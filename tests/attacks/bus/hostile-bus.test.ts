import { expect, it, onTestFinished } from "vitest";
import { report } from "../figures.js";
import { random } from "../input/random.js";
import { LONG, SLICE, times } from "../long.js";
import { Trial } from "./trial.js";

/** The seed is fixed: what a bus does is the same again, though not at the same moment. */
const SEED = 29 + 100 * SLICE;
const ORDERS = times(300, 10_000);

it(`A hostile bus that holds back, reorders, repeats, forges, strips and floods (seed ${SEED}) makes no node obey twice, late, or what was not ordered`, {
  timeout: LONG ? 3_600_000 : 600_000,
}, async () => {
  const trial = await Trial.start(random(SEED));
  onTestFinished(() => trial.stop());
  await trial.run(ORDERS);
  report("hostile-bus", trial.figures);
  expect([...trial.faults], [...trial.faults].join("; ")).toEqual([]);
});
