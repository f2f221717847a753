import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { ENDS_WITHIN_MS, serve } from "../../blackbox/process.js";
import { FACTORY, type Fields, PASSWORD, rpc, tokenFor } from "../../blackbox/wire.js";
import { MIB, memoryOf, settled } from "./memory.js";

// What reads the log may stop: a pager, a full disk behind a pipe, a log service that hangs.
it("A log without a reader holds up nothing, does not fill memory, and continues when it is read again", async () => {
  const served = await serve(scratch());
  const first = await tokenFor(served.https, FACTORY);
  await rpc(served.https, "ServiceControl", { Token: first, "svccontrol.password": PASSWORD });
  const Token = await tokenFor(served.https, PASSWORD);
  const change = (set: Fields) => rpc(served.https, "AdvancedSettings", { Token, set });
  const set = (value: string) => change({ "attack.log": value });
  const many = (value: string) =>
    change(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`attack.log.${n}`, value])));
  // Each change is logged with its old value and its new one: some 60 MiB in all.
  const changes = async () => {
    for (let n = 0; n < 60; n++) expect((await many(`${n}${"x".repeat(60_000)}`)).code).toBeUndefined();
  };
  // What the changes themselves take, while somebody reads.
  await changes();
  const before = memoryOf(served.child.pid);

  served.child.stderr?.pause();
  await changes();
  expect((await set("after")).code).toBeUndefined();
  const after = await settled(served.child.pid, before + 48 * MIB, () =>
    rpc(served.https, "Echo", { Token }),
  );
  expect(after - before).toBeLessThan(48 * MIB);

  served.child.stderr?.resume();
  while (!served.stderr.includes('"new":"again"')) {
    await set("again");
    await set("and again");
    await sleep(50);
  }
  served.child.stderr?.pause();
  const began = Date.now();
  served.child.kill("SIGTERM");
  const code = await new Promise((resolve) => served.child.once("exit", resolve));
  expect([code, Date.now() - began < ENDS_WITHIN_MS]).toEqual([0, true]);
  served.child.stderr?.resume();
});
