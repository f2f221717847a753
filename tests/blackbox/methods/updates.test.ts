import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { run } from "../process.js";

const NEWER = "99.1.0";

interface Keys {
  readonly publicKey: string;
  /** The file of the private key. */
  readonly key: string;
}
interface SignedFeed extends Keys {
  readonly directory: string;
}

/** A feed made as its owner would make it: with the command line. */
async function makeFeed(version: string, keys: Keys): Promise<SignedFeed> {
  const place = scratch();
  const file = join(place, `router-${version}.zip`);
  writeFileSync(file, `the router, version ${version}`);
  const directory = join(place, "feed");
  const { code, stderr } = await run([
    "feed",
    "sign",
    file,
    "--release",
    version,
    "--product",
    "simulator",
    "--key",
    keys.key,
    "--out",
    directory,
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return { ...keys, directory };
}

async function makeKeys(): Promise<Keys> {
  const key = join(scratch(), "key.pem");
  const { code, stdout } = await run(["feed", "keygen", "--out", key]);
  expect(code).toBe(0);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  return { key, publicKey: stdout.trim() };
}

const withFeed = ({ directory, publicKey }: SignedFeed) =>
  startHere({ settings: { "update.feed": directory, "update.public_key": publicKey } });
const act = async (here: Here, action: string) =>
  (await here.call("RouterManager", { [action]: true })).result[action];
const version = (here: Here) => here.info("svc.router.version");

let feed: SignedFeed;
beforeAll(async () => {
  feed = await makeFeed(NEWER, await makeKeys());
});

describe("Without a feed", () => {
  it("FindUpdates finds none, and Update says why in a sentence", async () => {
    const here = await startHere();
    const before = await version(here);
    expect(await act(here, "FindUpdates")).toBe(false);
    expect(await act(here, "Update")).toMatch(/update\.feed/);
    expect(await version(here)).toBe(before);
    expect((await here.call("pilothouse.status")).result["updates"]).toBe("none");
  });
});

describe("With a signed feed", () => {
  it("FindUpdates finds the newer version, Update installs it, and Restart runs it", async () => {
    const here = await withFeed(feed);
    const before = await version(here);
    expect(await act(here, "FindUpdates")).toBe(true);
    expect(await version(here)).toBe(before);

    expect(await act(here, "Update")).toContain(NEWER);
    expect(await version(here)).toBe(before);

    await act(here, "Restart");
    here.clock.advance(10_000);
    expect(await version(here)).toBe(NEWER);
    expect(await act(here, "FindUpdates")).toBe(false);
    expect(await act(here, "Update")).toMatch(/^No update/);

    await here.restart();
    expect(await version(here)).toBe(NEWER);
  });

  it("Update comes before Restart in one request, however they are written", async () => {
    const here = await withFeed(feed);
    const { result } = await here.call("RouterManager", { Restart: true, Update: true, FindUpdates: true });
    expect(Object.keys(result)).toEqual(["Restart", "Update", "FindUpdates"]);
    expect(result).toEqual({ Restart: null, Update: expect.stringContaining(NEWER), FindUpdates: true });
    here.clock.advance(10_000);
    expect(await version(here)).toBe(NEWER);
  });

  it("that offers an older version, FindUpdates answers false and Update installs nothing", async () => {
    const here = await withFeed(await makeFeed("0.0.1", feed));
    const before = await version(here);
    expect(await act(here, "FindUpdates")).toBe(false);
    expect(await act(here, "Update")).toMatch(/^No update/);
    await act(here, "Restart");
    here.clock.advance(10_000);
    expect(await version(here)).toBe(before);
  });
});

describe("A feed that cannot be trusted installs nothing", () => {
  const change = (name: string, how: (path: string) => void) => (directory: string) =>
    how(join(directory, name));

  const FAULTS: readonly (readonly [string, (directory: string) => void, boolean])[] = [
    ["the manifest was changed", change("manifest.json", (path) => appendFileSync(path, " ")), false],
    [
      "the manifest offers another version",
      change("manifest.json", (path) =>
        writeFileSync(path, readFileSync(path, "utf8").replace(NEWER, "99.2.0")),
      ),
      false,
    ],
    ["the manifest is gone", change("manifest.json", (path) => rmSync(path)), false],
    ["the signature is gone", change("manifest.json.sig", (path) => rmSync(path)), false],
    ["the signature is empty", change("manifest.json.sig", (path) => writeFileSync(path, "")), false],
    [
      "the signature is another",
      change("manifest.json.sig", (path) => writeFileSync(path, Buffer.alloc(64, 7).toString("base64"))),
      false,
    ],
    [
      "the file was changed",
      change(`router-${NEWER}.zip`, (path) => writeFileSync(path, "THE ROUTER, version 99.1.0")),
      true,
    ],
    ["the file is longer", change(`router-${NEWER}.zip`, (path) => appendFileSync(path, "!")), true],
    ["the file is shorter", change(`router-${NEWER}.zip`, (path) => writeFileSync(path, "")), true],
    ["the file is gone", change(`router-${NEWER}.zip`, (path) => rmSync(path)), true],
  ];

  const directory = scratch();
  let here: Here;
  beforeAll(async () => {
    here = await withFeed({ ...feed, directory });
  });

  it.each(FAULTS)("%s", async (_what, spoil, manifestIsGood) => {
    cpSync(feed.directory, directory, { recursive: true });
    spoil(directory);
    const before = await version(here);
    const found = await act(here, "FindUpdates");
    const { updateUnknown } = (await here.call("pilothouse.status")).result;
    if (manifestIsGood) expect([found, updateUnknown]).toEqual([true, null]);
    else expect(updateUnknown).toMatchObject({ text: found || expect.stringMatching(/cannot be read/) });
    if (found !== false && !manifestIsGood) expect(found).toMatch(/^The update feed cannot be trusted/);
    expect(await act(here, "Update")).toMatch(/^The update feed cannot be (trusted|read)/);
    await act(here, "Restart");
    here.clock.advance(10_000);
    expect(await version(here)).toBe(before);
  });

  it("it is signed by another key", async () => {
    const { publicKey } = await makeKeys();
    const here = await withFeed({ ...feed, publicKey });
    expect(await act(here, "FindUpdates")).toMatch(/^The update feed cannot be trusted/);
    expect(await act(here, "Update")).toMatch(/^The update feed cannot be trusted/);
  });

  it.each([
    ["no public key is set", "FEED", undefined, true],
    ["the public key is no key", "FEED", "nonsense", true],
    ["it is at a plain http: address", "http://127.0.0.1:1/", "KEY", true],
    ["it is at a file: address", "file:///tmp", "KEY", true],
    ["it is a directory that is not there", "/nowhere/at/all", "KEY", false],
    ["it is a server that is not there", "https://127.0.0.1:1/", "KEY", false],
  ])("%s", async (_what, place, key, isSaid) => {
    const bare = await startHere({
      settings: {
        "update.feed": place === "FEED" ? feed.directory : place,
        ...(key !== undefined && { "update.public_key": key === "KEY" ? feed.publicKey : key }),
      },
    });
    const before = await version(bare);
    const found = await act(bare, "FindUpdates");
    const why = await act(bare, "Update");
    expect(why).toMatch(/^[A-Z].+\.$/);
    expect(found).toBe(isSaid && why);
    expect((await bare.call("pilothouse.status")).result["updateUnknown"]).toMatchObject({ text: why });
    await act(bare, "Restart");
    bare.clock.advance(10_000);
    expect(await version(bare)).toBe(before);
  });
});

describe("pilothouse feed", () => {
  it("does not overwrite a key", async () => {
    const before = readFileSync(feed.key, "utf8");
    const { code, stdout, stderr } = await run(["feed", "keygen", "--out", feed.key]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(readFileSync(feed.key, "utf8")).toBe(before);
  });

  it("says in one line why a feed was not written", async () => {
    const out = join(scratch(), "feed");
    const { code, stderr } = await run([
      "feed",
      "sign",
      "/nowhere.zip",
      "--release",
      "1.0",
      "--key",
      feed.key,
      "--out",
      out,
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^pilothouse: \/nowhere\.zip cannot be read.*\n$/);
  });
});
