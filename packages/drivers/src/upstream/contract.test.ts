import { javaRouter } from "./testing/fixtures.js";
import { Proposal170 } from "./testing/java/proposal-170.js";
import { describeJava } from "./testing/java-contract.js";

describeJava("Java I2P behind its webapp", async () => {
  const { router, clock, double, make, pass, ...rest } = await javaRouter({
    // The suite restarts it more often than its wrapper would bear.
    double: { shortLives: Number.POSITIVE_INFINITY, proposal170: new Proposal170() },
  });
  const opened = [router];
  return {
    router,
    clock,
    reopen() {
      const again = make();
      opened.push(again);
      return again;
    },
    async until(condition, limitMs) {
      const limit = clock.ms + limitMs;
      while (!(await condition())) {
        if (clock.ms >= limit) throw new Error(`Not so after ${limitMs} ms`);
        await pass(2);
      }
    },
    async dispose() {
      for (const one of opened) await one.close();
      await rest[Symbol.asyncDispose]();
    },
  };
});
