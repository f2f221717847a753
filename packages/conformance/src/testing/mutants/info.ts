import { Double } from "../../reference/methods.js";
import { INFO_KEYS, INFO_NAMES, type InfoKey } from "../../spec/keys.js";
import { answers, given, lets, type Mutant, mutant, textsOf } from "./mutant.js";

const svc = (key: string) => `svc.${key}`;
const shortOf = (key: InfoKey) => key.slice("router.".length);

/** A key that is answered with something that it cannot be. */
const wrong = (key: InfoKey) => {
  const { type } = INFO_KEYS[key];
  const value = type === "boolean" ? "no" : type === "string" ? true : -5;
  return mutant(
    `info-wrong-${shortOf(key)}`,
    `answers ${JSON.stringify(value)} for ${svc(key)}`,
    `info.${shortOf(key)}`,
    changes(key, () => value),
  );
};

const changes = (key: string, change: (value: unknown) => unknown) =>
  answers("RouterInfo", (result) =>
    svc(key) in result ? { ...result, [svc(key)]: change(result[svc(key)]) } : result,
  );
const everyNumber = (change: (value: unknown) => unknown) =>
  answers("RouterInfo", (result) =>
    Object.fromEntries(Object.entries(result).map(([name, value]) => [name, change(value)])),
  );

export const INFO: readonly Mutant[] = [
  ...INFO_NAMES.map(wrong),
  mutant(
    "info-status-15",
    "answers a network status that there is not",
    "info.net.status",
    changes("router.net.status", () => 15),
  ),
  mutant(
    "info-status-name",
    "answers the name of the network status",
    "info.net.status",
    changes("router.net.status", () => "OK"),
  ),
  mutant(
    "info-null",
    "answers null for a key",
    "info.netdb.fastpeers",
    changes("router.netdb.fastpeers", () => null),
  ),
  mutant(
    "info-fraction",
    "answers half a peer",
    "info.netdb.activepeers",
    changes("router.netdb.activepeers", () => 2.5),
  ),
  mutant(
    "info-nested",
    "answers a key inside another object",
    "info.uptime",
    changes("router.uptime", (value) => ({ value })),
  ),
  mutant(
    "info-key-left-out",
    "answers no more than ten keys at once",
    "info.requested",
    answers("RouterInfo", (result) => Object.fromEntries(Object.entries(result).slice(0, 10))),
  ),
  mutant(
    "info-key-left-out-together",
    "leaves a key out when another is asked for with it",
    ["info.two", "info.requested"],
    answers("RouterInfo", (result) =>
      Object.keys(result).length > 1 ? Object.fromEntries(Object.entries(result).slice(0, -1)) : result,
    ),
  ),
  mutant(
    "info-strings",
    "answers numbers as strings",
    "info.numbers",
    everyNumber((value) => (typeof value === "number" ? String(value) : value)),
  ),
  mutant(
    "info-one-string",
    "answers the uptime as a string",
    "info.numbers",
    changes("router.uptime", String),
  ),
  mutant(
    "info-boolean-string",
    "answers a boolean as a string",
    "info.numbers",
    changes("router.netdb.isreseeding", String),
  ),
  mutant(
    "info-status-number",
    "answers a number for the status",
    ["info.numbers", "info.status.words"],
    changes("router.status", () => 17),
  ),
  mutant(
    "info-doubles-strings",
    "answers bandwidths as strings",
    "info.numbers",
    everyNumber((value) => (value instanceof Double ? value.value.toFixed(2) : value)),
  ),
  mutant(
    "info-longs-fraction",
    "writes longs with a fraction",
    "info.longs",
    everyNumber((value) => (typeof value === "number" ? new Double(value) : value)),
  ),
  mutant(
    "info-doubles-whole",
    "writes doubles without a fraction",
    "info.doubles",
    everyNumber((value) => (value instanceof Double ? Math.round(value.value) : value)),
  ),
  mutant(
    "info-zero-whole",
    "writes a double that is zero as 0",
    "info.doubles",
    textsOf("RouterInfo", (text) => text.replaceAll(":0.0", ":0")),
  ),
  mutant(
    "info-all",
    "answers every key, whatever was asked for",
    "info.only",
    given("RouterInfo", (params) => ({
      ...params,
      ...Object.fromEntries(INFO_NAMES.map((key) => [svc(key), ""])),
    })),
  ),
  mutant(
    "info-spelling",
    "answers keys in another spelling",
    "info.only",
    answers("RouterInfo", (result) =>
      Object.fromEntries(
        Object.entries(result).map(([name, value]) => [name.replace("netdb", "netDb"), value]),
      ),
    ),
  ),
  mutant(
    "info-token-echoed",
    "answers the token among the keys",
    "info.only",
    answers("RouterInfo", (result, params) => ({ ...result, Token: params["Token"] })),
  ),
  ...(
    [
      ["null", null],
      ["text", "null"],
      ["true", true],
      ["false", false],
      ["zero", 0],
      ["object", "{}"],
    ] as const
  ).map(([name, value]) =>
    mutant(
      `info-value-${name}`,
      `breaks when a key is asked for with ${JSON.stringify(value)}`,
      `info.value.${name}`,
      lets(
        "RouterInfo",
        (params) =>
          Object.entries(params).some(
            ([key, one]) =>
              key !== "Token" &&
              (name === "object" ? typeof one === "object" && one !== null : one === value),
          ),
        { "svc.router.version": null },
      ),
    ),
  ),
  mutant(
    "info-none-all",
    "answers every key when none is asked for",
    "info.none",
    given("RouterInfo", (params) =>
      Object.keys(params).length > 1 ? params : Object.fromEntries(INFO_NAMES.map((key) => [svc(key), ""])),
    ),
  ),
  mutant(
    "info-unknown-null",
    "answers null for unknown keys",
    "info.unknown",
    answers("RouterInfo", (result, params) => ({
      ...Object.fromEntries(Object.keys(params).map((name) => [name, null])),
      ...result,
    })),
  ),
  mutant(
    "info-unknown-empty",
    "answers nothing when one key is unknown",
    "info.unknown",
    answers("RouterInfo", (result, params) => ("svc.router.no.such.key" in params ? {} : result)),
  ),
  mutant(
    "info-prototype",
    "looks keys up along the prototype",
    "info.prototype",
    answers("RouterInfo", (result, params) =>
      Object.hasOwn(params, "constructor") ? { ...result, constructor: "Object" } : result,
    ),
  ),
  mutant(
    "info-status-code",
    "answers a code for the status",
    "info.status.words",
    changes("router.status", () => "1"),
  ),
  mutant(
    "info-version-word",
    "answers a word for the version",
    "info.version.number",
    changes("router.version", () => "latest"),
  ),
  mutant(
    "info-uptime-seconds",
    "counts the uptime in seconds",
    "info.uptime.milliseconds",
    changes("router.uptime", (value) => Math.floor(Number(value) / 1_000)),
  ),
  mutant(
    "info-uptime-stands",
    "answers the same uptime always",
    "info.uptime.milliseconds",
    changes("router.uptime", () => 60_000),
  ),
  mutant(
    "info-uptime-back",
    "counts the uptime backwards",
    "info.uptime.milliseconds",
    changes("router.uptime", (value) => 10_000_000 - Number(value)),
  ),
];
