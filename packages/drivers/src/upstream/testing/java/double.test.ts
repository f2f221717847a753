import { readFileSync } from "node:fs";
import http from "node:http";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JavaDouble } from "./double.js";

/** One recorded exchange with Java I2P 2.13.0. */
interface Exchange {
  readonly name: string;
  readonly path?: string;
  readonly send: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const EXCHANGES = new Map(
  readFileSync(new URL("../../../../fixtures/java-i2p-2.13.0.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line): [string, Exchange] => {
      const exchange = JSON.parse(line);
      return [exchange.name, exchange];
    }),
);

/** What was recorded before each of these, on the same router, and decides its answer. */
const AFTER: { readonly [name: string]: readonly string[] } = {
  "03-rate-unknownstat-again-otherperiod": ["03-rate-unknownstat"],
  "03-rate-unknownperiod-12345-again": ["03-rate-unknownperiod-12345"],
  "11-ns-partial-check": ["11-ns-partial-laptop-then-badbw"],
  "12-ns-mixed-read-write": ["12-ns-write-bw.in-512"],
  "12-ns-write-ntcp.hostname-same": ["12-ns-write-ntcp.hostname"],
  "12-ns-write-ntcp.port-same": ["12-ns-write-ntcp.port"],
  "12-ns-write-ntcp.port-same-spaces": ["12-ns-write-ntcp.port"],
  "12-ns-write-ssu.port-same": ["12-ns-write-ssu.port"],
  "13-ns-read-after-bw.in": ["12-ns-write-bw.in-512"],
  "13-ns-read-after-bw.out": ["12-ns-write-bw.in-512", "12-ns-mixed-read-write"],
  "13-ns-read-after-bw.share": ["12-ns-write-bw.share", "12-ns-write-bw.share-0"],
  "13-ns-read-after-laptopmode": ["12-ns-write-laptopmode", "12-ns-write-laptopmode-false"],
  "13-ns-read-after-ntcp.autoip": ["12-ns-write-ntcp.autoip-True", "12-ns-write-ntcp.autoip-false"],
  "13-ns-read-after-ntcp.hostname": ["12-ns-write-ntcp.hostname"],
  "13-ns-read-after-ntcp.port": ["12-ns-write-ntcp.port"],
  "13-ns-read-after-ssu.autoip": ["12-ns-write-ssu.autoip-ssu", "12-ns-write-ssu.autoip-localupnpssu"],
  "13-ns-read-after-ssu.hostname": ["12-ns-write-ssu.hostname"],
  "13-ns-read-after-ssu.port": ["12-ns-write-ssu.port"],
  "13-ns-read-after-upnp": ["12-ns-write-upnp-false", "12-ns-write-upnp-bogus"],
  "20-as-get-known": ["12-ns-write-ssu.port"],
  "21-as-get-after-Set": ["21-as-Set-capital"],
  "21-as-get-after-empty": ["21-as-set", "21-as-set-valueempty"],
  "21-as-get-key6-after-mixed": ["21-as-set-mixed"],
  "21-as-get-newline": ["21-as-set-newline"],
  "22-as-poison-fix-value": ["21-as-set-newline", "21-as-set-badkey"],
  "22-as-poison-get-other": ["21-as-set-badkey", "22-as-poison-set-other"],
  "22-as-poison-networksetting-write": ["21-as-set-badkey"],
  "22-as-poison-set-other": ["21-as-set-badkey"],
  "23-as-set-hash-clean": ["23-as-set-hash-in-value"],
  "30-ic-token-still-valid-after-same": ["30-ic-pw-same"],
  "31-ic-auth-emptypw": ["31-ic-pw-empty"],
  "31-ic-auth-newpw": ["31-ic-pw-change"],
  "31-ic-auth-oldpw": ["31-ic-pw-change"],
  "31-ic-oldtoken-after-change": ["31-ic-pw-change"],
  "31-ic-pw-restore": ["31-ic-pw-empty"],
  "41-rm-ri-during-graceful": ["41-rm-RestartGraceful"],
};

let double: JavaDouble;
beforeEach(async () => {
  double = new JavaDouble({ clock: new TestClock() });
  await double.open();
});
afterEach(() => double.close());

interface Got {
  readonly status: number | undefined;
  readonly type: string;
  readonly body: string;
}

function send(
  text: string,
  {
    path = "/jsonrpc/",
    method = "POST",
    headers = {},
  }: { path?: string; method?: string; headers?: object } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, double.url), {
      method,
      agent: false,
      headers: { "Content-Length": Buffer.byteLength(text), ...headers },
    });
    request.once("error", reject);
    request.once("response", async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode, type: response.headers["content-type"] ?? "", body });
    });
    request.end(text);
  });
}

const call = (method: string, params: object) =>
  send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })).then(({ body }) => JSON.parse(body));

const login = async (password: string): Promise<string> =>
  (await call("Authenticate", { API: 1, Password: password })).result.Token;

/** A recorded token is replaced by one that is valid now; the recorder's bad ones are shorter. */
const RECORDED_TOKEN = /[\w~-]{43}=(?=")/g;

/** Answers without what differs from run to run: tokens, and the router's figures. */
function essence({ status, type, body }: Got | Exchange, figures: boolean) {
  const text = body.trim().replace(/"Token":"[^"]*"/, '"Token":"…"');
  if (type.startsWith("text/html")) return { status, type, thrown: /Error 500 ([\w.]+)/.exec(text)?.[1] };
  if (text === "") return { status, type, text };
  const typed = figures
    ? text.replace(/:-?\d+\.\d+(?=[,}])/g, ':"a double"').replace(/:-?\d+(?=[,}])/g, ':"a long"')
    : text;
  return { status, type, answer: JSON.parse(typed) };
}

describe("the double of Java I2P", () => {
  it.each([...EXCHANGES.values()].map((exchange) => [exchange.name, exchange] as const))(
    "answers as recorded: %s",
    async (name, exchange) => {
      let token = await login("itoopie");
      for (const before of AFTER[name] ?? []) {
        const { send: text } = EXCHANGES.get(before) as Exchange;
        await send(text.replace(RECORDED_TOKEN, token));
      }
      if (name === "31-ic-pw-restore") token = await login("");
      if (name === "41-rm-oldtoken-after-restart") await double.run();
      const { send: text, path } = exchange;
      const got = await send(text.replace(RECORDED_TOKEN, token), path === undefined ? {} : { path });
      const figures = text.includes('"RouterInfo"');
      expect(essence(got, figures)).toEqual(essence(exchange, figures));
    },
  );

  it("ends its answers with a new line, and prints doubles with a fraction", async () => {
    const { body } = await send(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "GetRate",
        params: { Token: await login("itoopie"), Stat: "bw.sendRate", Period: 60_000 },
      }),
    );
    expect(body).toBe('{"result":{"Result":0.0},"id":1,"jsonrpc":"2.0"}\n');
  });

  it("refuses other methods, foreign hosts and foreign origins", async () => {
    expect(await send("", { method: "GET" })).toMatchObject({
      status: 200,
      type: expect.stringContaining("html"),
    });
    expect((await send("", { method: "PUT" })).status).toBe(405);
    expect((await send("{}", { headers: { Host: "router.example.org" } })).status).toBe(403);
    expect((await send("{}", { headers: { Origin: "http://example.org" } })).status).toBe(403);
  });

  it("resets connections when 56 of them are busy, and serves 48", async () => {
    double.faults.delay = 300;
    const burst = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => send("{}"))).then(
        (outcomes) => outcomes.filter(({ status }) => status === "rejected").length,
      );
    expect(await burst(48)).toBe(0);
    // Long enough for all of them to be there at once, on a slow machine too.
    double.faults.delay = 3_000;
    expect(await burst(70)).toBeGreaterThan(0);
  });
});
