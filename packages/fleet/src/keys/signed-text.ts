import { randomBytes } from "node:crypto";
import { LARGEST_JSON } from "@pilothouse/protocol";
import { isSignedBy, type NKey } from "./nkey.js";

/**
 * What a signature is for: one that was made for one purpose counts for no other. The fleet's key signs JWTs of NATS
 * too: those begin with "eyJ" and consist of letters without spaces, so that none is one of these texts.
 */
type Purpose = "command" | "answer" | "notice" | "join" | "joined";

export const SIGNATURE = 64;

const KIB = 1024;
/** The most bytes of each. What is larger is refused before its signature is looked at. */
export const LARGEST: { readonly [purpose in Purpose]: number } = {
  command: 4 * KIB * KIB,
  answer: LARGEST_JSON,
  notice: 64 * KIB,
  join: 4 * KIB,
  joined: 64 * KIB,
};

/** A text with its signature in front, as it goes over the bus. */
export function sign(purpose: Purpose, text: string, key: NKey): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([key.sign(signed(purpose, body)), body]);
}

/** The text, if the holder of this key has signed it for this purpose; undefined otherwise. */
export function verified(purpose: Purpose, message: Uint8Array, id: string): string | undefined {
  if (message.length < SIGNATURE || message.length > SIGNATURE + LARGEST[purpose]) return undefined;
  const body = message.subarray(SIGNATURE);
  if (!isSignedBy(id, signed(purpose, body), message.subarray(0, SIGNATURE))) return undefined;
  return Buffer.from(body).toString("utf8");
}

const signed = (purpose: Purpose, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`pilothouse ${purpose} 1\n`), body]);

/** A number that is used once. */
export const newNonce = (): string => randomBytes(16).toString("base64url");
