import { expect, it, onTestFinished } from "vitest";
import { report } from "../figures.js";
import { random } from "../input/random.js";
import { LONG, SLICE, times } from "../long.js";
import { Trial } from "./trial.js";

/** The seed is fixed: what a bus does is the same again, though not at the same moment. */
const SEED = 29 + 100 * SLICE;
const ORDERS = times(300, 10_000);

it(`A hostile bus that holds back, reorders, repeats, forges, strips and floods (seed ${SEED}) makes no node obey twice, late, or what was not ordered`, {
  timeout: LONG ? 3_600_000 : 120_000,
}, async () => {
  const trial = await Trial.start(random(SEED));
  onTestFinished(() => trial.stop());
  await trial.run(ORDERS);
  const { given, carried, answered } = trial.figures;
  report("hostile-bus", trial.figures);
  expect([...trial.faults]).toEqual([]);
  // It has let enough through that there was something to see.
  expect({ given, some: carried > ORDERS / 20, answers: answered > ORDERS / 50 }).toEqual({
    ...{ given: ORDERS, some: true, answers: true },
  });
});
