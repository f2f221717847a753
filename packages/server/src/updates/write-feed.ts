import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeDirectory, takePlace } from "@pilothouse/system";
import { MANIFEST, type Manifest, SIGNATURE, signManifest } from "./manifest.js";

export interface FeedToWrite {
  /** The file to offer; the feed gets a copy under the same name. */
  readonly file: string;
  readonly version: string;
  readonly privateKeyPem: string;
  readonly outDir: string;
}

/**
 * Writes a feed, or puts a new version into one. Readers see each file whole or not at all, and the
 * manifest only after the file that it names.
 */
export async function writeFeed({ file, version, privateKeyPem, outDir }: FeedToWrite): Promise<Manifest> {
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
    const manifest = { version, file: basename(file), size, sha256: hash.digest("hex") };
    const { bytes, signature } = signManifest(manifest, privateKeyPem);
    await draft(SIGNATURE, `${signature}\n`);
    await draft(MANIFEST, bytes);
    for (const [name, path] of drafts) takePlace(path, join(outDir, name));
    return manifest;
  } finally {
    for (const path of drafts.values()) await rm(path, { force: true });
  }
}
