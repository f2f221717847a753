import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { generateKeys, signManifest, verifyManifest } from "./manifest.js";

const keys = generateKeys();
const good = {
  product: "i2pd",
  architecture: "amd64",
  expires: "2027-02-13T20:00:00.000Z",
  version: "2.60.0",
  file: "router-2.60.0.bin",
  size: 12,
  sha256: "ab".repeat(32),
};

/** A manifest that its writer would have refused, with a good signature all the same. */
function signed(text: string | Buffer): { bytes: Buffer; signature: string } {
  const bytes = Buffer.from(text);
  return { bytes, signature: sign(null, bytes, keys.privateKeyPem).toString("base64") };
}

const verified = ({ bytes, signature }: { bytes: Uint8Array; signature: string }) =>
  verifyManifest(bytes, signature, keys.publicKey);

describe("a signed manifest", () => {
  test("says what was signed", () => {
    expect(verified(signManifest(good, keys.privateKeyPem))).toEqual(good);
  });

  test("may have a line end after its signature", () => {
    const { bytes, signature } = signManifest(good, keys.privateKeyPem);
    expect(verified({ bytes, signature: `${signature}\r\n` })).toEqual(good);
  });

  test("is refused when any one bit of it is another", () => {
    const { bytes, signature } = signManifest(good, keys.privateKeyPem);
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => verified({ bytes: changed, signature })).toThrow("cannot be trusted: the signature");
    }
  });

  test("is refused when another key has signed it", () => {
    expect(() => verified(signManifest(good, generateKeys().privateKeyPem))).toThrow(
      "The update feed cannot be trusted: the signature of the manifest is not by the owner of update.public_key.",
    );
  });

  test.each(["", "AAAA", "not base64 at all!", "A".repeat(88)])(
    "is refused with the signature %j",
    (signature) => {
      const { bytes } = signManifest(good, keys.privateKeyPem);
      expect(() => verified({ bytes, signature })).toThrow("does not hold an Ed25519 signature");
    },
  );

  test.each([
    ["a file in another directory", { ...good, file: "../router" }],
    ["an absolute path", { ...good, file: "/etc/passwd" }],
    ["a path of another system", { ...good, file: "..\\router" }],
    ["a hidden file", { ...good, file: ".bashrc" }],
    ["a directory", { ...good, file: ".." }],
    ["an option of a command", { ...good, file: "-rf" }],
    ["an encoded separator", { ...good, file: "..%2frouter" }],
    ["a query", { ...good, file: "router?x" }],
    ["a line end", { ...good, file: "router\n" }],
    ["the manifest itself", { ...good, file: "manifest.json" }],
    ["the signature", { ...good, file: "manifest.json.sig" }],
    ["an empty name", { ...good, file: "" }],
    ["an empty file", { ...good, size: 0 }],
    ["half a byte", { ...good, size: 0.5 }],
    ["a size in a string", { ...good, size: "12" }],
    ["more than a GiB", { ...good, size: 1024 ** 3 + 1 }],
    ["a short hash", { ...good, sha256: "ab" }],
    ["a hash that is none", { ...good, sha256: "zz".repeat(32) }],
    ["no version", { ...good, version: undefined }],
    ["no product", { ...good, product: undefined }],
    ["a product that is none", { ...good, product: "../i2pd" }],
    ["no architecture", { ...good, architecture: "" }],
    ["an end that is no time", { ...good, expires: "2027-02-31" }],
    ["an end in a month that is none", { ...good, expires: "2027-13-01T00:00:00Z" }],
    ["a version in words", { ...good, version: "newest" }],
    ["an array", [good]],
    ["null", null],
  ])("is refused, though the signature is good, for %s; and its writer refuses it too", (_, odd) => {
    expect(() => verified(signed(JSON.stringify(odd)))).toThrow(
      /^The update feed cannot be trusted: .*malformed/,
    );
    expect(() => signManifest(odd as typeof good, keys.privateKeyPem)).toThrow("wants");
  });

  test("is refused when it is not JSON, or not UTF-8", () => {
    expect(() => verified(signed("version=1"))).toThrow("malformed");
    expect(() => verified(signed(Buffer.from([0x22, 0xff, 0x22])))).toThrow("malformed");
  });
});

describe("keys", () => {
  test("are one line of base64 and a PEM", () => {
    expect(keys.publicKey).toMatch(/^[0-9A-Za-z+/]{43}=$/);
    expect(Buffer.from(keys.publicKey, "base64")).toHaveLength(32);
    expect(keys.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });

  test("of another shape are refused, and the setting is named", () => {
    const { bytes, signature } = signManifest(good, keys.privateKeyPem);
    for (const odd of ["", "abc", keys.privateKeyPem, keys.publicKey.slice(0, 40)])
      expect(() => verifyManifest(bytes, signature, odd)).toThrow("update.public_key wants");
  });

  test("of another algorithm do not sign", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => signManifest(good, pem)).toThrow("Ed25519");
  });
});
