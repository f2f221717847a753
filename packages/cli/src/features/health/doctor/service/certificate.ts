import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import {
  bytesAt,
  type Check,
  type Finding,
  isEveryAddress,
  ok,
  problem,
  readPlainFile,
  warning,
} from "@pilothouse/system";
import type { Situation } from "../situation.js";

const DAY = 86_400_000;
const SOON_DAYS = 30;

export const certificate: Check<Situation> = {
  name: "certificate",
  look: (situation) => {
    const { settings, now, service } = situation;
    const { certFile, keyFile } = situation.certificate;
    if (!settings["https.enabled"]) return [];
    const isGenerated = settings["https.certificate"] === undefined;
    const remedy = isGenerated
      ? `move ${certFile} and ${keyFile} away and start the service: it makes new ones (clients must accept them)`
      : "put a new certificate there, then reload: kill -HUP the service";
    const read = isGenerated ? readPlainFile : bytesAt;
    const [cert, key] = [read(certFile), read(keyFile)];
    if (isGenerated && cert === undefined && key === undefined)
      return ok("there is none yet; the first start makes one");
    if (cert === undefined || key === undefined)
      return problem(`${cert === undefined ? certFile : keyFile} is missing`, remedy);
    return checkCertificate(cert, key, {
      now,
      files: `${certFile} and ${keyFile}`,
      remedy,
      wanted: wantedNames(settings),
    }).concat(
      service?.ready && service.https === undefined
        ? warning(
            "the running service does not present this certificate",
            `reload it: kill -HUP ${service.pid}; and if https.port or host was changed, restart it`,
          )
        : [],
    );
  },
};

interface Expected {
  readonly now: number;
  readonly files: string;
  readonly remedy: string;
  /** Names and addresses under which the service is reached. */
  readonly wanted: readonly string[];
}

export function checkCertificate(
  cert: Buffer,
  key: Buffer,
  { now, files, remedy, wanted }: Expected,
): Finding[] {
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(cert);
    if (!x509.checkPrivateKey(createPrivateKey(key)))
      return [problem(`${files} do not belong to each other`, remedy)];
  } catch (error) {
    return [problem(`${files} cannot be used: ${(error as Error).message}`, remedy)];
  }
  const from = Date.parse(x509.validFrom);
  const until = Date.parse(x509.validTo);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (now < from)
    return [
      problem(
        `the certificate is valid only from ${day(from)} on, and the clock says ${day(now)}`,
        "check the clock: timedatectl",
      ),
    ];
  if (now >= until) return [problem(`the certificate has expired on ${day(until)}`, remedy)];
  const left = Math.floor((until - now) / DAY);
  const missing = wanted.filter((name) => !covers(x509, name));
  return [
    left < SOON_DAYS
      ? warning(`the certificate expires in ${left} days, on ${day(until)}`, remedy)
      : ok(`valid until ${day(until)}, SHA-256 ${x509.fingerprint256}`),
    ...(missing.length === 0
      ? []
      : [
          warning(
            `the certificate is not for ${missing.join(", ")}; clients that check names refuse it`,
            `${remedy}; or let clients know it by its fingerprint`,
          ),
        ]),
  ];
}

const covers = (x509: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? x509.checkHost(name) : x509.checkIP(name)) !== undefined;

const wantedNames = ({ host, "http.allowed_hosts": more }: Situation["settings"]): readonly string[] =>
  [host, ...more].filter((name) => !isEveryAddress(name));
