import { NotPossible, RouterUnavailable } from "@pilothouse/drivers/port";
import { badKey, call as definition, flag, RpcError, text } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeAnswer } from "./answer.js";
import type { Call } from "./call.js";
import { furtherMethod } from "./methods.js";
import { Stage } from "./testing/stage.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const throwing = (error: unknown) => ({
  RouterManager: (_actions: unknown, call: Call) => {
    call.changesNothing();
    throw error;
  },
});
const rejecting = (error: unknown) => ({
  RouterManager: async (_actions: unknown, call: Call) => {
    call.changesNothing();
    throw error;
  },
});

describe("a request", () => {
  it("is answered at once where its method is, and counted", () => {
    const { auth, audit, log } = stage;
    const meter = { count: () => {} };
    const parts = { auth, audit, log, meter, handlers: stage.handlers() };
    const answer = makeAnswer(parts as unknown as Parameters<typeof makeAnswer>[0]);
    const text = `{"jsonrpc":"2.0","id":1.0,"method":"Echo","params":{"Token":"${stage.token}","Echo":"x"}}`;
    expect(answer(text, stage.peer)).toEqual({
      text: '{"jsonrpc":"2.0","id":1.0,"result":{"Result":"x"}}',
      retryAfter: undefined,
      afterwards: undefined,
    });
  });

  it("is counted by method and outcome, unreadable and unknown ones too", async () => {
    await stage.call("Echo", { Echo: "x" });
    await stage.call("Echo", {});
    await stage.call("pilothouse.audit");
    await stage.call("Unknown");
    await stage.answer("{");
    expect(stage.counted).toEqual([
      ["Echo", 0],
      ["Echo", -32602],
      ["pilothouse.audit", 0],
      [undefined, -32601],
      [undefined, -32700],
    ]);
    expect(stage.lines).toEqual([]);
  });

  it("is counted with how long it took", async () => {
    const began = performance.now();
    await stage.call("Echo", { Echo: "x" });
    await stage.call("Echo", {});
    await stage.call("pilothouse.audit");
    await stage.answer("{");
    const elapsed = performance.now() - began;
    expect(stage.took).toHaveLength(4);
    for (const ms of stage.took) expect(ms).toBeLessThanOrEqual(elapsed);
    for (const ms of stage.took) expect(ms).toBeGreaterThanOrEqual(0);
  });

  it("that cannot be read is refused, with its id where there is one", async () => {
    expect((await stage.answer("{")).text).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"JSON parse error"}}',
    );
    expect((await stage.answer('{"id":"a"}')).text).toMatch(
      /^\{"jsonrpc":"2.0","id":"a","error":\{"code":-32600,/,
    );
  });

  it("is refused when its method is unknown, or its parameters have no names", async () => {
    expect((await stage.call("Unknown")).error).toEqual({ code: -32601, message: "Method not found" });
    const { text } = await stage.answer('{"jsonrpc":"2.0","id":1,"method":"Echo","params":["x"]}');
    expect(JSON.parse(text).error).toMatchObject({
      code: -32602,
      message: "Invalid parameters: params wants an object of named parameters",
    });
  });

  it("needs a token, in or next to its parameters, unless the method is open or the operator asks", async () => {
    const ask = async (params: object, beside: object = {}, peer = stage.peer) => {
      const sent = { jsonrpc: "2.0", id: 1, method: "Echo", params: { Echo: "x", ...params }, ...beside };
      return JSON.parse((await stage.answer(JSON.stringify(sent), {}, peer)).text);
    };
    const { token: Token } = stage;
    const right = { result: { Result: "x" } };
    expect(await ask({ Token })).toMatchObject(right);
    expect(await ask({}, { Token })).toMatchObject(right);
    expect(await ask({ Token: null }, { Token })).toMatchObject(right);
    expect(await ask({ Token: "wrong" }, { Token })).toMatchObject({ error: { code: -32003 } });
    expect(await ask({})).toMatchObject({ error: { code: -32002 } });
    expect(await ask({}, {}, { address: "local", access: "operator" })).toMatchObject(right);
    expect(
      JSON.parse((await stage.answer('{"jsonrpc":"2.0","id":1,"method":"Authenticate","params":{}}')).text),
    ).toMatchObject({ error: { code: -32005 } });
    expect(
      JSON.parse(
        (await stage.answer('{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"__proto__":{"Token":"x"}}}'))
          .text,
      ),
    ).toMatchObject({ error: { code: -32002 } });
  });

  it("needs no token if the carrier vouches for the caller, who then has only the given scope", async () => {
    const ask = async (method: string, access: "read" | "all") => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
      return JSON.parse((await stage.answer(text, {}, { address: "fleet", access })).text);
    };
    expect(await ask("pilothouse.audit", "read")).toMatchObject({ result: { entries: [] } });
    expect(await ask("pilothouse.tokens", "all")).toMatchObject({ result: { tokens: [] } });
    expect(await ask("pilothouse.tokens", "read")).toMatchObject({
      error: {
        code: -32008,
        message:
          "The token does not allow this: pilothouse.tokens needs the scope all, and the caller is granted read",
        data: { scope: "all" },
      },
    });
  });

  it("to log out is allowed to a person with any scope, but not to the program that has a person's token", async () => {
    const person = "ada";
    const { tokens } = stage.auth;
    const least = { person, scope: "read" } as const;
    const { token } = await tokens.issue("192.0.2.1", false, () => true, { holder: least });
    const wanted = { ...least, name: "a program", lifetimeMs: 1_000, address: "192.0.2.1", factory: false };
    const program = await tokens.issueForProgram(wanted, new AbortController().signal);
    const ask = (method: string, Token: string) => stage.call(method, { Token });
    const outOfScope = { code: -32008, data: { scope: "all" } };
    expect((await ask("pilothouse.tokens", token)).error).toMatchObject(outOfScope);
    expect((await ask("pilothouse.logout", program.token)).error).toMatchObject(outOfScope);
    expect((await ask("pilothouse.logout", token)).result).toEqual({ Revoked: true });
    expect(tokens.open()).not.toContainEqual(expect.objectContaining({ person, program: false }));
    expect(tokens.programs()).toHaveLength(1);
  });

  it("with a token of the factory password gets an error that says how to change it, in the caller's method names", async () => {
    const fresh = await Stage.open({ factory: true });
    const message = async (method: string, params: object) =>
      (await fresh.call(method, params, { RouterInfo: () => ({}) })).error?.message;
    const how = "Change the factory password first: call";
    expect(await message("RouterInfo", { "i2p.router.uptime": "" })).toBe(
      `${how} I2PControl with i2pcontrol.password, then log in again`,
    );
    expect(await message("RouterInfo", { "svc.router.uptime": "" })).toBe(
      `${how} ServiceControl with svccontrol.password, then log in again`,
    );
    expect(await message("Echo", { Echo: "" })).toContain(" or ");
    await fresh.close();
  });

  it("for a method of another kind of server gets an error that says where, like one for an unknown method", async () => {
    const { error } = await stage.call("fleet.nodes", { Token: "wrong" });
    expect(error).toEqual({ code: -32601, message: "Method not found: it is elsewhere" });
    expect((await stage.call("fleet.nonsense")).error).toEqual({ code: -32601, message: "Method not found" });
  });

  it("is checked for its token before its parameters", async () => {
    expect((await stage.call("Echo", { Token: "wrong" })).error?.code).toBe(-32003);
  });
});

describe("what goes wrong", () => {
  it.each([
    ["thrown", throwing],
    ["rejected", rejecting],
  ])(
    "inside is an incident when it was %s: a number outside, the cause in the log",
    async (_how, failing) => {
      const cause = new Error("the cause");
      const { error } = await stage.call("RouterManager", { Reseed: "" }, failing(cause));
      expect(error?.code).toBe(-32603);
      const [, number] = /^Internal error: incident ([0-9a-f-]{36})$/.exec(error?.message ?? "") ?? [];
      expect(stage.logged("error")).toEqual([
        {
          level: "error",
          fields: { incident: number, method: "RouterManager", err: cause },
          message: "a request failed",
        },
      ]);
      expect(stage.counted).toEqual([["RouterManager", -32603]]);
    },
  );

  it("for want of room says so", async () => {
    const cause = Object.assign(new Error("x"), { code: "ENOSPC" });
    const { error } = await stage.call("RouterManager", { Reseed: "" }, throwing(cause));
    expect(error).toEqual({
      code: -32603,
      message:
        "Internal error: the disk of the service is full, so nothing was saved: make room and try again",
      data: { reason: "diskFull", code: "service.diskFull", values: {} },
    });
    expect(stage.logged("error")).toMatchObject([{ fields: { method: "RouterManager", err: cause } }]);
  });

  it.each([
    [
      new RouterUnavailable("It hangs", "timeout"),
      { code: -32603, message: "Internal error: It hangs", data: { reason: "timeout" } },
    ],
    [
      new NotPossible("It cannot"),
      { code: -32602, message: "Invalid parameters: It cannot", data: { reason: "notPossible" } },
    ],
  ])(
    "with the router is reported in its words (%#), and the cause is in the log for debugging",
    async (cause, error) => {
      expect((await stage.call("RouterManager", { Reseed: "" }, rejecting(cause))).error).toEqual(error);
      expect(stage.lines).toEqual([
        { level: "debug", fields: { method: "RouterManager", err: cause }, message: error.message },
      ]);
    },
  );

  it("by the caller's mistake is the error that was thrown, and no line in the log", async () => {
    const { error, retryAfter, id } = await stage.call(
      "RouterManager",
      { Reseed: "" },
      throwing(new RpcError("noApi")),
    );
    expect([error?.code, retryAfter, id]).toEqual([-32005, undefined, 1]);
    expect(stage.lines).toEqual([]);
  });

  it("is blamed on a key as the caller spelled it", async () => {
    const blames = (key: string) => ({ NetworkSetting: () => Promise.reject(badKey(key, "is wrong")) });
    const network = async (sent: string, key = "svc.router.net.bw.in") =>
      (await stage.call("NetworkSetting", { [sent]: "1" }, blames(key))).error?.data;
    expect(await network("svc.router.net.bw.in")).toEqual({
      key: "svc.router.net.bw.in",
      reason: "is wrong",
    });
    expect(await network("i2p.router.net.bw.in")).toEqual({
      key: "i2p.router.net.bw.in",
      reason: "is wrong",
    });
    const { error } = await stage.call(
      "NetworkSetting",
      { "i2p.router.net.bw.in": "1" },
      blames("svc.router.net.bw.in"),
    );
    expect(error?.message).toBe("Invalid parameters: i2p.router.net.bw.in is wrong");
    expect(await network("svc.router.net.bw.in", "svc.other")).toEqual({
      key: "svc.other",
      reason: "is wrong",
    });
  });

  it("before its turn is answered like a request that was never read, with when to come again", async () => {
    const busy = throwing(new RpcError("refused", "busy", 7));
    const { id, error, retryAfter, afterwards } = await stage.call("RouterManager", { Reseed: "" }, busy);
    expect({ id, retryAfter, afterwards }).toEqual({ id: null, retryAfter: 7, afterwards: undefined });
    expect(error).toEqual({ code: -32000, message: "Request refused: busy" });
  });
});

describe("a batch", () => {
  const batch = (...calls: [method: string, params: object][]) =>
    JSON.stringify(
      calls.map(([method, params], id) => ({
        jsonrpc: "2.0",
        id,
        method,
        params: { Token: stage.token, ...params },
      })),
    );

  it("lets others work between its calls, and so do several at once", async () => {
    let rounds = 0;
    const called: number[] = [];
    const more = { Echo: () => ({ Result: String(called.push(rounds)) }) };
    const calls = batch(...Array.from({ length: 20 }, (): [string, object] => ["Echo", { Echo: "x" }]));
    let isOver = false;
    const turn = () => {
      rounds++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all([stage.answer(calls, more as never), stage.answer(calls, more as never)]);
    isOver = true;
    // The first calls of both come at once, and all others in rounds of their own.
    expect(called.length).toBe(40);
    expect(new Set(called).size).toBeGreaterThanOrEqual(38);
  });

  it("is not carried on for a caller who has left, but for what it changes", async () => {
    const done: string[] = [];
    const more = {
      Echo: () => ({ Result: String(done.push("read")) }),
      RouterManager: async () => {
        done.push("changed");
        return {};
      },
    };
    const calls = batch(["Echo", { Echo: "x" }], ["RouterManager", { Reseed: "" }], ["Echo", { Echo: "x" }]);
    await stage.answer(calls, more as never, { ...stage.peer, hasLeft: () => done.length > 0 });
    expect(done).toEqual(["read", "changed"]);
  });

  it("is answered in its order, one after the other, each for itself", async () => {
    const order: string[] = [];
    const more = {
      RouterManager: async (actions: readonly string[]) => {
        order.push(`begins ${actions}`);
        await Promise.resolve();
        order.push(`ends ${actions}`);
        return {};
      },
    };
    const calls = batch(["RouterManager", { Reseed: "" }], ["Echo", {}], ["RouterManager", { Update: "" }]);
    const { text, retryAfter, afterwards } = await stage.answer(calls, more as never);
    expect(JSON.parse(text)).toMatchObject([
      { id: 0, result: {} },
      { id: 1, error: { code: -32602 } },
      { id: 2 },
    ]);
    expect(order).toEqual(["begins Reseed", "ends Reseed", "begins Update", "ends Update"]);
    expect([retryAfter, afterwards]).toEqual([undefined, undefined]);
  });

  it("gives no word of when to come again for one of its calls", async () => {
    const { text, retryAfter } = await stage.answer(
      batch(["RouterManager", { Reseed: "" }]),
      throwing(new RpcError("refused", "busy", 7)),
    );
    expect(JSON.parse(text)).toMatchObject([{ id: 0, error: { code: -32000 } }]);
    expect(retryAfter).toBeUndefined();
  });

  it("keeps what is to be done afterwards for when the answer has left, in its order", async () => {
    const done: string[] = [];
    const more = {
      RouterManager: (
        [action]: readonly string[],
        call: { afterwards(work: () => void, revoked: () => void): void },
      ) => {
        call.afterwards(
          () => done.push(`${action}`),
          () => done.push(`${action} revoked`),
        );
        return {};
      },
    } as never;
    const calls = batch(["RouterManager", { Reseed: "" }], ["RouterManager", { Update: "" }]);
    const { afterwards } = await stage.answer(calls, more);
    expect(done).toEqual([]);
    afterwards?.();
    expect(done).toEqual(["Reseed", "Update"]);
    // Not for a session that was revoked in between, by somebody else.
    const { afterwards: late } = await stage.answer(calls, more);
    const { afterwards: single } = await stage.call("RouterManager", { Reseed: "" }, more);
    await stage.auth.tokens.revoke(stage.auth.tokens.check(stage.token));
    done.length = 0;
    late?.();
    single?.();
    expect(done).toEqual(["Reseed revoked", "Update revoked", "Reseed revoked"]);
  });
});

describe("a method of a feature from outside", () => {
  const greet = furtherMethod(
    definition({
      guard: "token",
      scope: "read",
      description: "Greets.",
      params: {
        name: { type: text, description: "Whom." },
        loud: {
          type: flag,
          description: "So that all hear.",
          optional: true,
          scope: "settings",
          changes: true,
        },
      },
      result: { greeting: { type: text, description: "The greeting." } },
      others: "refused",
      extension: true,
    }),
    ({ name, loud = false }) => ({ greeting: `Hello ${loud ? name.toUpperCase() : name}` }),
  );
  let outer: Stage;
  beforeEach(async () => {
    outer = await Stage.open({ more: new Map([["example.greet", greet]]) });
  });
  afterEach(() => outer.close());

  it("is answered, checked and counted like those of the interface", async () => {
    const call = (params: object) => outer.call("example.greet", params);
    expect((await call({ name: "Ada" })).result).toEqual({ greeting: "Hello Ada" });
    expect((await call({ name: 1 })).error?.message).toBe("Invalid parameters: name wants a string, got 1");
    expect((await call({ Name: "Ada" })).error?.message).toContain(
      'example.greet does not know "Name"; it is spelled "name"',
    );
    expect((await call({ name: "Ada", Token: "wrong" })).error?.code).toBe(-32003);
    expect(outer.counted).toEqual([
      ["example.greet", 0],
      ["example.greet", -32602],
      ["example.greet", -32602],
      ["example.greet", -32003],
    ]);
  });

  it("needs the scope that it names, and what it changes is recorded", async () => {
    const least = { person: "ada", scope: "read" } as const;
    const { token } = await outer.auth.tokens.issue("192.0.2.1", false, () => true, { holder: least });
    const loud = { name: "Ada", loud: true };
    expect((await outer.call("example.greet", { ...loud, Token: token })).error).toMatchObject({
      code: -32008,
      message:
        "The token does not allow this: example.greet with loud needs the scope settings, and this token has read",
    });
    expect(await outer.recorded()).toEqual([]);
    expect((await outer.call("example.greet", loud)).result).toEqual({ greeting: "Hello ADA" });
    expect(await outer.recorded()).toEqual([{ action: "example.greet", outcome: "ok", details: [] }]);
  });

  it("is described after those of the interface", async () => {
    const { result } = await outer.call("rpc.discover");
    const methods = result?.["methods"] as { readonly name: string; readonly summary: string }[];
    expect(methods.at(-1)).toMatchObject({ name: "example.greet", summary: "Greets.", "x-extension": true });
  });

  it("cannot take the place of one of the interface", () => {
    const parts = { handlers: {}, more: new Map([["Echo", greet]]) };
    expect(() => makeAnswer(parts as never)).toThrow("Echo is a method of the interface already");
  });
});
