import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NotPossible, systemClock, type VerifiedUpdate } from "@pilothouse/drivers/port";
import { reasonText } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, test } from "vitest";
import { generateKeys } from "./feed/manifest.js";
import { type FeedToWrite, writeFeed } from "./feed/write-feed.js";
import { Updater, type UpdaterOptions } from "./updater.js";

const keys = generateKeys();
const never = new AbortController().signal;

let dir: string;
let feed: string;
let stagingDir: string;
let said: string[];
let installed: { version: string; content: string }[];

beforeEach(async () => {
  dir = scratch();
  feed = join(dir, "feed");
  stagingDir = join(dir, "staging");
  said = [];
  installed = [];
});
async function publish(
  version: string,
  privateKeyPem = keys.privateKeyPem,
  more: Partial<FeedToWrite> = {},
): Promise<void> {
  const file = join(dir, "router.bin");
  await writeFile(file, `router ${version}`);
  await writeFeed({ file, product: "i2pd", version, privateKeyPem, outDir: feed, ...more });
}

const router = {
  async install({ version, file }: VerifiedUpdate, progress: (message: string) => void) {
    progress("Putting it in place");
    installed.push({ version, content: await readFile(file, "utf8") });
    return `Version ${version} is installed.`;
  },
};

const make = (options: Partial<UpdaterOptions> = {}) =>
  new Updater({
    settings: () => ({ feed, publicKey: keys.publicKey }),
    stagingDir,
    router,
    product: "i2pd",
    clock: systemClock,
    currentVersion: async () => "2.59.0",
    log: (message) => said.push(message),
    ...options,
  });

/** Its answers as the interface gives them. */
function updater(options: Partial<UpdaterOptions> = {}) {
  const made = make(options);
  const update = async (signal: AbortSignal) => (await made.update(signal)).status;
  const find = async (signal: AbortSignal) => {
    const found = await made.find(signal);
    return typeof found === "object" && "code" in found ? reasonText(found) : found;
  };
  return { find, update, cleanUp: () => made.cleanUp() };
}

/** Installing that waits until it is let go. */
function slowRouter() {
  let letGo = () => {};
  let begun = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const installing = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const install: typeof router.install = async (update, progress) => {
    begun();
    await gate;
    return router.install(update, progress);
  };
  return { router: { install }, installing, letGo };
}

describe("looking for an update", () => {
  test.each([
    ["2.60.0", true],
    ["2.59.0", false],
    ["2.58.9", false],
  ])("finds that %s is newer than 2.59.0: %s", async (version, newer) => {
    await publish(version);
    expect(await updater().find(never)).toEqual(newer && { version });
    expect(installed).toEqual([]);
  });

  test.each([
    ["no key", { feed: "/feed" }, "No update feed can be used: update.public_key is not set."],
    [
      "a feed in the clear",
      { feed: "http://127.0.0.1/", publicKey: keys.publicKey },
      "No update feed can be used: update.feed wants a directory or an https: URL; http: and others are refused.",
    ],
  ])("says so when there is %s, and so does an update", async (_, settings, sentence) => {
    const asked = updater({ settings: () => settings });
    expect(await asked.find(never)).toBe(sentence);
    expect(await asked.update(never)).toBe(sentence);
    expect(said).toEqual(["Looking for an update", sentence]);
  });

  test("is over at once without a feed, and an update says why", async () => {
    const asked = updater({ settings: () => ({ publicKey: keys.publicKey }) });
    expect(await asked.find(never)).toBe(false);
    expect(await asked.update(never)).toBe("No update feed can be used: update.feed is not set.");
  });

  test.each<[string, () => Promise<string | undefined>]>([
    ["does not tell", async () => undefined],
    ["fails to tell", async () => Promise.reject(new Error("hung"))],
  ])("believes nothing newer when the router %s its version", async (_, currentVersion) => {
    await publish("2.60.0");
    const sentence = "It is not known whether the update is newer: the router does not report its version.";
    expect(await updater({ currentVersion }).find(never)).toBe(sentence);
    expect(await updater({ currentVersion }).update(never)).toBe(sentence);
    expect(installed).toEqual([]);
  });
});

describe("an update", () => {
  test("is fetched, checked, installed and cleaned up, and every stage is reported", async () => {
    await publish("2.60.0");
    expect(await updater().update(never)).toBe("Version 2.60.0 is installed.");
    expect(installed).toEqual([{ version: "2.60.0", content: "router 2.60.0" }]);
    expect(await readdir(stagingDir)).toEqual([]);
    expect(said).toEqual([
      "Looking for an update",
      "Fetching version 2.60.0: router.bin, 13 bytes",
      "Fetched 100%",
      "Checked router.bin: size and SHA-256 are those of the signed manifest",
      "Installing version 2.60.0",
      "Putting it in place",
      "Version 2.60.0 is installed.",
    ]);
  });

  test("logs a long download in steps of ten percent", async () => {
    const file = join(dir, "large.bin");
    await writeFile(file, Buffer.alloc(4_000_000));
    await writeFeed({
      file,
      product: "i2pd",
      version: "3.0",
      privateKeyPem: keys.privateKeyPem,
      outDir: feed,
    });
    const quiet = { install: async () => "done" };
    await updater({ router: quiet }).update(never);
    const steps = said.filter((message) => message.startsWith("Fetched"));
    expect(steps).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((step) => `Fetched ${step}%`));
  });

  test("to an older version is not made, even with a good signature", async () => {
    await publish("2.58.0");
    expect(await updater().update(never)).toBe("No update: the router runs 2.59.0, the feed offers 2.58.0.");
    expect(installed).toEqual([]);
  });

  test("signed by someone else installs nothing and says so", async () => {
    await publish("2.60.0", generateKeys().privateKeyPem);
    expect(await updater().update(never)).toMatch(/^The update feed cannot be trusted: the signature/);
    expect(installed).toEqual([]);
  });

  test.each<[string, Partial<FeedToWrite>, string]>([
    [
      "another product",
      { product: "simulator" },
      "is for something else: it is for simulator, this router is i2pd",
    ],
    [
      "another architecture",
      { architecture: "s390x" },
      "is for something else: it is for s390x, this machine is",
    ],
    ["a time that is over", { lifetimeMs: 0 }, "has expired: its manifest was valid until"],
  ])("for %s is neither found nor installed, even with a good signature", async (_, more, why) => {
    await publish("2.60.0", keys.privateKeyPem, more);
    expect(await updater().find(never)).toContain(why);
    expect(await make().update(never)).toMatchObject({
      outcome: "failed",
      status: expect.stringContaining(why),
    });
    expect(installed).toEqual([]);
  });

  test("for any architecture is installed, and found as long as it holds", async () => {
    const lifetimeMs = 86_400_000;
    await publish("2.60.0", keys.privateKeyPem, { architecture: "any", lifetimeMs });
    const clock = { now: () => systemClock.now() + 2 * lifetimeMs };
    expect(await updater({ clock }).find(never)).toContain("has expired");
    expect(await make().update(never)).toMatchObject({ outcome: "installed" });
  });

  test("whose file was changed installs nothing, says so, and leaves nothing staged", async () => {
    await publish("2.60.0");
    await writeFile(join(feed, "router.bin"), "attack 2.60.0");
    expect(await updater().update(never)).toMatch(/^The update feed cannot be trusted: .*SHA-256 differs\.$/);
    await appendFile(join(feed, "router.bin"), "more");
    expect(await updater().update(never)).toMatch(/^The update feed cannot be trusted: .*is larger/);
    expect(installed).toEqual([]);
    expect(await readdir(stagingDir)).toEqual([]);
  });

  test("that the router cannot take ends in a sentence", async () => {
    await publish("2.60.0");
    const install = () => Promise.reject(new NotPossible("This router is updated by its package manager."));
    expect(await make({ router: { install } }).update(never)).toMatchObject({
      outcome: "failed",
      why: { code: "update.notInstalled", values: { version: "2.60.0" } },
      status: "Version 2.60.0 was not installed: This router is updated by its package manager.",
    });
    expect(await make().update(never)).toMatchObject({ outcome: "installed", version: "2.60.0" });
    await writeFile(join(feed, "router.bin"), "attack 2.60.0");
    expect(await make().update(never)).toMatchObject({ outcome: "failed" });
    expect(await readdir(stagingDir)).toEqual([]);
  });

  test("that cannot be stored ends in a sentence", async () => {
    await publish("2.60.0");
    await writeFile(stagingDir, "a file where the directory should be");
    expect(await updater().update(never)).toMatch(/^The update cannot be stored: EEXIST/);
    expect(installed).toEqual([]);
  });

  test("removes what a crash has left, and nothing else", async () => {
    await publish("2.60.0");
    await mkdir(join(stagingDir, "update-abc123"), { recursive: true });
    await writeFile(join(stagingDir, "update-abc123", "router.bin"), "half");
    await writeFile(join(stagingDir, "notes.txt"), "kept");
    await updater().update(never);
    expect(await readdir(stagingDir)).toEqual(["notes.txt"]);
  });
});

describe("updates at the same time", () => {
  test("share one run, and a later one is a run of its own", async () => {
    await publish("2.60.0");
    const one = updater();
    expect(await Promise.all([one.update(never), one.update(never), one.update(never)])).toEqual(
      Array(3).fill("Version 2.60.0 is installed."),
    );
    expect(installed).toHaveLength(1);
    await one.update(never);
    expect(installed).toHaveLength(2);
  });

  test("go on for those who stay when another gives up", async () => {
    await publish("2.60.0");
    const one = updater();
    const caller = new AbortController();
    const leaves = one.update(caller.signal);
    const stays = one.update(never);
    caller.abort(new Error("gone"));
    await expect(leaves).rejects.toThrow("gone");
    expect(await stays).toBe("Version 2.60.0 is installed.");
  });

  test("are given up when the last caller has gone, and nothing is installed", async () => {
    await publish("2.60.0");
    const one = updater();
    const caller = new AbortController();
    const both = Promise.allSettled([one.update(caller.signal), one.update(caller.signal)]);
    caller.abort(new Error("gone"));
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await one.update(never)).toBe("Version 2.60.0 is installed.");
    expect(installed).toHaveLength(1);
  });

  test("are given up even when the file is there already", async () => {
    await publish("2.60.0");
    const caller = new AbortController();
    const one = updater({
      log: (message) => message.startsWith("Checked") && caller.abort(new Error("gone")),
    });
    await expect(one.update(caller.signal)).rejects.toThrow("gone");
    // The caller does not wait for the tidying up; when that is done, so is the whole run.
    await expect.poll(() => readdir(stagingDir)).toEqual([]);
    expect(installed).toEqual([]);
  });

  test("wait for an installation that its caller has left: its file is not swept away", async () => {
    await publish("2.60.0");
    const slow = slowRouter();
    const one = updater({ router: slow.router });
    const caller = new AbortController();
    const first = one.update(caller.signal);
    await slow.installing;
    caller.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    const staged = await readdir(stagingDir);
    const second = one.update(never);
    await sleep(100);
    expect(await readdir(stagingDir)).toEqual(staged);
    expect(said.filter((message) => message === "Looking for an update")).toHaveLength(1);
    slow.letGo();
    expect(await second).toBe("Version 2.60.0 is installed.");
    expect(installed.map(({ content }) => content)).toEqual(["router 2.60.0", "router 2.60.0"]);
  });
});

test("A staged file lies in a directory of its own, under its own name", async () => {
  await publish("2.60.0");
  const seen: string[] = [];
  const install = async ({ file }: VerifiedUpdate) => {
    seen.push(file);
    return "done";
  };
  await updater({ router: { install } }).update(never);
  expect(seen).toEqual([expect.stringMatching(/router\.bin$/)]);
  expect(dirname(dirname(seen[0] ?? ""))).toBe(stagingDir);
});
