import { methodDefinition, spelled, wireKey } from "@pilothouse/protocol";
import { LONGEST_REPLY, WIRE } from "./quirks.js";

/**
 * The most characters that i2pd prints for a value: codes, in quotes in some versions, amounts of 64 bits with two
 * decimals, and counts of what it has in its memory. Everything else is a number of 64 bits.
 */
const LONGEST: readonly (readonly [keys: RegExp, characters: number])[] = [
  [/^router\.net\.(status|error|testing)/, 4],
  [/^router\.version$/, 32],
  [/\.(bw|total|transit)\./, 24],
  [/\.(netdb|tunnels)\./, 12],
];
const LONGEST_NUMBER = 20;
const ENVELOPES = {
  reply: '{"id":9007199254740991,"result":{},"jsonrpc":"2.0"}'.length,
  /** With a token as newer versions give them. */
  request:
    `{"jsonrpc":"2.0","id":9007199254740991,"method":"RouterInfo","params":{"Token":"${"x".repeat(64)}"}}`
      .length,
} as const;

/**
 * The keys of `RouterInfo` in as few requests as can be, because each costs a TLS handshake: as many in one as i2pd's
 * buffer holds with the longest values that there are, since a longer reply would abort the router.
 */
export function requestsFor<K extends string>(keys: readonly K[]): readonly (readonly K[])[] {
  const requests: K[][] = [];
  let left = { reply: 0, request: 0 };
  for (const key of keys) {
    const name = `"${nameOf(key)}":,`.length;
    const value = LONGEST.find(([some]) => some.test(key))?.[1] ?? LONGEST_NUMBER;
    const needed = { reply: name + value, request: name + "null".length };
    if (left.reply < needed.reply || left.request < needed.request) {
      requests.push([]);
      left = { reply: LONGEST_REPLY - ENVELOPES.reply, request: WIRE.mostBytes - ENVELOPES.request };
    }
    requests.at(-1)?.push(key);
    left = { reply: left.reply - needed.reply, request: left.request - needed.request };
  }
  return requests;
}

const nameOf = (key: string): string => spelled(wireKey(methodDefinition("RouterInfo"), key), "i2p");
