import { describe, expect, expectTypeOf, it } from "vitest";
import { connect } from "./client.js";
import { memoryLink } from "./links/link.js";
import { FakeService, Refusal } from "./testing/fake-service.js";

/** A service that knows its keys by one spelling or by both. */
function keyed(values: { readonly [key: string]: unknown }, prefixes: readonly string[] = ["svc", "i2p"]) {
  const tell = (params: object) =>
    Object.fromEntries(
      Object.keys(params)
        .filter((wire) => prefixes.some((prefix) => wire.startsWith(`${prefix}.`)))
        .map((wire) => [wire, values[wire.slice(4)]])
        .filter(([, value]) => value !== undefined),
    );
  return new FakeService({ RouterInfo: tell, NetworkSetting: tell, Echo: ({ Echo }) => ({ Result: Echo }) });
}

const opened = (service: FakeService, options = {}) =>
  connect(memoryLink(service.answer), { password: "secret", ...options });

describe("methods that only Pilothouse has", () => {
  it("give typed and checked answers, those of tunnels and names too", async () => {
    const names = { names: [{ name: "a.i2p", address: "x.b32.i2p" }], total: 1, found: null, removed: [] };
    const interruptsForMs = { add: null, remove: 5_000, subscribe: 5_000 };
    const whole = { ...names, subscriptions: [], interruptsForMs, saved: false };
    const answers = (answer: object) => opened(new FakeService({ "pilothouse.names": () => answer }));
    const read = await answers(whole).own("pilothouse.names", {});
    expectTypeOf(read.names[0]?.name).toEqualTypeOf<string | undefined>();
    expect(read).toEqual(whole);
    await expect(answers(names).own("pilothouse.names", {})).rejects.toMatchObject({ kind: "protocol" });
  });
});

describe("reading what a router reports", () => {
  it("gives typed values by short names", async () => {
    const client = opened(keyed({ "router.status": "fine", "router.uptime": 5, "router.net.status": 2 }));
    const info = await client.routerInfo(["uptime", "net.status"]);
    expectTypeOf(info.uptime).toEqualTypeOf<number | undefined>();
    expectTypeOf(info["net.status"]).extract<0>().toEqualTypeOf<0>();
    expect(info).toEqual({ uptime: 5, "net.status": 2 });
  });

  it("takes numbers for strings and strings for numbers, and leaves out what it cannot read", async () => {
    const client = opened(
      keyed({
        "router.status": 1,
        "router.uptime": "34000",
        "router.net.bw.inbound.1s": "12.50",
        "router.netdb.isreseeding": "false",
        "router.net.status": 99,
        "router.netdb.knownpeers": "many",
        "router.netdb.fastpeers": "",
      }),
    );
    expect(await client.routerInfo()).toEqual({
      status: "1",
      uptime: 34_000,
      "net.bw.inbound.1s": 12.5,
      "netdb.isreseeding": false,
    });
  });

  it("finds out once how the server spells keys, and only when it matters", async () => {
    const service = keyed({ "router.status": "fine", "router.uptime": 5 }, ["i2p"]);
    const client = opened(service);
    await client.echo("x");
    expect(service.calls).toEqual(["Authenticate", "Echo"]);
    const both = await Promise.all([client.routerInfo(["uptime"]), client.routerInfo(["status"])]);
    expect(both).toEqual([{ uptime: 5 }, { status: "fine" }]);
    expect(service.count("RouterInfo")).toBe(3);
    expect(service.requests.at(-1)).toContain('"i2p.router.status"');
  });

  it("speaks the interface's own names to a server that knows both, or only those", async () => {
    for (const prefixes of [["svc", "i2p"], ["svc"]]) {
      const service = keyed({ "router.status": "fine", "router.uptime": 5 }, prefixes);
      expect(await opened(service).routerInfo(["uptime"])).toEqual({ uptime: 5 });
      expect(service.requests.at(-1)).toContain('"svc.router.uptime"');
    }
  });

  it("does not ask when the spelling is given", async () => {
    const service = keyed({ "router.uptime": 5 }, ["i2p"]);
    expect(await opened(service, { dialect: "i2p" }).routerInfo(["uptime"])).toEqual({ uptime: 5 });
    expect(service.calls).toEqual(["Authenticate", "RouterInfo"]);
  });

  it("sends whole-number ids, and the token last, for i2pd's sake", async () => {
    const service = keyed({ "router.uptime": 5 });
    await opened(service, { dialect: "svc" }).routerInfo(["uptime"]);
    expect(service.requests.at(-1)).toBe(
      '{"jsonrpc":"2.0","id":2,"method":"RouterInfo","params":{"svc.router.uptime":"","Token":"token-1"}}',
    );
  });
});

describe("network settings", () => {
  it("are read by short names, whether they come as strings or numbers", async () => {
    const service = keyed({ "router.net.bw.in": 256, "router.net.bw.out": "512", "router.net.upnp": null });
    const client = opened(service, { dialect: "svc" });
    const read = await client.networkSetting.read(["bw.in", "bw.out", "upnp", "ssu.port"]);
    expect(read).toEqual({ "bw.in": "256", "bw.out": "512", upnp: null });
  });

  it("are all read when none is named, except the one that Java I2P fails on", async () => {
    const service = keyed({ "router.net.bw.in": "1" });
    await opened(service, { dialect: "svc" }).networkSetting.read();
    const keys = Object.keys(JSON.parse(service.requests.at(-1) ?? "").params);
    expect(keys).toHaveLength(11 + 1);
    expect(keys).not.toContain("svc.router.net.ssu.detectedip");
  });

  it("are written, and the server says whether it saved them and needs a restart", async () => {
    const service = new FakeService({
      NetworkSetting: (params) => ({
        "svc.router.net.ntcp.port": params["svc.router.net.ntcp.port"],
        SettingsSaved: "true",
        RestartNeeded: true,
      }),
    });
    const client = opened(service, { dialect: "svc" });
    expect(await client.networkSetting.write({ "ntcp.port": "4567" })).toEqual({
      values: { "ntcp.port": "4567" },
      saved: true,
      restartNeeded: true,
    });
  });

  it("that the interface does not allow are refused before anything is sent", async () => {
    const service = new FakeService();
    const writes = { "bw.in": "lots" };
    await expect(opened(service).networkSetting.write(writes)).rejects.toMatchObject({
      kind: "params",
      name: "invalidParams",
    });
    // @ts-expect-error: a value that is not one of the setting's choices does not compile either.
    await expect(opened(service).networkSetting.write({ upnp: "banana" })).rejects.toThrow(/upnp/);
    expect(service.requests).toEqual([]);
  });
});

describe("a name that the interface does not have", () => {
  it("is refused before anything is sent", async () => {
    const service = new FakeService();
    const client = opened(service);
    // @ts-expect-error: it does not compile either.
    await expect(client.routerInfo(["bogus"])).rejects.toMatchObject({ kind: "params" });
    // @ts-expect-error: it does not compile either.
    await expect(client.networkSetting.read(["constructor"])).rejects.toMatchObject({ kind: "params" });
    // @ts-expect-error: it does not compile either.
    await expect(client.networkSetting.write({ bogus: "1" })).rejects.toMatchObject({ kind: "params" });
    // @ts-expect-error: it can only be read.
    await expect(client.networkSetting.write({ "ssu.detectedip": "::1" })).rejects.toMatchObject({
      kind: "params",
    });
    expect(service.requests).toEqual([]);
  });
});

describe("advanced settings", () => {
  const holding = () => {
    let held: { [name: string]: unknown } = { a: "1", n: 2, broken: "a\nb" };
    return new FakeService({
      AdvancedSettings: (params) => {
        if (params["setAll"]) held = { ...(params["setAll"] as object) };
        if (params["set"]) held = { ...held, ...(params["set"] as object) };
        if ("getAll" in params) return { getAll: held };
        const name = String(params["get"]);
        return "get" in params ? { get: { [name]: held[name] ?? null } } : { Set: params["set"] };
      },
    });
  };

  it("are read one by one and all together, as text, even one that could not be written", async () => {
    const client = opened(holding());
    expect(await client.advanced.get("a")).toBe("1");
    expect(await client.advanced.get("none")).toBeNull();
    expect([...(await client.advanced.getAll())]).toEqual([
      ["a", "1"],
      ["n", "2"],
      ["broken", "a\nb"],
    ]);
  });

  it("are set from an object or a map, with any name", async () => {
    const client = opened(holding());
    await client.advanced.set({ b: "2" });
    await client.advanced.set(new Map([["__proto__", "odd"]]));
    expect(await client.advanced.get("__proto__")).toBe("odd");
    await client.advanced.setAll({ only: "this" });
    expect([...(await client.advanced.getAll())]).toEqual([["only", "this"]]);
  });

  it("with a line break or a bad name never leave, since Java I2P would keep them", async () => {
    const service = holding();
    const client = opened(service);
    for (const settings of [{ a: "x\ny" }, { "a=b": "x" }, {}])
      await expect(client.advanced.set(settings)).rejects.toMatchObject({ kind: "params" });
    expect(service.requests).toEqual([]);
  });
});

describe("calls", () => {
  it.each(["Result", "Rate"])("read a rate from %s", async (name) => {
    const service = new FakeService({ GetRate: () => ({ [name]: "1.5" }) });
    expect(await opened(service).rate("bw.sendRate", 60_000)).toBe(1.5);
  });

  it("say what is missing when an answer has no value", async () => {
    const service = new FakeService({ GetRate: () => ({}) });
    await expect(opened(service).rate("bw.sendRate", 60_000)).rejects.toMatchObject({ kind: "protocol" });
  });

  it("send commands to the router", async () => {
    const service = new FakeService({
      RouterManager: ({ Token: _token, ...actions }) =>
        Object.fromEntries(
          Object.keys(actions).map((action) => [
            action,
            { FindUpdates: true, Update: "installed" }[action] ?? null,
          ]),
        ),
    });
    const { manager } = opened(service);
    expect(await manager.restart({ graceful: true })).toBeNull();
    expect(service.requests.at(-1)).toContain('"RestartGraceful":true');
    expect(await manager.shutdown()).toBeNull();
    expect(service.requests.at(-1)).toContain('"Shutdown":true');
    expect(await manager.reseed()).toBeNull();
    expect(await manager.findUpdates()).toBe(true);
    expect(await manager.update()).toBe("installed");
  });

  it("do not take an action for done when the answer passes over it", async () => {
    const service = new FakeService({ RouterManager: () => ({}) });
    await expect(opened(service).manager.restart()).rejects.toMatchObject({ kind: "ignored" });
  });

  it("reach any method, and carry the server's error with its code, name and data", async () => {
    const service = new FakeService({
      "rpc.discover": () => ({ openrpc: "1.3.2" }),
      Odd: () => {
        throw new Refusal(-32602, "Invalid parameters: no", { key: "x" });
      },
    });
    const client = opened(service);
    expect(await client.call("rpc.discover")).toEqual({ openrpc: "1.3.2" });
    await expect(client.call("Odd", { x: 1 })).rejects.toMatchObject({
      kind: "rpc",
      code: -32602,
      name: "invalidParams",
      data: { key: "x" },
    });
    await expect(client.call("None")).rejects.toMatchObject({ name: "methodNotFound", code: -32601 });
  });
});

describe("limits", () => {
  const silent = memoryLink(() => new Promise(() => {}));

  it("end a call that is not answered in time, even over a link that does not listen", async () => {
    await expect(connect(silent, { timeout: 20 }).echo("x")).rejects.toMatchObject({ kind: "timeout" });
    await expect(connect(silent).echo("x", { timeout: 20 })).rejects.toMatchObject({ kind: "timeout" });
  });

  it("are wider for calls that answer when their work is done", async () => {
    let found = (_text: string) => {};
    const slow = memoryLink((text) => {
      const { id, params } = JSON.parse(text);
      return new Promise((resolve) => {
        if ("FindUpdates" in params)
          found = () => resolve(JSON.stringify({ jsonrpc: "2.0", id, result: { FindUpdates: false } }));
      });
    });
    const client = connect(slow, { timeout: 20, blockingTimeout: 600_000 });
    const finding = client.manager.findUpdates();
    // It began before this one, whose time is over, and still has time.
    await expect(client.manager.reseed()).rejects.toMatchObject({ kind: "timeout" });
    found("");
    expect(await finding).toBe(false);
  });

  it("let the caller give up, before and during a call", async () => {
    const reason = new Error("enough");
    const early = connect(silent).echo("x", { signal: AbortSignal.abort(reason) });
    await expect(early).rejects.toMatchObject({ kind: "aborted", cause: reason });
    const control = new AbortController();
    const late = connect(silent).echo("x", { signal: control.signal });
    control.abort(reason);
    await expect(late).rejects.toMatchObject({ kind: "aborted", cause: reason });
  });
});

describe("what is no answer", () => {
  const answered = (text: string) => connect(memoryLink(async () => text)).echo("x");

  it.each([
    ["nothing", ""],
    ["null", "null\n"],
    ["a list", "[]"],
    ["a number", "42"],
    ["no object", '{"jsonrpc":"2.0","id":1,"result":7}'],
    ["the answer to another call", '{"jsonrpc":"2.0","id":9,"result":{"Result":"x"}}'],
    ["a page", "<html><body>hello</body></html>"],
    ["half of one", '{"jsonrpc":"2.0","id":1,"res'],
  ])("is a protocol error: %s", async (_what, text) => {
    await expect(answered(text)).rejects.toMatchObject({ kind: "protocol" });
  });

  it("is an error of the server without a known code, which is passed on", async () => {
    const error = '{"id":null,"error":{"message":"<unspecified file>(1): \\u001b[31mbad"}}';
    await expect(answered(error)).rejects.toMatchObject({
      kind: "rpc",
      name: "ClientError",
      code: undefined,
      message: "<unspecified file>(1): [31mbad",
    });
  });

  it("is shown, on one line and shortened", async () => {
    const error = await answered(`{"id":1,\n"message":"type "int" ${"x".repeat(5_000)}`).catch((e) => e);
    expect(error.message).toMatch(/not JSON: \{"id":1, "message":"type "int" x+…$/);
    expect(error.message.length).toBeLessThan(250);
  });
});
