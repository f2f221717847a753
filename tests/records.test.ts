import { expect, it, onTestFinished } from "vitest";
import { startService } from "./support/service.js";

const KEY = "svc.router.net.bw.in";

it("two who write at the same time each have on record what they replaced", async () => {
  const { call, login, stop } = await startService();
  onTestFinished(stop);
  const tokens = [await login(), await login()];
  const values = Array.from({ length: 12 }, (_, n) => String(1_000 + n));
  await Promise.all(values.map((value, n) => call("NetworkSetting", { Token: tokens[n % 2], [KEY]: value })));
  const { result } = await call("pilothouse.audit", { Token: tokens[0], limit: 500 });
  interface Entry {
    readonly action: string;
    readonly session: string;
    readonly details: readonly { readonly name: string; readonly old: string; readonly new: string }[];
  }
  const writes = ((result?.["entries"] ?? []) as Entry[]).filter(({ action }) => action === "NetworkSetting");
  expect(new Set(writes.map(({ session }) => session)).size).toBe(2);
  const steps = new Map(writes.map(({ details: [change] }) => [change?.old, change?.new]));
  // From the first value to the last, every step on record leads to the next.
  let at = [...steps.keys()].find((old) => ![...steps.values()].includes(old));
  const seen: (string | undefined)[] = [];
  while (steps.has(at)) {
    at = steps.get(at);
    seen.push(at);
  }
  expect(seen.sort()).toEqual(values);
  const now = await call("NetworkSetting", { Token: tokens[0], [KEY]: null });
  expect(now.result?.[KEY]).toBe(at);
});
