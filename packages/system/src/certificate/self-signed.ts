import { generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import { addressBytes } from "./address-bytes.js";
import { bits, bytesAsIs, der, identifier, isTrue, sequence, time } from "./der.js";

interface Wanted {
  /** Whose it is, for people. */
  readonly subject: string;
  /** Under which names and addresses its holder is reached. */
  readonly names: readonly string[];
  readonly from: Date;
  readonly until: Date;
}

const COMMON_NAME = identifier("550403");
const BASIC_CONSTRAINTS = identifier("551d13");
const KEY_USAGE = identifier("551d0f");
const EXTENDED_KEY_USAGE = identifier("551d25");
const SERVER = identifier("2b06010505070301");
const OTHER_NAMES = identifier("551d11");
const ECDSA_WITH_SHA256 = sequence(identifier("2a8648ce3d040302"));
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));
const DIGITAL_SIGNATURE = bits(Buffer.from([0x80]), 7);

/**
 * A certificate for a server, and its key on the curve P-256, which signs it (RFC 5280): for a service that is known by
 * the fingerprint of its certificate. Written here because the library for it brought 22 packages and 10 MiB into each
 * service that was started for the first time.
 *
 * @example
 * const { cert, key } = selfSigned({ subject: "Pilothouse", names: ["localhost", "::1"], from, until });
 */
export function selfSigned({ subject, names, from, until }: Wanted): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(subject)))));
  const content = sequence(
    ...[VERSION_3, serialNumber(), ECDSA_WITH_SHA256],
    ...[name, sequence(time(from), time(until)), name],
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(BASIC_CONSTRAINTS, isTrue, bytesAsIs(sequence())),
        sequence(KEY_USAGE, isTrue, bytesAsIs(DIGITAL_SIGNATURE)),
        sequence(EXTENDED_KEY_USAGE, bytesAsIs(sequence(SERVER))),
        sequence(OTHER_NAMES, bytesAsIs(sequence(...names.map(otherName)))),
      ),
    ),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = new X509Certificate(sequence(content, ECDSA_WITH_SHA256, bits(signature)));
  return {
    cert: certificate.toString(),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Random, and positive: the first bit is that of a negative number, and the first byte may not be zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return der(0x02, bytes);
}

function otherName(name: string): Buffer {
  const address = addressBytes(name);
  return address === undefined ? der(0x82, Buffer.from(name)) : der(0x87, address);
}
