import { addressReason } from "../words/value-reason.js";
import { valueType } from "./value-types.js";

/** Every browser has them, and Node. */
declare const atob: (text: string) => string;
declare const btoa: (bytes: string) => string;

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The bytes of a Base32 text; undefined: it has other characters, or bits are left over that are not zero. */
export function base32Bytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (const character of text) {
    const value = BASE32.indexOf(character);
    if (value < 0) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  return bits < 5 && held === 0 ? bytes : undefined;
}

/** The same for Base64, without padding. */
function base64Bytes(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9~-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const held = atob(text.replaceAll("-", "+").replaceAll("~", "/"));
  const bytes = new Uint8Array(held.length);
  for (let at = 0; at < held.length; at++) bytes[at] = held.charCodeAt(at);
  return i2pBase64(bytes).startsWith(text) ? bytes : undefined;
}

/** Two keys, before the certificate that says of which types they are. */
const KEYS = 384;
const CERTIFICATE_HEAD = 3;
/** As Base64 without padding. No certificate of a router in the field is longer than a few bytes. */
const LONGEST = 1_000;

/** The bytes of a destination in I2P's Base64, with or without padding; undefined: it is none. */
export function destinationBytes(text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  const bytes = base64Bytes(text.replace(/={1,2}$/, ""));
  const [type = 255, high = 0, low = 0] = bytes?.subarray(KEYS, KEYS + CERTIFICATE_HEAD) ?? [];
  const isWhole = bytes?.length === KEYS + CERTIFICATE_HEAD + high * 256 + low;
  return isWhole && type <= 5 ? bytes : undefined;
}

/** The bytes of a destination, or of anything else, in I2P's Base64, which ends in "-~" instead of "+/". */
export const i2pBase64 = (bytes: Uint8Array): string =>
  // Spread, one byte after the other would be taken from it, in five times the time.
  btoa(String.fromCharCode.apply(undefined, bytes as unknown as number[]))
    .replaceAll("+", "-")
    .replaceAll("/", "~");

/** RFC 4648 in small letters, without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, held] = ["", 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      text += BASE32[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31];
}

/** The address of a destination whose SHA-256 is this. */
export const b32Address = (sha256: Uint8Array): string => `${base32(sha256)}.b32.i2p`;

const HASH_DIGITS = 52;
const ENCRYPTED_DIGITS = 56;

/** The address of a destination by its hash, or of one whose lease set is encrypted ("b33"), with its checksum. */
export function isB32(text: string): boolean {
  const digits = /^([a-z2-7]+)\.b32\.i2p$/.exec(text)?.[1] ?? "";
  const bytes = base32Bytes(digits);
  if (bytes === undefined) return false;
  if (digits.length === HASH_DIGITS) return true;
  return digits.length >= ENCRYPTED_DIGITS && digits.length <= 63 && isEncrypted(bytes);
}

/** Flags and both types of signature are mixed with the checksum of the key that follows them. */
function isEncrypted(bytes: Uint8Array): boolean {
  const sum = crc32(bytes.subarray(3));
  const [flags = 255, type = 255, blinded = 255] = [...bytes.subarray(0, 3)].map(
    (byte, n) => byte ^ ((sum >>> (8 * n)) & 255),
  );
  return flags < 8 && [7, 11].includes(type) && blinded === 11;
}

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~sum >>> 0;
}

const LONGEST_NAME = 67;
const LABEL = /^(?!-)(?!.*-$)(?:xn--)?(?!.*--)[a-z0-9-]{1,63}$/;

/** A name of an address book: what ends in `.b32.i2p` is an address, and needs no book. */
export const isI2pName = (text: string): boolean =>
  text.length <= LONGEST_NAME &&
  text.endsWith(".i2p") &&
  !text.endsWith(".b32.i2p") &&
  text
    .slice(0, -".i2p".length)
    .split(".")
    .every((label) => LABEL.test(label));

export const i2pName = valueType({
  type: "string",
  wants: addressReason("wants.i2pName", { most: LONGEST_NAME }),
  schema: { type: "string", maxLength: LONGEST_NAME, pattern: "\\.i2p$" },
  fits: (value): value is string => typeof value === "string" && isI2pName(value),
});

export const destination = valueType({
  type: "string",
  wants: addressReason("wants.destination"),
  schema: { type: "string", minLength: 516, maxLength: LONGEST },
  fits: (value): value is string => typeof value === "string" && destinationBytes(value) !== undefined,
});

/** Where a client tunnel leads to. */
export const tunnelTarget = valueType({
  type: "string",
  wants: addressReason("wants.tunnelTarget"),
  schema: { type: "string" },
  fits: (value): value is string =>
    typeof value === "string" && value.length <= 4 * LONGEST && value.split(",").every(isTarget),
});

function isTarget(text: string): boolean {
  const [, where = "", port = "1"] = /^([^:]*)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  return (
    Number(port) <= 65_535 && (isB32(where) || isI2pName(where) || destinationBytes(where) !== undefined)
  );
}
