import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { addressBytes, isEveryAddress, replaceFile, selfSigned } from "@pilothouse/system";

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** The SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** When the certificate ends, in milliseconds since the epoch. */
  readonly expires: number;
}

const factsOf = ({ fingerprint256, validTo }: X509Certificate) => ({
  fingerprint: fingerprint256,
  expires: Date.parse(validTo),
});

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

/** A certificate and its key, checked so that the error for a bad one names the file. */
export function loadCertificate(certFile: string, keyFile: string): TlsMaterial {
  const material = { cert: read(certFile), key: read(keyFile) };
  const unfit = (files: string, why: string) => new CertificateError(`${files} cannot be used: ${why}`);
  const tried = <T>(file: string, make: () => T): T => {
    try {
      return make();
    } catch (error) {
      throw unfit(file, (error as Error).message);
    }
  };
  // Node takes empty texts for a certificate and a key without a word.
  const certificate = tried(certFile, () => new X509Certificate(material.cert));
  const key = tried(keyFile, () => createPrivateKey(material.key));
  if (!certificate.checkPrivateKey(key))
    throw unfit(`${certFile} and ${keyFile}`, "the key is not that of the certificate");
  tried(`${certFile} and ${keyFile}`, () => createSecureContext({ ...material, ca: [] }));
  return { ...material, ...factsOf(certificate) };
}

/** Where the certificate of our own making and its key are kept. */
export const certificateFiles = (dataDir: string) => ({
  certFile: join(dataDir, "certificate.pem"),
  keyFile: join(dataDir, "key.pem"),
});

/**
 * The certificate made at the first start and kept in the data directory. It is valid for the names by which the
 * service can be addressed then. It is not replaced when these change: clients know it by its fingerprint.
 */
export function ownCertificate(
  dataDir: string,
  host: string,
  allowedHosts: readonly string[] = [],
): TlsMaterial {
  const { certFile, keyFile } = certificateFiles(dataDir);
  if (hasContent(certFile) && hasContent(keyFile)) {
    try {
      return loadCertificate(certFile, keyFile);
    } catch (error) {
      throw new CertificateError(
        `${(error as Error).message}. Put back a copy of ${certFile} and ${keyFile}, or delete both: new ones are then made, and clients have to accept the new certificate`,
      );
    }
  }
  const made = makeCertificate([...ownNames(host), ...allowedHosts]);
  // The certificate comes last, and an old one goes first: whenever this is cut short, the pair is whole or incomplete,
  // but never of two different makings.
  rmSync(certFile, { force: true });
  replaceFile(keyFile, made.key, { mode: 0o600, ours: true });
  replaceFile(certFile, made.cert, { mode: 0o600, ours: true });
  return made;
}

/** What can stand in a certificate; a setting may hold any text. */
const isCertifiable = (name: string): boolean =>
  !isEveryAddress(name) &&
  (addressBytes(name) !== undefined || /^(?=.{1,253}$)([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/i.test(name));

function makeCertificate(names: readonly string[]): TlsMaterial {
  const YEARS = 10;
  const now = Date.now();
  const made = selfSigned({
    subject: "Pilothouse",
    names: [...new Set(names.map((name) => name.toLowerCase()))].filter(isCertifiable),
    from: new Date(now - 3_600_000),
    until: new Date(now + YEARS * 365 * 86_400_000),
  });
  return { ...made, ...factsOf(new X509Certificate(made.cert)) };
}

/** An empty file counts as none: an earlier version left such after a power cut at the first start. */
const hasContent = (file: string): boolean => existsSync(file) && read(file).trim() !== "";

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CertificateError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
