import { createHash } from "node:crypto";
import { b32Address, destinationBytes, i2pBase64 } from "@pilothouse/protocol";

/** Bytes of the public and of the private key for each type of signature that the simulator makes. */
export const SIGNATURES: { readonly [type: string]: readonly [open: number, closed: number] } = {
  "0": [128, 20],
  "1": [64, 32],
  "2": [96, 48],
  "7": [32, 32],
  "11": [32, 32],
};
export const USUAL_SIGNATURE = "7";

const PUBLIC = 256;
const SIGNING = 128;
const KEYS = PUBLIC + SIGNING;
const PRIVATE = 256;

/** A key file of the right form, the same for the same text. No such key is in use anywhere. */
export function madeUpKey(from: string, signature = USUAL_SIGNATURE): Uint8Array {
  const [open, closed] = SIGNATURES[signature] ?? [0, 0];
  const bytes = (label: string, length: number) =>
    createHash("shake256", { outputLength: length }).update(`${label} of ${from}`).digest();
  const signing = Buffer.concat([bytes("padding", SIGNING - open), bytes("signing key", open)]);
  // A destination without a certificate is of the first type.
  const certificate = signature === "0" ? [0, 0, 0] : [5, 0, 4, 0, Number(signature), 0, 0];
  const destination = [bytes("public key", PUBLIC), signing, Buffer.from(certificate)];
  return Buffer.concat([...destination, bytes("private key", PRIVATE), bytes("signing secret", closed)]);
}

/** The destination at the beginning of a key file; undefined where it is none. */
export function destinationIn(key: Uint8Array): Uint8Array | undefined {
  const [high = 0, low = 0] = key.subarray(KEYS + 1, KEYS + 3);
  const length = KEYS + 3 + high * 256 + low;
  const destination = key.subarray(0, length);
  const rest = key.length - length;
  const isWhole = destinationBytes(i2pBase64(destination)) !== undefined;
  return isWhole && rest >= 32 + 20 && rest <= PRIVATE + SIGNING * 8 ? destination : undefined;
}

export const addressOf = (destination: Uint8Array): string =>
  b32Address(createHash("sha256").update(destination).digest());
