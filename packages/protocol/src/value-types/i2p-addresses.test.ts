import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { b32Address, destinationBytes, i2pBase64, isB32, isI2pName, tunnelTarget } from "./i2p-addresses.js";

/** A destination with a certificate that says which signature it has. */
const DESTINATION = Uint8Array.from(
  { length: 391 },
  (_, n) => [5, 0, 4, 0, 7, 0, 0][n - 384] ?? (n * 7) % 251,
);
const TEXT = i2pBase64(DESTINATION);
const ADDRESS = b32Address(createHash("sha256").update(DESTINATION).digest());

describe("a destination", () => {
  it("is read and written in I2P's Base64", () => {
    expect(TEXT).toMatch(/^[A-Za-z0-9~-]{522}==$/);
    expect(destinationBytes(TEXT)).toEqual(DESTINATION);
    expect(destinationBytes(TEXT.replace(/=+$/, ""))).toEqual(DESTINATION);
    expect(i2pBase64(new Uint8Array([255, 239, 190]))).toBe("~---");
  });

  it("is written as the usual Base64 is, with two other characters, whatever its length", () => {
    for (let length = 0; length <= DESTINATION.length; length++) {
      const bytes = DESTINATION.subarray(0, length);
      const usual = Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "~");
      expect(i2pBase64(bytes)).toBe(usual);
    }
  });

  it.each([
    ["cut", TEXT.slice(0, 516)],
    ["longer than its certificate says", `${TEXT.slice(0, 522)}AAAA`],
    ["of the usual Base64", TEXT.replace(/[A-Z]/, "+")],
    [
      "without a certificate of a known type",
      i2pBase64(DESTINATION.map((byte, n) => (n === 384 ? 9 : byte))),
    ],
    ["endless", "A".repeat(100_000)],
    ["empty", ""],
  ])("is refused when it is %s", (_, text) => {
    expect(destinationBytes(text)).toBeUndefined();
  });
});

describe("an address", () => {
  it("is the hash of a destination", () => {
    expect(ADDRESS).toMatch(/^[a-z2-7]{52}\.b32\.i2p$/);
    expect(isB32(ADDRESS)).toBe(true);
  });

  it.each([
    ["b".repeat(52), "bits are left over"],
    [`${"a".repeat(51)}`, "it is cut"],
    [`${"a".repeat(56)}`, "its checksum is wrong"],
    ["A".repeat(52), "it has capitals"],
  ])("%s is refused: %s", (digits) => {
    expect(isB32(`${digits}.b32.i2p`)).toBe(false);
  });

  it("of an encrypted lease set has a checksum", () => {
    const key = Uint8Array.from({ length: 32 }, (_, n) => n);
    // The CRC-32 of the bytes 0 to 31 is 91267e8a.
    const head = [0x8a ^ 0, 0x7e ^ 7, 0x26 ^ 11];
    const address = b32Address(new Uint8Array([...head, ...key]));
    expect(address).toHaveLength(56 + ".b32.i2p".length);
    expect(isB32(address)).toBe(true);
    expect(isB32(`${address.startsWith("a") ? "b" : "a"}${address.slice(1)}`)).toBe(false);
  });
});

describe("a name", () => {
  it.each(["a.i2p", "stats.i2p", "a.b.i2p", "xn--bcher-kva.i2p", `${"a".repeat(63)}.i2p`])(
    "%s is taken",
    (name) => {
      expect(isI2pName(name)).toBe(true);
    },
  );

  it.each([
    ...["", ".i2p", "i2p", "A.i2p", "a..i2p", "-a.i2p", "a-.i2p", "a--b.i2p", "a.com", "a.i2p\n", "a,b.i2p"],
    ...["a b.i2p", ADDRESS, `${"a".repeat(64)}.i2p`],
  ])("%j is refused", (name) => {
    expect(isI2pName(name)).toBe(false);
  });
});

describe("where a tunnel leads to", () => {
  it.each(["a.i2p", "a.i2p:80", ADDRESS, `${ADDRESS}:65535`, TEXT, `${TEXT}:1`, "a.i2p,b.i2p:6667"])(
    "may be %s",
    (text) => {
      expect(() => tunnelTarget.read(text)).not.toThrow();
    },
  );

  it.each(["", "a.i2p:0", "a.i2p:65536", "a.i2p:", "a.i2p:80:80", "a.i2p\n[x]", "127.0.0.1", "a.i2p, b.i2p"])(
    "cannot be %j",
    (text) => {
      expect(() => tunnelTarget.read(text)).toThrow();
    },
  );
});
