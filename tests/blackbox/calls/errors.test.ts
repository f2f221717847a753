import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, FACTORY, logIn, rpc, send, tokenFor } from "../wire.js";

/** Every error of the interface: its code, the text its message begins with, and a request that earns it. */
const ERRORS: readonly (readonly [number, string, (here: Here) => Promise<string> | string])[] = [
  [-32700, "JSON parse error", () => "{"],
  [-32600, "Invalid request", () => "{}"],
  [-32601, "Method not found", () => callText("Nonsense", "{}")],
  [-32602, "Invalid parameters", (here) => callText("Echo", { Token: here.token })],
  [-32001, "Invalid password provided", () => callText("Authenticate", { API: 1, Password: "wrong" })],
  [-32002, "No authentication token presented", () => callText("Echo", { Echo: "x" })],
  [-32003, "Authentication token does not exist", () => callText("Echo", { Token: "wrong", Echo: "x" })],
  [-32005, "API version not specified but required", () => callText("Authenticate", { Password: "x" })],
  [
    -32006,
    "API version specified is not supported",
    () => callText("Authenticate", { API: 2, Password: "x" }),
  ],
];

describe("An error", () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere({ settings: { "http.jsonrpc": "true" } });
  });

  it.each(ERRORS)(
    "%i begins with %j, over HTTPS and HTTP, alone and in a batch",
    async (code, text, request) => {
      const body = await request(here);
      for (const url of [here.https, here.http]) {
        const reply = await send(url, body);
        expect(reply.status).toBe(200);
        expect(reply.headers["content-type"]).toBe("application/json");
        expect(reply.code).toBe(code);
        expect(reply.message.startsWith(text)).toBe(true);
        expect(Object.keys(reply.json)).toEqual(["jsonrpc", "id", "error"]);
      }
      if (code === -32700) return;
      const { batch } = await send(here.https, `[${body}]`);
      expect(batch).toHaveLength(1);
      expect(batch[0]?.error?.code).toBe(code);
    },
  );

  it("-32004 says that the token was expired", async () => {
    const later = await startHere();
    later.clock.advance(24 * 3_600_000);
    const { status, code, message } = await later.call("Echo", { Echo: "x" });
    expect([status, code]).toEqual([200, -32004]);
    expect(message).toMatch(/^Token was expired and will be removed/);
  });

  it("-32007 asks to change the factory password", async () => {
    const fresh = await startHere({ fresh: true });
    const Token = await tokenFor(fresh.https, FACTORY);
    const { status, code, message } = await rpc(fresh.https, "Echo", { Token, Echo: "x" });
    expect([status, code]).toEqual([200, -32007]);
    expect(message).toMatch(/^Change the factory password first/);
  });

  it("-32000 comes with HTTP 429 after too many failed logins", async () => {
    const own = await startHere({ settings: { "http.trust_proxy": "127.0.0.1" } });
    const stranger = { headers: { "X-Forwarded-For": "198.51.100.1" } };
    for (let n = 0; n < 10; n++) await logIn(own.https, `wrong ${n}`, stranger);
    const { status, code, json } = await logIn(own.https, "wrong", stranger);
    expect([status, code, json.id]).toEqual([429, -32000, null]);
  });
});

describe("-32603 shows a stranger nothing but an incident number", () => {
  const SECRET_CAUSE = "disk /dev/canary is full";
  const WRITES: readonly (readonly [string, { readonly [name: string]: unknown }])[] = [
    ["NetworkSetting", { "svc.router.net.bw.in": "99" }],
    ["AdvancedSettings", { set: { a: "b" } }],
    ["AdvancedSettings", { setAll: {} }],
  ];
  let here: Here;
  beforeAll(async () => {
    here = await startHere();
  });

  it.each(WRITES)("when %s cannot save %j, and the settings stay as they were", async (method, params) => {
    const before = await here.settings();
    here.failSaving(new Error(SECRET_CAUSE));
    const { status, code, message, body } = await here.call(method, params);
    here.failSaving(undefined);
    expect([status, code]).toEqual([200, -32603]);
    expect(message).toMatch(/^Internal error/);
    expect(body).not.toMatch(/canary|\.ts|\.js|at /);
    expect(await here.settings()).toEqual(before);

    const incident = /[0-9a-f-]{36}/.exec(message)?.[0] ?? "no incident number";
    const logged = here.log.filter((line) => line.includes(incident));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(SECRET_CAUSE);
  });

  it("and the next request is served", async () => {
    expect((await here.call("AdvancedSettings", { set: { a: "b" } })).result).toEqual({});
    expect((await here.settings())["a"]).toBe("b");
  });
});
