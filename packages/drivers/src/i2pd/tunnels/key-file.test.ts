import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { madeKey } from "../testing/made-key.js";
import { readKey } from "./key-file.js";

describe("a key file", () => {
  it("begins with the destination, whose hash is the address", () => {
    const file = madeKey();
    const key = readKey(file);
    expect(key).toMatchObject({ signature: 7, address: expect.stringMatching(/^[a-z2-7]{52}\.b32\.i2p$/) });
    if (typeof key === "string") throw new Error(key);
    const standard = key.destination.replaceAll("-", "+").replaceAll("~", "/");
    expect(Buffer.from(standard, "base64").equals(file.subarray(0, 391))).toBe(true);
    expect(createHash("sha256").update(file.subarray(0, 391)).digest()).toHaveLength(32);
    expect(readKey(madeKey({ encryption: 4 }))).toMatchObject({ signature: 7 });
    expect(readKey(madeKey({ signature: 1 }))).toMatchObject({ signature: 1 });
  });

  it.each<[string, (file: Buffer) => Uint8Array, string]>([
    ["short", (file) => file.subarray(0, 100), "too short"],
    ["cut", (file) => file.subarray(0, -1), "678 bytes, and a key of its types has 679"],
    ["longer", (file) => Buffer.concat([file, Buffer.of(0)]), "680 bytes"],
    ["without a certificate", (file) => Buffer.from(file).fill(0, 384, 391), "does not begin"],
    ["of an unknown type", (file) => Buffer.from(file).fill(9, 388, 389), "type 9"],
    ["offline", (file) => Buffer.from(file).fill(0, 647), "offline"],
    ["of another address", (file) => Buffer.from(file).fill(1, 352, 384), "damaged"],
    ["of a text", () => Buffer.from("x".repeat(679)), "does not begin"],
  ])("that is %s is refused", (_, spoil, why) => {
    expect(readKey(spoil(madeKey()))).toContain(why);
  });
});
