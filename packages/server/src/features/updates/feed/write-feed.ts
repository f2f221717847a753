import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeDirectory, takePlace } from "@pilothouse/system";
import { MANIFEST, type Manifest, SIGNATURE, signManifest } from "./manifest.js";
import { THIS_ARCHITECTURE } from "./suits.js";

/** Long enough to sign again in time, short enough that an old version is not offered for long. */
const LIFETIME = 90 * 86_400_000;

export interface FeedToWrite {
  /** The file to offer; the feed gets a copy under the same name. */
  readonly file: string;
  readonly version: string;
  /** The kind of router that the file is: "i2pd". */
  readonly product: string;
  /** Default: this machine's. */
  readonly architecture?: string | undefined;
  /** Milliseconds until the offer expires; default: 90 days. */
  readonly lifetimeMs?: number;
  readonly privateKeyPem: string;
  readonly outDir: string;
}

/**
 * Writes a feed, or puts a new version into one. Readers see each file whole or not at all, and the
 * manifest only after the file that it names.
 */
export async function writeFeed(feed: FeedToWrite): Promise<Manifest> {
  const { file, version, product, privateKeyPem, outDir } = feed;
  const { architecture = THIS_ARCHITECTURE, lifetimeMs = LIFETIME } = feed;
  makeDirectory(outDir);
  const drafts = new Map<string, string>();
  const draft = async (name: string, content: AsyncIterable<Uint8Array> | Uint8Array | string) => {
    const path = join(outDir, `.${randomUUID()}`);
    drafts.set(name, path);
    await writeFile(path, content, { flag: "wx", mode: 0o644 });
  };
  try {
    const hash = createHash("sha256");
    let size = 0;
    const counted = async function* () {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await draft(basename(file), counted());
    const expires = new Date(Date.now() + lifetimeMs).toISOString();
    const sha256 = hash.digest("hex");
    const manifest = { product, architecture, expires, version, file: basename(file), size, sha256 };
    const { bytes, signature } = signManifest(manifest, privateKeyPem);
    await draft(SIGNATURE, `${signature}\n`);
    await draft(MANIFEST, bytes);
    for (const [name, path] of drafts) takePlace(path, join(outDir, name));
    return manifest;
  } finally {
    for (const path of drafts.values()) await rm(path, { force: true });
  }
}
