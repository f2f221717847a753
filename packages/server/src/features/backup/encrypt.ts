import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { reason } from "@pilothouse/protocol";
import { BackupError } from "./backup-error.js";
import { inSlices, requireMemory } from "./pieces.js";

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** How a passphrase becomes a key: about a tenth of a second and 64 MiB for each guess. */
const SCRYPT: Cost = { N: 2 ** 16, r: 8, p: 1 };
const memoryFor = ({ N, r }: Pick<Cost, "N" | "r">): number => 128 * N * r;
/** The most memory that a file may require to be opened, all rounds taken together: they take time in its place. */
const MOST_MEMORY = 512 * 2 ** 20;

const MAGIC = Buffer.from("PILOTHOUSE-SEALED-1\n");
const SALT = 16;
const NONCE = 12;
const TAG = 16;
/** Magic, log2 of N, r, p, salt and nonce; all of it is authenticated. */
const HEADER = MAGIC.length + 3 + SALT + NONCE;

export const isEncrypted = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC);

/** Encrypts with a passphrase, so that every change is found out. */
export async function encrypt(
  plain: Buffer,
  passphrase: string,
  { N, r, p }: Cost = SCRYPT,
): Promise<Buffer> {
  requireMemory(memoryFor({ N, r }) + plain.length);
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const header = Buffer.concat([MAGIC, Buffer.from([Math.log2(N), r, p]), salt, nonce]);
  const cipher = createCipheriv("aes-256-gcm", await keyOf(passphrase, salt, { N, r, p }), nonce);
  cipher.setAAD(header);
  const encrypted = Buffer.alloc(HEADER + plain.length + TAG);
  encrypted.set(header);
  await inSlices(plain, (slice, at) => encrypted.set(cipher.update(slice), HEADER + at));
  cipher.final();
  encrypted.set(cipher.getAuthTag(), HEADER + plain.length);
  return encrypted;
}

export async function decrypt(encrypted: Buffer, passphrase: string): Promise<Buffer> {
  if (encrypted.length < HEADER + TAG) throw new BackupError("the backup is cut short");
  const header = encrypted.subarray(0, HEADER);
  const [log2 = 0, r = 0, p = 0] = header.subarray(MAGIC.length);
  const cost = { N: 2 ** log2, r, p };
  if (log2 < 1 || r < 1 || p < 1 || memoryFor(cost) * p > MOST_MEMORY) throw new BackupError(DAMAGED);
  requireMemory(memoryFor(cost) + encrypted.length);
  const salt = header.subarray(MAGIC.length + 3, HEADER - NONCE);
  const key = await keyOf(passphrase, salt, cost);
  const decipher = createDecipheriv("aes-256-gcm", key, header.subarray(HEADER - NONCE));
  decipher.setAAD(header);
  decipher.setAuthTag(encrypted.subarray(-TAG));
  const plain = Buffer.alloc(encrypted.length - HEADER - TAG);
  await inSlices(encrypted.subarray(HEADER, -TAG), (slice, at) => plain.set(decipher.update(slice), at));
  try {
    decipher.final();
    return plain;
  } catch {
    throw new BackupError("the passphrase is wrong, or the backup is damaged", {
      why: { key: "passphrase", reason: reason("restore.passphrase") },
    });
  }
}

const DAMAGED = "the backup is damaged: its header makes no sense";

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: Cost) {
  return new Promise<Buffer>((resolve, reject) => {
    // Texts that look the same are the same passphrase, in any Unicode form.
    scrypt(passphrase.normalize("NFC"), salt, 32, { N, r, p, maxmem: MOST_MEMORY + 2 ** 20 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
