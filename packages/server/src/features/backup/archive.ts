import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { count, listOf, parseJson, reason, record, text } from "@pilothouse/protocol";
import { BackupError } from "./backup-error.js";
import { decrypt, encrypt, isEncrypted } from "./encrypt.js";

/** A file in a backup: one of the data directory, by its path there, or another by its whole path. */
export interface BackedUp {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
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

const digestOf = (bytes: Buffer): Buffer => createHash("sha256").update(bytes).digest();
const sumOf = (bytes: Buffer): string => digestOf(bytes).toString("hex");

export async function pack({ files, ...facts }: Backup, passphrase?: string): Promise<Buffer> {
  const list = files.map(({ path, mode, bytes }) => ({
    path,
    mode,
    size: bytes.length,
    sha256: sumOf(bytes),
  }));
  const head = Buffer.from(`${contents.write({ ...facts, files: list })}\n`);
  const packed = await promisify(gzip)(Buffer.concat([head, ...files.map(({ bytes }) => bytes)]));
  const plain = Buffer.concat([MAGIC, digestOf(packed), packed]);
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
  if (!digestOf(packed).equals(plain.subarray(MAGIC.length, MAGIC.length + SUM)))
    throw new BackupError("the backup is damaged or cut short: its sum is wrong");
  const all = await promisify(gunzip)(packed, { maxOutputLength: most }).catch((cause: Error) => {
    throw new BackupError(`the backup is damaged or cut short: ${cause.message}`, {
      cause,
      why: isTooLong(cause) ? { key: "file", reason: reason("restore.large") } : undefined,
    });
  });
  const end = all.indexOf("\n");
  const { files, ...facts } = readContents(all.subarray(0, end));
  let at = end + 1;
  const found = files.map(({ path, mode, size, sha256 }) => {
    const content = all.subarray(at, at + size);
    at += size;
    if (content.length !== size || sumOf(content) !== sha256)
      throw new BackupError(`the backup is damaged: ${path} is not as it was saved`);
    return { path, mode: mode & 0o777, bytes: content };
  });
  if (at !== all.length) throw new BackupError("the backup is damaged: there is more in it than it lists");
  return { ...facts, files: found };
}

const isTooLong = ({ code }: NodeJS.ErrnoException): boolean => code === "ERR_BUFFER_TOO_LARGE";

function readContents(line: Buffer) {
  try {
    return contents.read(parseJson(line, { bytes: LARGEST_LIST }));
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
