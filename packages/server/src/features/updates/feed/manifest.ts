import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { integer, parseJson, record, type ValueOf, valueType } from "@pilothouse/protocol";
import { FeedFault } from "./feed-fault.js";
import { VERSION } from "./version.js";

export const MANIFEST = "manifest.json";
export const SIGNATURE = "manifest.json.sig";

/** A feed larger than this is a mistake or an attack. */
export const LARGEST_FILE = 1024 ** 3;

// The name is joined to paths and URLs and shown in logs, so it holds nothing with a meaning in any of them.
const FILE_NAME = /^[0-9A-Za-z_][0-9A-Za-z._+~-]{0,199}$/;

const matching = (wants: string, pattern: RegExp, except: readonly string[] = []) =>
  valueType({
    type: "string",
    wants,
    schema: { type: "string", pattern: pattern.source },
    fits: (value): value is string =>
      typeof value === "string" && pattern.test(value) && !except.includes(value),
  });

const NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What a feed offers: one file, named by its hash; what it is for, and until when the offer holds. */
const manifest = record({
  product: matching('a kind of router such as "i2pd"', NAME),
  architecture: matching('an architecture such as "amd64", or "any"', NAME),
  expires: valueType({
    type: "string",
    wants: 'a time such as "2027-02-13T20:00:00Z"',
    schema: { type: "string", pattern: TIME.source },
    fits: (value): value is string =>
      typeof value === "string" && TIME.test(value) && !Number.isNaN(Date.parse(value)),
  }),
  version: matching('a version such as "2.59.0"', VERSION),
  file: matching("a plain file name", FILE_NAME, [MANIFEST, SIGNATURE]),
  size: integer(1, LARGEST_FILE),
  sha256: matching("a SHA-256 of 64 hexadecimal digits", /^[0-9a-f]{64}$/),
});
export type Manifest = ValueOf<typeof manifest>;

function readManifest(bytes: Uint8Array): Manifest {
  try {
    return manifest.read(parseJson(bytes, { what: MANIFEST }));
  } catch (error) {
    throw new FeedFault("untrusted", "malformed", { text: (error as Error).message });
  }
}

export interface Keys {
  /** The 32 bytes of the key in base64: one line, for the setting `update.public_key`. */
  readonly publicKey: string;
  /** PKCS#8 PEM. */
  readonly privateKeyPem: string;
}

export function generateKeys(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return {
    publicKey: raw.toString("base64"),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

export interface SignedManifest {
  /** The manifest exactly as it is signed: the signature is over these bytes, not over their meaning. */
  readonly bytes: Uint8Array;
  /** Base64. */
  readonly signature: string;
}

/** Refuses what a reader would refuse, so that a feed that was written can be read. */
export function signManifest(offer: Manifest, privateKeyPem: string): SignedManifest {
  const key = createPrivateKey(privateKeyPem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("The private key of a feed is an Ed25519 key.");
  const bytes = Buffer.from(`${JSON.stringify(manifest.read(offer), null, 2)}\n`);
  return { bytes, signature: sign(null, bytes, key).toString("base64") };
}

/** The content of the manifest, after its signature was verified. Nothing of it is parsed before. */
export function verifyManifest(bytes: Uint8Array, signature: string, publicKey: string): Manifest {
  const key = readPublicKey(publicKey);
  const text = signature.trim();
  if (!/^[0-9A-Za-z+/]{86}==$/.test(text))
    throw new FeedFault("untrusted", "notSignature", { file: SIGNATURE });
  if (!verify(null, bytes, key, Buffer.from(text, "base64"))) throw new FeedFault("untrusted", "signature");
  return readManifest(bytes);
}

/** The key of a feed, as `update.public_key` gives it. */
export function readPublicKey(base64: string): KeyObject {
  if (!/^[0-9A-Za-z+/]{43}=$/.test(base64)) throw new FeedFault("unset", "badKey");
  const x = Buffer.from(base64, "base64").toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
