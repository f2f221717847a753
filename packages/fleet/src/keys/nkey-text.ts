import { base32, base32Bytes } from "@pilothouse/protocol";

/** What a key is for; the first letter of its text says so. */
export type KeyKind = "operator" | "account" | "user";

const PREFIX: Readonly<Record<KeyKind, number>> = { operator: 14 << 3, account: 0, user: 20 << 3 };
const SEED = 18 << 3;
const RAW = 32;

/** The text of a public key: a byte for the kind, the key, and a checksum. */
export const publicText = (kind: KeyKind, raw: Uint8Array): string =>
  checked(Buffer.from([PREFIX[kind], ...raw]));

/** The text of a seed, from which the private key is made: two bytes that hold the kind, the seed, a checksum. */
export function seedText(kind: KeyKind, raw: Uint8Array): string {
  const prefix = PREFIX[kind];
  return checked(Buffer.from([SEED | (prefix >> 5), (prefix & 31) << 3, ...raw]));
}

/** The key in a text of this kind; undefined when the text is another or was damaged. */
export function rawPublic(text: string, kind?: KeyKind): Buffer | undefined {
  const bytes = unchecked(text);
  if (bytes?.length !== 1 + RAW) return undefined;
  const prefix = bytes.readUInt8(0);
  const fits = kind === undefined ? Object.values(PREFIX).includes(prefix) : prefix === PREFIX[kind];
  return fits ? bytes.subarray(1) : undefined;
}

export function rawSeed(text: string): { readonly kind: KeyKind; readonly raw: Buffer } | undefined {
  const bytes = unchecked(text);
  if (bytes?.length !== 2 + RAW) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const prefix = ((first & 7) << 5) | (second >> 3);
  const kind = (Object.keys(PREFIX) as KeyKind[]).find((one) => PREFIX[one] === prefix);
  return (first & 0xf8) === SEED && kind !== undefined ? { kind, raw: bytes.subarray(2) } : undefined;
}

function checked(bytes: Buffer): string {
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc16(bytes));
  return upperCase(Buffer.concat([bytes, sum]));
}

function unchecked(text: string): Buffer | undefined {
  const bytes = Buffer.from(base32Bytes(text.toLowerCase()) ?? []);
  // One text for one key: no small letters, and none that only become such.
  if (bytes.length < 3 || upperCase(bytes) !== text) return undefined;
  const body = bytes.subarray(0, -2);
  return bytes.readUInt16LE(body.length) === crc16(body) ? body : undefined;
}

const upperCase = (bytes: Uint8Array): string => base32(bytes).toUpperCase();

/** CRC-16/XMODEM, as NKeys use it. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
