// The client's entry for browsers: only names are wanted here, and it loads no network.
import { INFO_NAMES, type InfoName, type NetworkName } from "@pilothouse/client/browser";
import { bySpelling, INFO_KEYS, METHODS, NETWORK_KEYS, NETWORK_PREFIX, wireKey } from "@pilothouse/protocol";
import { Complaint, EXIT } from "../terminal/exit.js";
import { meant } from "../terminal/suggest.js";

export const NETWORK_NAMES = NETWORK_KEYS.map((key) =>
  key.slice(NETWORK_PREFIX.length),
) as readonly NetworkName[];

type Method = (typeof METHODS)["RouterInfo" | "NetworkSetting"];

/** From what a person may type to the short name: the name itself, the key, or either form on the wire. */
const typable = <N extends string>(method: Method, keys: readonly string[], names: readonly N[]) => {
  const named = keys.map((key, index) => [key, names[index] as N] as const);
  return new Map([
    ...named,
    ...bySpelling(named.map(([key, name]) => [wireKey(method, key), name] as const)),
    ...names.map((name) => [name, name] as const),
  ]);
};

const INFO = typable(METHODS.RouterInfo, INFO_KEYS, INFO_NAMES);
const NETWORK_SETTINGS = typable(METHODS.NetworkSetting, NETWORK_KEYS, NETWORK_NAMES);

function find<N extends string>(what: string, typed: string, known: ReadonlyMap<string, N>): N {
  const name = known.get(typed);
  if (name !== undefined) return name;
  const names = [...new Set(known.values())];
  throw new Complaint(
    `there is no ${what} ${typed}; ${meant(typed, names) ?? `there are ${names.join(", ")}`}`,
    EXIT.usage,
  );
}

export const infoName = (typed: string): InfoName => find("key", typed, INFO);
export const networkName = (typed: string): NetworkName => find("network setting", typed, NETWORK_SETTINGS);

/** Settings as they are written on the command line, each once. `nameOf` gives the name that is meant. */
export function assignments(
  typed: readonly string[],
  nameOf: (name: string) => string = (name) => name,
): { readonly [name: string]: string } {
  const given = new Map<string, string>();
  for (const text of typed) {
    const [name, value] = assignment(text);
    const meant = nameOf(name);
    if (given.has(meant)) throw new Complaint(`${meant} is set twice; set it once`, EXIT.usage);
    given.set(meant, value);
  }
  return Object.fromEntries(given);
}

/** `name=value` */
function assignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new Complaint(`${JSON.stringify(text)} sets nothing; write name=value`, EXIT.usage);
}
