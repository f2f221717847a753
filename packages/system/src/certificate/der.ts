/** A value in DER: what it is, how long, and what it holds. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content]);
}

/** Below 128 in one byte; otherwise behind the number of its bytes. */
function lengthOf({ length }: Uint8Array): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) bytes.unshift(rest % 0x100);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
/** An object identifier, given as its bytes in hexadecimal. */
export const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
export const bytesAsIs = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes);
export const isTrue = der(0x01, Buffer.from([0xff]));

/** To the second. From 2050 on with all digits of the year, as certificates have it. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+|\D/g, "");
  const year = at.getUTCFullYear();
  const isShort = year >= 1950 && year < 2050;
  return der(isShort ? 0x17 : 0x18, Buffer.from(`${isShort ? digits.slice(2) : digits}Z`));
}
