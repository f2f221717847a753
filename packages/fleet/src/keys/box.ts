import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto";

/** An X25519 key, made for one answer. */
export interface BoxKey {
  /** The public half, in base64url. */
  readonly id: string;
  readonly secret: KeyObject;
}

const RAW = 32;
const TAG = 16;
/** Each box has a key of its own, so this is never used twice with one. */
const IV = Buffer.alloc(12);

export function makeBoxKey(): BoxKey {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  return { id: String(publicKey.export({ format: "jwk" }).x), secret: privateKey };
}

/** What only the holder of the key `to` can open, and only with the same `context`. Throws if `to` is no such key. */
export function boxFor(to: string, context: Uint8Array, content: Uint8Array): string {
  const ephemeral = makeBoxKey();
  const cipher = createCipheriv("aes-256-gcm", sharedKey(ephemeral, to, context, ephemeral.id + to), IV);
  const locked = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.from(ephemeral.id, "base64url"), cipher.getAuthTag(), locked]).toString(
    "base64url",
  );
}

/** Throws if it was not made for this key. */
export function openBox(box: string, key: BoxKey, context: Uint8Array): Buffer {
  const bytes = Buffer.from(box, "base64url");
  const from = bytes.subarray(0, RAW).toString("base64url");
  const decipher = createDecipheriv("aes-256-gcm", sharedKey(key, from, context, from + key.id), IV);
  decipher.setAuthTag(bytes.subarray(RAW, RAW + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(RAW + TAG)), decipher.final()]);
}

function sharedKey({ secret }: BoxKey, other: string, context: Uint8Array, ids: string): Buffer {
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "X25519", x: other }, format: "jwk" });
  const shared = diffieHellman({ privateKey: secret, publicKey });
  return Buffer.from(hkdfSync("sha256", shared, context, `pilothouse box ${ids}`, 32));
}
