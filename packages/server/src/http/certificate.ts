import { X509Certificate } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

/** A certificate or key cannot be used; the message names the file. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** One client in the field verifies the certificate for this name of the C++ implementation. */
const FIELD_NAME = "i2pd.i2pcontrol";

/** Names under which this machine is addressed without any setting. */
export const ownNames = (host: string): string[] => [
  ...new Set(["localhost", "127.0.0.1", "::1", hostname().toLowerCase(), FIELD_NAME, host.toLowerCase()]),
];

/** The operator's own certificate, checked so that a bad one is told by name. */
export function loadCertificate(certFile: string, keyFile: string): TlsMaterial {
  const material = { cert: read(certFile), key: read(keyFile) };
  try {
    createSecureContext(material);
    return material;
  } catch (error) {
    throw new CertificateError(`${certFile} and ${keyFile} cannot be used: ${(error as Error).message}`);
  }
}

/** Where the certificate of our own making and its key are kept. */
export const certificateFiles = (dataDir: string) => ({
  certFile: join(dataDir, "certificate.pem"),
  keyFile: join(dataDir, "key.pem"),
});

/** The certificate made at the first start and kept in the data directory. */
export async function ownCertificate(dataDir: string, host: string): Promise<TlsMaterial> {
  const { certFile, keyFile } = certificateFiles(dataDir);
  if (exists(certFile) && exists(keyFile)) return loadCertificate(certFile, keyFile);
  const made = await makeCertificate(host);
  // The key first: a certificate without its key would be of no use at the next start.
  replace(keyFile, made.key);
  replace(certFile, made.cert);
  return made;
}

async function makeCertificate(host: string): Promise<TlsMaterial> {
  // Loaded only here: it is slow to load, and is needed once in the life of an installation.
  const { generate } = await import("selfsigned");
  const YEARS = 10;
  const now = new Date();
  const altNames = ownNames(host)
    .filter((name) => name !== "0.0.0.0" && name !== "::")
    .map((name) => (isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name }));
  const { cert, private: key } = await generate([{ name: "commonName", value: "Pilothouse" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - 3_600_000),
    notAfterDate: new Date(now.getTime() + YEARS * 365 * 86_400_000),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  return { cert, key };
}

export const fingerprint = ({ cert }: TlsMaterial): string => new X509Certificate(cert).fingerprint256;

/** When it ends, in milliseconds since the epoch. */
export const expiryOf = ({ cert }: TlsMaterial): number => Date.parse(new X509Certificate(cert).validTo);

function exists(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw new CertificateError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CertificateError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
