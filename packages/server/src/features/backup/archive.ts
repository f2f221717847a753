import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { count, listOf, parseJson, reason, record, text } from "@pilothouse/protocol";
import { BackupError } from "./backup-error.js";
import { decrypt, encrypt, isEncrypted } from "./encrypt.js";
import { type Content, collected, inSlices, PieceReader, piecesOf, requireMemory } from "./pieces.js";

/** A file in a backup: one of the data directory, by its path there, or another by its whole path. */
export interface BackedUp {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Content;
}

export interface Backup {
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number;
  /** The version of Pilothouse that made it. */
  readonly version: string;
  /** The data directory that it was made of. */
  readonly dataDir: string;
  readonly files: readonly BackedUp[];
}

/**
 * The format: this line, the SHA-256 of the rest, and compressed a line of JSON that lists the files with their sizes
 * and SHA-256, and after it their bytes. With a passphrase all of it is encrypted.
 */
const MAGIC = Buffer.from("PILOTHOUSE-BACKUP-1\n");
const NEWER = /^PILOTHOUSE-(?:BACKUP|SEALED)-(\d+)\n/;
const SUM = 32;
const MOST_BYTES = 2 ** 30;
const LARGEST_LIST = 2 ** 20;

const contents = record({
  at: count,
  version: text,
  dataDir: text,
  files: listOf(record({ path: text, mode: count, size: count, sha256: text })),
});

/** So much of what is in a backup is kept in memory; the rest, which is a large store, is unpacked when it is wanted. */
const MOST_KEPT = 2 ** 23;

/** So much of what was unpacked and is no longer needed lies about in memory, until it is collected. */
const MOST_UNCOLLECTED = 2 ** 26;

async function digestOf(content: Content): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of piecesOf(content)) await inSlices(piece, (slice) => hash.update(slice));
  return hash.digest();
}
const sumOf = async (content: Content): Promise<string> => (await digestOf(content)).toString("hex");

export async function pack({ files, ...facts }: Backup, passphrase?: string): Promise<Buffer> {
  const list: ReturnType<typeof readContents>["files"][number][] = [];
  for (const { path, mode, bytes } of files)
    list.push({ path, mode, size: bytes.length, sha256: await sumOf(bytes) });
  async function* all() {
    yield Buffer.from(`${contents.write({ ...facts, files: list })}\n`);
    for (const { bytes } of files) yield* piecesOf(bytes);
  }
  const packed = await pipeline(all, createGzip(), collected);
  const sum = createHash("sha256");
  for (const piece of packed) sum.update(piece);
  const plain = Buffer.concat([MAGIC, sum.digest(), ...packed]);
  return passphrase === undefined ? plain : encrypt(plain, passphrase);
}

/** Every byte is checked before anything is returned. `passphrase` is asked for where it is needed. */
export async function unpack(
  bytes: Buffer,
  passphrase: () => Promise<string>,
  most = MOST_BYTES,
): Promise<Backup> {
  const plain = isEncrypted(bytes) ? await decrypt(bytes, await passphrase()) : bytes;
  if (!plain.subarray(0, MAGIC.length).equals(MAGIC)) throw foreign(plain);
  const packed = plain.subarray(MAGIC.length + SUM);
  if (!(await digestOf(packed)).equals(plain.subarray(MAGIC.length, MAGIC.length + SUM)))
    throw new BackupError("the backup is damaged or cut short: its sum is wrong");
  const all = new PieceReader(unzipped(packed));
  try {
    return await readAll(all, packed, most);
  } finally {
    await all.close();
  }
}

async function readAll(all: PieceReader, packed: Buffer, most: number): Promise<Backup> {
  const { files, ...facts } = readContents(await all.line(LARGEST_LIST));
  const size = files.reduce((sum, one) => sum + one.size, 0);
  if (size > most)
    throw new BackupError("the backup is too large", {
      why: { key: "file", reason: reason("restore.large") },
    });
  requireMemory(Math.min(size, MOST_UNCOLLECTED));
  const found: BackedUp[] = [];
  let [at, kept] = [0, 0];
  for (const { path, mode, size, sha256 } of files) {
    const isKept = kept + size <= MOST_KEPT;
    const hash = createHash("sha256");
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of all.take(size)) {
      hash.update(piece);
      length += piece.length;
      if (isKept) pieces.push(piece);
    }
    if (length !== size || hash.digest("hex") !== sha256)
      throw new BackupError(`the backup is damaged: ${path} is not as it was saved`);
    if (isKept) kept += size;
    const bytes = isKept ? Buffer.concat(pieces) : { length: size, pieces: piecesAt(packed, at, size) };
    found.push({ path, mode: mode & 0o777, bytes });
    at += size;
  }
  if (!(await all.isOver()))
    throw new BackupError("the backup is damaged: there is more in it than it lists");
  return { ...facts, files: found };
}

/** What was checked already is unpacked again. */
const piecesAt = (packed: Buffer, at: number, size: number) =>
  async function* (): AsyncGenerator<Buffer> {
    const all = new PieceReader(unzipped(packed));
    try {
      await all.line(LARGEST_LIST);
      for await (const _before of all.take(at));
      yield* all.take(size);
    } finally {
      await all.close();
    }
  };

async function* unzipped(packed: Buffer): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 2 ** 16 });
  gunzip.end(packed);
  try {
    yield* gunzip;
  } catch (cause) {
    throw new BackupError(`the backup is damaged or cut short: ${(cause as Error).message}`, { cause });
  }
}

/** The last moment that can be written as a date, as the service does at the start that follows. */
const LATEST = 8.64e15;

function readContents(line: Buffer) {
  try {
    const found = contents.read(parseJson(line, { bytes: LARGEST_LIST }));
    if (found.at > LATEST) throw new RangeError("no date is so late");
    return found;
  } catch (cause) {
    throw new BackupError("the backup is damaged: its list of files cannot be read", { cause });
  }
}

function foreign(bytes: Buffer): BackupError {
  const format = NEWER.exec(bytes.subarray(0, 40).toString("latin1"))?.[1];
  return new BackupError(
    format === undefined
      ? "this is not a backup of Pilothouse"
      : `the backup has format ${format}, which this version does not know: use a newer Pilothouse`,
    {
      why: { key: "file", reason: reason(format === undefined ? "restore.foreign" : "restore.newer") },
    },
  );
}
