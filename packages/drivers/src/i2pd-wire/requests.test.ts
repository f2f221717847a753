import { expect, it } from "vitest";
import { ALWAYS_KNOWN, besideStatus, moreKeys } from "./known-keys.js";
import { LONGEST_REPLY, WIRE } from "./quirks.js";
import { requestsFor } from "./requests.js";

const v4 = Object.values(besideStatus());

it("asks what every version knows with one connection, and what 2.59 has beside it too", () => {
  expect(requestsFor(ALWAYS_KNOWN)).toEqual([ALWAYS_KNOWN]);
  expect(requestsFor([...ALWAYS_KNOWN, ...v4])).toHaveLength(1);
  expect(requestsFor([])).toEqual([]);
});

it("asks for each key once, in order, and never for more than the router's buffer holds", () => {
  const keys = [...ALWAYS_KNOWN, ...v4, ...moreKeys, ...Object.values(besideStatus(".v6"))];
  const requests = requestsFor(keys);
  expect(requests.flat()).toEqual(keys);
  const longest = (key: string) => {
    if (key === "router.version") return `"2.61.0-1234-g0123456789-modified"`.slice(0, 32);
    if (/net\.(status|error|testing)/.test(key)) return `"12"`;
    if (/\.(bw|total|transit)\./.test(key)) return "-9223372036854775808.00";
    return key === "router.uptime" ? "18446744073709551615" : "999999999999";
  };
  for (const some of requests) {
    const text = (value: (key: string) => string) =>
      some.map((key) => `"i2p.${key}":${value(key)}`).join(",");
    const reply = `{"id":9007199254740991,"result":{${text(longest)}},"jsonrpc":"2.0"}`;
    expect(reply.length).toBeLessThanOrEqual(LONGEST_REPLY);
    const params = `{${text(() => "null")},"Token":"${"x".repeat(64)}"}`;
    const request = `{"jsonrpc":"2.0","id":9007199254740991,"method":"RouterInfo","params":${params}}`;
    expect(request.length).toBeLessThanOrEqual(WIRE.mostBytes);
  }
});
