import { createHash } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readAtMost } from "@pilothouse/protocol";
import { beforeDeadline } from "@pilothouse/system";
import { FeedFault, unreadable } from "./feed-fault.js";
import { openSource, type Source } from "./feed-source.js";
import { MANIFEST, type Manifest, SIGNATURE, verifyManifest } from "./manifest.js";

const LARGEST_MANIFEST = 64 * 1024;

export interface FeedOptions {
  /** Certificates to trust instead of the system's, in PEM. */
  readonly ca?: string | undefined;
  /** How long a server may say nothing. */
  readonly idleMs?: number;
  /** How long manifest and signature may take together, and how long the file may. */
  readonly manifestMs?: number;
  readonly fileMs?: number;
}

/** A signed update feed: a manifest, its signature, and the file that the manifest describes. */
export class Feed {
  readonly #source: Source;
  readonly #manifestMs: number;
  readonly #fileMs: number;

  constructor(
    feed: string,
    readonly publicKey: string,
    { ca, idleMs = 30_000, manifestMs = 60_000, fileMs = 3_600_000 }: FeedOptions = {},
  ) {
    this.#source = openSource(feed, { ca, idleMs });
    this.#manifestMs = manifestMs;
    this.#fileMs = fileMs;
  }

  /** What the feed offers, its signature checked. */
  async manifest(signal: AbortSignal): Promise<Manifest> {
    return beforeDeadline({ ms: this.#manifestMs, signal, late: tooSlow }, async (deadline) => {
      const bytes = await this.#small(MANIFEST, deadline);
      const signature = await this.#small(SIGNATURE, deadline);
      return verifyManifest(bytes, signature.toString("latin1"), this.publicKey);
    });
  }

  /**
   * Fetches the file into `directory` and resolves with its path. A file that is not the one the
   * manifest names is a fault; what was written of it is the caller's to remove.
   */
  async stage(
    manifest: Manifest,
    directory: string,
    progress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<string> {
    const path = join(directory, manifest.file);
    await beforeDeadline({ ms: this.#fileMs, signal, late: tooSlow }, async (deadline) => {
      const handle = await open(path, "wx", 0o600);
      try {
        const body = await this.#open(manifest.file, deadline);
        await writeFile(handle, checked(body, manifest, progress));
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
    return path;
  }

  async #small(name: string, signal: AbortSignal): Promise<Buffer> {
    const { bytes, whole } = await readAtMost(await this.#open(name, signal), LARGEST_MANIFEST);
    if (whole) return Buffer.from(bytes);
    throw new FeedFault("unreadable", "tooLarge", { file: name, bytes: LARGEST_MANIFEST });
  }

  async #open(name: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const body = await this.#source(name, signal).catch((error: unknown) => {
      throw unreadable(name, error);
    });
    return (async function* () {
      try {
        yield* body;
      } catch (error) {
        throw unreadable(name, error);
      }
    })();
  }
}

const tooSlow = (ms: number) => new FeedFault("unreadable", "slow", { seconds: ms / 1000 });

/** Passes a file on while it counts and hashes it. */
async function* checked(
  body: AsyncIterable<Buffer>,
  { file, size, sha256 }: Manifest,
  progress: (percent: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > size) throw new FeedFault("untrusted", "longer", { file, size });
    hash.update(chunk);
    yield chunk;
    progress(Math.floor((length / size) * 100));
  }
  if (length < size) throw new FeedFault("untrusted", "shorter", { file, length, size });
  if (hash.digest("hex") !== sha256) throw new FeedFault("untrusted", "hash", { file });
}
