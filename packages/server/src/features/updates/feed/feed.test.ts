import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { generate } from "selfsigned";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Feed, type FeedOptions } from "./feed.js";
import { generateKeys, type Manifest } from "./manifest.js";
import { writeFeed } from "./write-feed.js";

const keys = generateKeys();
const content = Buffer.alloc(300_000, "router ");
const never = new AbortController().signal;

let dir: string;
let feedDir: string;
let staging: string;
let manifest: Manifest;

beforeEach(async () => {
  dir = scratch();
  feedDir = join(dir, "feed");
  staging = await mkdtemp(join(dir, "staging-"));
  const file = join(dir, "router.bin");
  await writeFile(file, content);
  manifest = await writeFeed({
    file,
    product: "i2pd",
    version: "2.60.0",
    privateKeyPem: keys.privateKeyPem,
    outDir: feedDir,
  });
});
const open = (place: string, options?: FeedOptions) => new Feed(place, keys.publicKey, options);
const stage = (feed: Feed, signal = never) => feed.stage(manifest, staging, () => {}, signal);

describe("a feed in a directory", () => {
  test("gives its manifest and its file, which only its owner can read", async () => {
    const feed = open(feedDir);
    expect(await feed.manifest(never)).toEqual(manifest);
    const percents: number[] = [];
    const path = await feed.stage(manifest, staging, (percent) => percents.push(percent), never);
    expect((await readFile(path)).equals(content)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  test.each(["manifest.json", "manifest.json.sig"])("without %s cannot be read", async (name) => {
    await rm(join(feedDir, name));
    await expect(open(feedDir).manifest(never)).rejects.toThrow(
      `The update feed cannot be read: ${name}: it is not there.`,
    );
  });

  test.each(["manifest.json", "manifest.json.sig"])("is refused when %s is huge", async (name) => {
    await writeFile(join(feedDir, name), Buffer.alloc(64 * 1024 + 1, " "));
    await expect(open(feedDir).manifest(never)).rejects.toThrow(`${name} is larger than 65536 bytes`);
  });

  test("does not wait for a pipe without a writer", async () => {
    await rm(join(feedDir, "manifest.json"));
    execFileSync("mkfifo", [join(feedDir, "manifest.json")]);
    await expect(open(feedDir).manifest(never)).rejects.toThrow("it is not a file");
  });

  test("without its file cannot be staged", async () => {
    await rm(join(feedDir, manifest.file));
    await expect(stage(open(feedDir))).rejects.toThrow("router.bin: it is not there");
  });

  test("is refused when the file is another of the same size", async () => {
    await writeFile(join(feedDir, manifest.file), Buffer.alloc(content.length, "attack "));
    await expect(stage(open(feedDir))).rejects.toThrow("its SHA-256 differs");
  });

  test("is refused when the file is cut short", async () => {
    await truncate(join(feedDir, manifest.file), 299_999);
    await expect(stage(open(feedDir))).rejects.toThrow("has 299999 bytes, not the 300000 of the manifest");
  });

  test("is refused when the file is longer, and no more than its size is written", async () => {
    await appendFile(join(feedDir, manifest.file), Buffer.alloc(1_000_000));
    await expect(stage(open(feedDir))).rejects.toThrow("is larger than the 300000 bytes of the manifest");
    expect((await stat(join(staging, manifest.file))).size).toBeLessThanOrEqual(300_000);
  });

  test("never writes over a file that is there already", async () => {
    await writeFile(join(staging, manifest.file), "mine");
    await expect(stage(open(feedDir))).rejects.toThrow("EEXIST");
    expect(await readFile(join(staging, manifest.file), "utf8")).toBe("mine");
  });

  test("is left at once by someone who has given up", async () => {
    await expect(open(feedDir).manifest(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(await readdir(staging)).toEqual([]);
  });
});

test.each(["http://127.0.0.1/feed", "HTTP://127.0.0.1/", "ftp://example.org/", "file:///feed", "https://"])(
  "The feed %s is refused before a request is sent",
  (place) => {
    expect(() => open(place)).toThrow(
      /update\.feed wants a directory or an https: URL; http: and others are refused/,
    );
  },
);

describe("a feed on the web", () => {
  let certificate: { cert: string; private: string };
  let server: Server | undefined;

  beforeAll(async () => {
    certificate = await generate([{ name: "commonName", value: "feed" }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
  });
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  async function serve(listener: RequestListener): Promise<string> {
    const made = createServer({ key: certificate.private, cert: certificate.cert }, listener);
    server = made;
    await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
    return `https://127.0.0.1:${(made.address() as AddressInfo).port}/some/feed`;
  }
  const trusting = (options?: FeedOptions): FeedOptions => ({ ca: certificate.cert, ...options });

  const files: RequestListener = (request, response) => {
    const name = request.url?.replace("/some/feed/", "") ?? "";
    readFile(join(feedDir, name)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  };
  /** The feed, with one file changed. */
  const filesBut =
    (name: string, other: (request: IncomingMessage, response: ServerResponse) => void): RequestListener =>
    (request, response) =>
      request.url?.endsWith(`/${name}`) ? other(request, response) : files(request, response);

  test.each(["", "/"])("gives its manifest and its file (address ending in %j)", async (ending) => {
    const feed = open((await serve(files)) + ending, trusting());
    expect(await feed.manifest(never)).toEqual(manifest);
    expect((await readFile(await stage(feed))).equals(content)).toBe(true);
  });

  test("is refused when its certificate is not known", async () => {
    await expect(open(await serve(files)).manifest(never)).rejects.toThrow(
      /^The update feed cannot be read: manifest\.json: self-signed certificate/,
    );
  });

  test("is not followed to where it redirects", async () => {
    const asked: (string | undefined)[] = [];
    const place = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { Location: "/elsewhere/manifest.json" }).end();
    });
    await expect(open(place, trusting()).manifest(never)).rejects.toThrow(
      "a redirect, which is not followed (HTTP 302)",
    );
    expect(asked).toEqual(["/some/feed/manifest.json"]);
  });

  test("cannot be read when a file is missing, or nothing listens", async () => {
    const place = await serve(filesBut("manifest.json.sig", (_, response) => response.writeHead(404).end()));
    await expect(open(place, trusting()).manifest(never)).rejects.toThrow(
      "manifest.json.sig: the server answered",
    );
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    await expect(open(place, trusting()).manifest(never)).rejects.toThrow(
      /cannot be read: manifest\.json: .*ECONNREFUSED/,
    );
  });

  test("is refused when its manifest has no end", async () => {
    const place = await serve((_, response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(16_384), more);
      more();
    });
    await expect(open(place, trusting()).manifest(never)).rejects.toThrow("is larger than 65536 bytes");
  });

  test("is refused when the connection is cut in the middle of the file", async () => {
    const place = await serve(
      filesBut("router.bin", (_, response) => {
        response.writeHead(200, { "Content-Length": content.length });
        response.write(content.subarray(0, 1000), () => response.destroy());
      }),
    );
    await expect(stage(open(place, trusting()))).rejects.toThrow("router.bin: the connection was cut");
  });

  test.each<[string, RequestListener]>([
    ["does not answer", () => {}],
    ["falls silent after its headers", (_, response) => response.writeHead(200).flushHeaders()],
  ])("is given up when it %s", async (_, listener) => {
    const feed = open(await serve(listener), trusting({ idleMs: 100 }));
    await expect(feed.manifest(never)).rejects.toThrow("manifest.json: the server said nothing for 0.1 s");
  });

  test("is given up when it drips for too long", async () => {
    const place = await serve((_, response) => {
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    const feed = open(place, trusting({ manifestMs: 200, idleMs: 10_000 }));
    await expect(feed.manifest(never)).rejects.toThrow(
      "The update feed cannot be read: it took longer than 0.2 s.",
    );
  });

  test("is left at once by someone who gives up", async () => {
    const caller = new AbortController();
    const place = await serve((_, response) => {
      response.writeHead(200).write("{");
      caller.abort(new Error("gone"));
    });
    await expect(open(place, trusting()).manifest(caller.signal)).rejects.toThrow("gone");
  });
});
