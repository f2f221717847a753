import { createECDH, generateKeyPairSync, randomBytes } from "node:crypto";

/** A new private key in the form of i2pd's files. */
export function madeKey({ signature = 7, encryption = 0 } = {}): Buffer {
  const [pub, secret] = signature === 7 ? ed25519() : p256();
  const certificate = Buffer.from([5, 0, 4, 0, signature, 0, encryption]);
  const padding = randomBytes(384 - pub.length);
  return Buffer.concat([padding, pub, certificate, randomBytes(encryption === 0 ? 256 : 32), secret]);
}

function ed25519(): [Buffer, Buffer] {
  const pair = generateKeyPairSync("ed25519");
  return [
    pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32),
    pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32),
  ];
}

function p256(): [Buffer, Buffer] {
  const curve = createECDH("prime256v1");
  const pub = curve.generateKeys().subarray(1);
  const secret = curve.getPrivateKey();
  return [pub, Buffer.concat([Buffer.alloc(32 - secret.length), secret])];
}
