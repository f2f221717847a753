import { expect, it } from "vitest";
import { lastKnown } from "./last-known.js";

it("gives the last known answer while a new one is slow or fails, and asks once at a time", async () => {
  const open: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const ask = () => new Promise<string>((resolve, reject) => void open.push({ resolve, reject }));
  const known = lastKnown(1, ask);
  expect(await Promise.all([known(), known()])).toEqual([undefined, undefined]);
  expect(open).toHaveLength(1);
  open[0]?.resolve("first");
  await expect.poll(known).toBe("first");
  open.at(-1)?.reject(new Error("broken"));
  expect(await known()).toBe("first");
});
