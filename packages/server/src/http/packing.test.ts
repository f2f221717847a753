import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { pack } from "./packing.js";

it("two replies are packed at a time, and others are sent as they are", async () => {
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(50_000));
  const pack1 = (text: string) => new Promise<Buffer | undefined>((resolve) => pack(text, resolve));
  const packed = await Promise.all(texts.map(pack1));
  expect(packed.map((one) => one && gunzipSync(one).toString())).toEqual([texts[0], texts[1], undefined]);
  expect(await pack1("d")).toBeDefined();
});
