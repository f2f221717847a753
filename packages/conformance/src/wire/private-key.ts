/** Where the length of the certificate stands, and where a destination without one ends. */
const CERTIFICATE = 384;
const SHORTEST = CERTIFICATE + 3;
/** Two private keys of the shortest types. */
const KEYS = 64;

/** Whether a text is what a file of keys holds, in Base64: a destination with its private keys after it. */
export function isPrivateKey(text: string): boolean {
  if (!/^[\w~+/-]{600,}={0,2}$/.test(text)) return false;
  const bytes = Buffer.from(text.replaceAll("-", "+").replaceAll("~", "/"), "base64");
  if (bytes.length < SHORTEST || (bytes[CERTIFICATE] ?? 0) > 5) return false;
  const rest = bytes.subarray(SHORTEST + bytes.readUInt16BE(CERTIFICATE + 1));
  // What a router publishes of itself begins in the same way; after it comes a date.
  return rest.length >= KEYS && rest.readUInt16BE(0) !== 0;
}
