import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { orNone, replaceFile, selfSigned, textOf } from "@pilothouse/system";

/** Where i2pd looks for the certificate and key of its control service by default. */
export const CERTIFICATE = "i2pcontrol.crt.pem";
const KEY = "i2pcontrol.key.pem";
/** As i2pd names its own. */
const NAME = "i2pd.i2pcontrol";
const YEARS = 20;

/**
 * Places an EC P-256 pair before i2pd's first start. Left alone it makes an RSA-4096 one, which
 * takes seconds at the start and 8 ms of processor time at every request.
 */
export async function placeCertificate(dataDir: string): Promise<void> {
  const [cert, key] = [await textOf(join(dataDir, CERTIFICATE)), await textOf(join(dataDir, KEY))];
  if (cert !== undefined && key !== undefined && isEcPair(cert, key)) return;
  makePair(dataDir);
}

function makePair(dataDir: string): void {
  const now = Date.now();
  const { cert, key } = selfSigned({
    subject: NAME,
    names: [NAME],
    from: new Date(now - 3_600_000),
    until: new Date(now + YEARS * 365 * 86_400_000),
  });
  replaceFile(join(dataDir, KEY), key, { mode: 0o600 });
  replaceFile(join(dataDir, CERTIFICATE), cert, { mode: 0o644 });
}

/** What the one accepted certificate is known by. */
export async function pinned(file: string): Promise<string | undefined> {
  const cert = await textOf(file);
  return cert === undefined ? undefined : new X509Certificate(cert).fingerprint256;
}

/** Undefined for half a file or an empty one, from a start that was cut short. */
const isEcPair = (cert: string, key: string): boolean | undefined =>
  orNone(() => {
    const certificate = new X509Certificate(cert);
    const isEc = certificate.publicKey.asymmetricKeyDetails?.namedCurve === "prime256v1";
    return isEc && certificate.checkPrivateKey(createPrivateKey(key));
  });
