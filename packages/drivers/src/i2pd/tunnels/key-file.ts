import { createECDH, createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { b32Address, i2pBase64 } from "@pilothouse/protocol";

/**
 * A private key as i2pd's and Java I2P's files have it: the destination (two public keys, and a certificate that says of
 * which types they are), then the private key of the encryption and that of the signature.
 */
export interface Key {
  /** `….b32.i2p`. */
  readonly address: string;
  /** In I2P's Base64. */
  readonly destination: string;
  readonly signature: number;
}

const KEYS = 384;
const HEAD = 3;
const KEY_CERTIFICATE = 5;
const ED25519 = 7;
const P256 = 1;

/** The types that i2pd signs with, and how long their private keys are: ECDSA P-256, P-384, P-521, Ed25519, Red25519. */
const SIGNING: ReadonlyMap<number, number> = new Map([
  [P256, 32],
  [2, 48],
  [3, 66],
  [ED25519, 32],
  [11, 32],
]);
/** ElGamal, and X25519. */
const ENCRYPTION: ReadonlyMap<number, number> = new Map([
  [0, 256],
  [4, 32],
]);
/** The types for which i2pd was seen to make keys. */
export const MADE_SIGNATURES: readonly string[] = [P256, ED25519, 11].map(String);

/** What a key file holds; a sentence that follows its name when it is none that i2pd takes. */
export function readKey(bytes: Uint8Array): Key | string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < KEYS + HEAD) return `has only ${file.length} bytes, which is too short for a key`;
  const end = KEYS + HEAD + file.readUInt16BE(KEYS + 1);
  if (file[KEYS] !== KEY_CERTIFICATE || end < KEYS + HEAD + 4 || file.length < end)
    return "does not begin with a destination that names the types of its keys";
  const [signature, encryption] = [file.readUInt16BE(KEYS + HEAD), file.readUInt16BE(KEYS + HEAD + 2)];
  const [signing, decrypting] = [SIGNING.get(signature), ENCRYPTION.get(encryption)];
  if (signing === undefined || decrypting === undefined)
    return `has a signature of type ${signature} and an encryption of type ${encryption}, with which i2pd cannot run`;
  if (file.length !== end + decrypting + signing)
    return `has ${file.length} bytes, and a key of its types has ${end + decrypting + signing}`;
  const secret = file.subarray(end + decrypting);
  if (secret.every((byte) => byte === 0)) return "has no key to sign with: it is kept offline";
  if (!belongs(signature, secret, file.subarray(0, KEYS)))
    return "is damaged: its private key is not that of its address";
  const destination = file.subarray(0, end);
  return {
    address: b32Address(createHash("sha256").update(destination).digest()),
    destination: i2pBase64(destination),
    signature,
  };
}

/** Whether the public key that signs is that of the private one; true where that cannot be computed here. */
function belongs(signature: number, secret: Buffer, keys: Buffer): boolean {
  if (signature === ED25519) return publicOf(secret).equals(keys.subarray(KEYS - 32));
  if (signature !== P256) return true;
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(secret);
  } catch {
    return false;
  }
  return curve
    .getPublicKey()
    .subarray(1)
    .equals(keys.subarray(KEYS - 64));
}

/** Before the 32 bytes of an Ed25519 key in DER. */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

function publicOf(secret: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, secret]), format: "der", type: "pkcs8" });
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
}
