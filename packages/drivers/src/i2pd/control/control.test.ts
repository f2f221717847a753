import { httpLink, memoryLink } from "@pilothouse/client";
import { describe, expect, it } from "vitest";
import { exchanges, recordedRouter } from "../testing/recorded.js";
import { Control, NoAnswer } from "./control.js";

const soon = () => AbortSignal.timeout(120_000);
const answering = (body: string) => new Control(memoryLink(async () => body));

describe("a request to i2pd's control service", () => {
  it("has a whole number as its id, no token, and no more keys than its buffer holds", async () => {
    const { link, asked } = recordedRouter("2.59.0");
    const keys = Array.from({ length: 20 }, (_, at) => `router.key${at}`);
    await new Control(link).info(keys, soon()).catch(() => {});
    await new Control(link).info(["router.uptime", "router.version"], soon());
    for (const text of asked) {
      const { id, params } = JSON.parse(text);
      expect(id).toBeTypeOf("number");
      expect(params).not.toHaveProperty("Token");
      expect(Object.keys(params).length).toBeLessThan(keys.length);
      expect(text.length).toBeLessThan(700);
    }
  });

  it("is not sent when it would be too long for i2pd", async () => {
    const { link, asked } = recordedRouter("2.59.0");
    await expect(new Control(link).info(["x".repeat(700)], soon())).rejects.toThrow("too long");
    expect(asked).toEqual([]);
  });

  it.each(["2.45.1", "2.59.0"] as const)(
    "is answered by %s under the names it asked for",
    async (version) => {
      const control = new Control(recordedRouter(version).link);
      const reported = await control.info(["router.version", "router.uptime"], soon());
      expect(reported["router.version"]).toBe(version);
      expect(reported["router.uptime"]).toBeTypeOf("number");
      await expect(control.act("Reseed", soon())).resolves.toBeUndefined();
      await expect(control.limit(512, soon())).resolves.toBeUndefined();
    },
  );
});

describe("a control service that checks tokens", () => {
  /** Accepts one token at a time; returns what it was sent. */
  function checking({
    password = "secret",
    wrong = '{"id":null,"error":{"code":-32001,"message":"no"}}',
  } = {}) {
    const world = { token: "", calls: [] as { method: string; params: { [key: string]: unknown } }[] };
    const link = memoryLink(async (text) => {
      const { id, method, params } = JSON.parse(text);
      world.calls.push({ method, params });
      if (method === "Authenticate") {
        if (params.Password !== password) return wrong;
        world.token = `token ${world.calls.length}`;
        return JSON.stringify({ id, result: { API: 1, Token: world.token } });
      }
      if (params.Token !== world.token || world.token === "")
        return `{"id":null,"error":{"code":${params.Token === undefined ? -32002 : -32003},"message":"no"}}`;
      return JSON.stringify({ id, result: { Shutdown: null, "i2p.router.uptime": 7 } });
    });
    return { world, link, methods: () => world.calls.map(({ method }) => method) };
  }

  it("gets one as soon as it asks, last in the request, and the same with later calls", async () => {
    const { world, link, methods } = checking();
    const control = new Control(link, "secret");
    await control.act("Shutdown", soon());
    expect(await control.info(["router.uptime"], soon())).toEqual({ "router.uptime": 7 });
    expect(methods()).toEqual(["RouterManager", "Authenticate", "RouterManager", "RouterInfo"]);
    expect(Object.keys(world.calls[2]?.params ?? {})).toEqual(["Shutdown", "Token"]);
  });

  it("is logged in to again when it refuses the token, once for all calls", async () => {
    const { world, link, methods } = checking();
    const control = new Control(link, "secret");
    await control.act("Shutdown", soon());
    world.token = "another";
    world.calls.length = 0;
    await Promise.all([1, 2, 3].map(() => control.act("Shutdown", soon())));
    expect(methods().filter((method) => method === "Authenticate")).toHaveLength(1);
  });

  it.each(['{"id":null,"error":{"code":-32001,"message":"no"}}', '{"id":2,"result":{}}'])(
    "that refuses the password is reported as that, and not asked again at once: %s",
    async (wrong) => {
      let now = 0;
      const { link, methods } = checking({ password: "other", wrong });
      const control = new Control(link, "secret", () => now);
      const logins = () => methods().filter((method) => method === "Authenticate").length;
      for (; now < 30_000; now += 500) {
        const refusal = expect(control.act("Shutdown", soon())).rejects;
        await refusal.toThrow("refuses the password");
        await expect(control.act("Shutdown", soon())).rejects.toMatchObject({ reason: "login" });
        expect([logins(), control.isOutdated]).toEqual([1, false]);
      }
      expect(control.isOutdated).toBe(true);
      await expect(control.act("Shutdown", soon())).rejects.toThrow(NoAnswer);
      expect(logins()).toBe(2);
    },
  );
});

describe("an answer of i2pd's control service", () => {
  const invalid = (["2.45.1", "2.59.0"] as const)
    .flatMap((version) => exchanges(version).map(({ name, body }) => ({ name: `${version}: ${name}`, body })))
    .filter(({ body }) => {
      try {
        JSON.parse(body);
        return false;
      } catch {
        return true;
      }
    });

  it("was recorded as invalid JSON more than once", () => {
    expect(invalid.length).toBeGreaterThan(5);
  });

  it.each(invalid)("is not let through when it is not JSON ($name)", async ({ body }) => {
    await expect(answering(body).info(["router.uptime"], soon())).rejects.toThrow(NoAnswer);
  });

  it.each([
    ["an error", '{"id":null,"error":{"code":-32601,"message":"Method not found"},"jsonrpc":"2.0"}'],
    ["another id", '{"id":77,"result":{},"jsonrpc":"2.0"}'],
    ["no result", '{"id":1,"jsonrpc":"2.0"}'],
    ["a list", "[]"],
    ["nothing", ""],
  ])("is not let through when it is %s", async (_what, body) => {
    await expect(answering(body).act("Reseed", soon())).rejects.toThrow(NoAnswer);
  });

  it("that does not come because nothing listens is a different error from one that is late", async () => {
    const nobody = new Control(httpLink("https://127.0.0.1:1/", { fingerprint: "0".repeat(64) }));
    await expect(nobody.info(["router.uptime"], soon())).rejects.toMatchObject({ refused: true });
    const late = new Control(memoryLink(() => Promise.reject(new Error("busy"))));
    await expect(late.info(["router.uptime"], soon())).rejects.toMatchObject({ refused: false });
  });
});
