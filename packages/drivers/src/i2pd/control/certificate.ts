import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { generate } from "selfsigned";
import { replaceFile, textOf } from "../config/durable-file.js";

/** Where i2pd looks for the pair of its control service, unless told otherwise. */
export const CERTIFICATE = "i2pcontrol.crt.pem";
const KEY = "i2pcontrol.key.pem";
const YEARS = 20;

/**
 * Places an EC P-256 pair before i2pd's first start. Left alone it makes an RSA-4096 one, which
 * takes seconds at the start and 8 ms of processor time at every request.
 */
export async function placeCertificate(dataDir: string): Promise<void> {
  const there = await textOf(join(dataDir, CERTIFICATE));
  if (there !== undefined && isEc(there) && (await textOf(join(dataDir, KEY))) !== undefined) return;
  const { cert, private: key } = await generate([{ name: "commonName", value: "i2pd.i2pcontrol" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + YEARS * 365 * 86_400_000),
  });
  await replaceFile(join(dataDir, KEY), key, 0o600);
  await replaceFile(join(dataDir, CERTIFICATE), cert, 0o644);
}

/** What the one accepted certificate is known by. */
export async function pinned(file: string): Promise<string | undefined> {
  const cert = await textOf(file);
  return cert === undefined ? undefined : new X509Certificate(cert).fingerprint256;
}

function isEc(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey.asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    // Half a file, from a start that was cut short.
    return false;
  }
}
