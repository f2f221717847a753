import { orNone } from "../or-undefined.js";

/**
 * The bytes of an IP address; undefined for another text. `isIP` would do to tell, but the expression that Node has for
 * IPv6 takes more than a megabyte for good.
 */
export const addressBytes = (text: string): Buffer | undefined =>
  text.includes(":") ? bytesOfSix(text) : bytesOfFour(text);

function bytesOfFour(text: string): Buffer | undefined {
  const numbers = text.split(".");
  const isAddress =
    numbers.length === 4 && numbers.every((one) => /^(0|[1-9]\d{0,2})$/.test(one) && Number(one) < 256);
  return isAddress ? Buffer.from(numbers.map(Number)) : undefined;
}

function bytesOfSix(text: string): Buffer | undefined {
  const address = text.replace(/%[0-9a-z._~-]+$/i, "");
  if (!/^[0-9a-f:.]+$/i.test(address)) return undefined;
  // As a URL has it: all numbers in hexadecimal, and the longest row of zeros left out.
  const short = orNone(() => new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (short === undefined) return undefined;
  const [head = [], tail = []] = short.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, "0")).join(""), "hex");
}
