import type { Router } from "@pilothouse/drivers/port";
import { beforeAll, describe, expect, it } from "vitest";
import { send } from "../../blackbox/wire.js";
import { openTarget, type Target } from "../target.js";

const SCRIPT = `</script><img src=x onerror="alert(1)">\u2028"\\\n# TYPE evil gauge\nevil 1\n\u0000`;

/** A router that says what an attacker whispered to it. */
const hostile = (router: Router): Router =>
  new Proxy(router, {
    get(target, name) {
      if (name === "kind") return SCRIPT;
      if (name === "read")
        return async (signal: AbortSignal) => {
          const { phase, facts } = await target.read(signal);
          return {
            phase,
            facts: {
              ...facts,
              "router.version": SCRIPT,
              "router.uptime": SCRIPT,
              "router.net.status": SCRIPT,
            },
          };
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

// Syncthing GHSA-9rp6-23gf-4c3h: a peer's strings ran as script in the console.
describe("A router whose strings are hostile", () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget({ makeRouter: hostile });
  });

  it("is quoted as text, in JSON that no browser takes for a page", async () => {
    const reply = await target.call("RouterInfo", { "svc.router.version": "", "svc.router.status": "" });
    expect(reply.result["svc.router.version"]).toBe(SCRIPT.replaceAll(/[\n\u0000\u2028]/g, "").slice(0, 64));
    expect(reply.result["svc.router.status"]).not.toContain("alert");
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect((await target.call("pilothouse.status")).result["router"]).toBe(SCRIPT);
  });

  it("is not believed where a number is wanted", async () => {
    const keys = { "svc.router.uptime": "", "svc.router.net.status": "", "svc.router.netdb.knownpeers": "" };
    const { result, code } = await target.call("RouterInfo", keys);
    expect(code).toBeUndefined();
    expect(Object.keys(result)).toContain("svc.router.netdb.knownpeers");
    // Left out, or as for a stopped router while this one starts.
    expect([undefined, 0]).toContain(result["svc.router.uptime"]);
    expect([undefined, 13]).toContain(result["svc.router.net.status"]);
  });

  it("adds no line to the figures", async () => {
    const headers = { Authorization: `Bearer ${target.token}` };
    const {
      status,
      body,
      headers: got,
    } = await send(target.https, "", { path: "/metrics", method: "GET", headers });
    expect(status).toBe(200);
    expect(body).not.toMatch(/^(evil|# TYPE evil)/m);
    expect(got["content-type"]).toMatch(/^(text\/plain|application\/openmetrics-text)/);
    expect(got["x-content-type-options"]).toBe("nosniff");
  });

  it("adds no line to the log", () => {
    expect(target.log.filter((line) => line.includes("\n"))).toEqual([]);
  });
});

describe("A setting whose text is hostile", () => {
  it("comes back as the text it is", async () => {
    const target = await openTarget();
    const text = SCRIPT.replaceAll(/[\n\u0000\u2028]/g, "");
    expect((await target.call("AdvancedSettings", { set: { "<b>x</b>": text } })).code).toBeUndefined();
    const { result, headers } = await target.call("AdvancedSettings", { get: "<b>x</b>" });
    expect(result["get"]).toEqual({ "<b>x</b>": text });
    expect(headers["content-type"]).toBe("application/json");
  });
});
