import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, expect, test } from "vitest";
import { generateKeys, verifyManifest } from "./manifest.js";
import { writeFeed } from "./write-feed.js";

const keys = generateKeys();
let dir: string;
let outDir: string;

beforeEach(async () => {
  dir = scratch();
  outDir = join(dir, "deep", "feed");
});
async function write(name: string, content: string, version: string) {
  const file = join(dir, name);
  await writeFile(file, content);
  return writeFeed({ file, product: "i2pd", version, privateKeyPem: keys.privateKeyPem, outDir });
}

async function read() {
  const signature = await readFile(join(outDir, "manifest.json.sig"), "utf8");
  return verifyManifest(await readFile(join(outDir, "manifest.json")), signature, keys.publicKey);
}

test("A feed is the file, a manifest and a signature, and nothing else", async () => {
  const written = await write("router.bin", "new router", "2.60.0");
  expect(await read()).toEqual(written);
  expect(written).toEqual({
    product: "i2pd",
    architecture: expect.stringMatching(/^[a-z0-9]+$/),
    expires: expect.stringMatching(/^\d{4}-.*Z$/),
    version: "2.60.0",
    file: "router.bin",
    size: 10,
    sha256: createHash("sha256").update("new router").digest("hex"),
  });
  expect(await readFile(join(outDir, "router.bin"), "utf8")).toBe("new router");
  expect((await readdir(outDir)).sort()).toEqual(["manifest.json", "manifest.json.sig", "router.bin"]);
});

test("A later version takes the place of the earlier one", async () => {
  await write("router-1.bin", "one", "1.0");
  await write("router-2.bin", "two", "2.0");
  expect(await read()).toMatchObject({ version: "2.0", file: "router-2.bin" });
});

test.each([
  ["a bad version", "router.bin", "content", "newest"],
  ["a bad name", ".router", "content", "2.0"],
  ["an empty file", "empty.bin", "", "2.0"],
  ["the name of the manifest", "manifest.json", "content", "2.0"],
])("%s is refused, and the feed stays as it was", async (_, name, content, version) => {
  await write("router-1.bin", "one", "1.0");
  const before = await readdir(outDir);
  await expect(write(name, content, version)).rejects.toThrow("wants");
  expect(await readdir(outDir)).toEqual(before);
  expect(await read()).toMatchObject({ version: "1.0" });
});

test("A missing file leaves nothing behind", async () => {
  const { privateKeyPem } = keys;
  await expect(
    writeFeed({ file: join(dir, "none"), product: "i2pd", version: "1.0", privateKeyPem, outDir }),
  ).rejects.toThrow("ENOENT");
  expect(await readdir(outDir)).toEqual([]);
});
