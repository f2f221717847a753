import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { PlayedI2pd } from "../testing/played-i2pd.js";

const create = (name: string) =>
  [
    {
      action: "create",
      name,
      config: new Map([["Type", "server"] as const, ["TargetPort", "8080"] as const]),
    },
  ] as const;

it("plans with whole milliseconds, also after a restart that was measured, and with the key that comes", async () => {
  const i2pd = new PlayedI2pd(scratch());
  onTestFinished(() => i2pd.close());
  await i2pd.open();
  const before = await i2pd.tunnels.plan(create("web"));
  expect(before.files).toEqual([
    { path: expect.stringMatching(/pilothouse-web\.conf$/), becomes: expect.stringContaining("[web]") },
    { path: expect.stringMatching(/pilothouse-web\.dat$/), becomes: "(a private key)" },
  ]);
  await i2pd.tunnels.change(create("web"));
  const { interruptsForMs } = await i2pd.tunnels.plan(create("other"));
  expect(interruptsForMs).not.toBe(before.interruptsForMs);
  for (const ms of [interruptsForMs, i2pd.addressBook.interrupts("subscribe") ?? 0])
    expect(ms).toSatisfy(Number.isSafeInteger);
});
