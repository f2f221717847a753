import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RpcError } from "../kernel/errors.js";
import { errorEnvelope, MOST_IN_BATCH, readEnvelope, resultEnvelope } from "./envelope.js";
import { rawId, rawIds } from "./raw-id.js";

describe("the text of an id", () => {
  it.each([["1.0"], ["-0"], ["1e3"], ["12345678901234567890"], ["0.1000"]])(
    "%s is cut out as it was sent",
    (id) => {
      expect(rawId(`{"jsonrpc":"2.0","id":${id},"method":"x"}`)).toBe(id);
      expect(rawId(` { "method" : "x" , "id" :\t${id}\n} `)).toBe(id);
      expect(rawIds(`[ {"id":${id}} , 5, {"params":{"id":"]}"}}, {"id":7,"id":${id}} ]`)).toEqual([
        id,
        undefined,
        undefined,
        id,
      ]);
    },
  );

  it("is found under an escaped name and not mistaken for a nested one", () => {
    expect(rawId('{"params":{"id":1,"x":["\\"id\\":2"]},"\\u0069d":3}')).toBe("3");
  });

  it("is that of the member that JSON.parse takes, in any object", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer(),
        fc.nat(2),
        (others, id, indent) => {
          const text = JSON.stringify({ ...others, id }, null, indent);
          expect(rawId(text)).toBe(String(id));
          expect(rawIds(`[${text},${text}]`)).toEqual([String(id), String(id)]);
        },
      ),
    );
  });

  it("is found behind a megabyte of brackets", () => {
    const deep = "[".repeat(500_000) + "]".repeat(500_000);
    expect(rawId(`{"params":${deep},"id":4}`)).toBe("4");
  });
});

describe("reading an envelope", () => {
  it("never throws, with any text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readEnvelope(text)));
  });
});

describe("an envelope", () => {
  const valid = { jsonrpc: "2.0", id: 1, method: "Echo", params: { Echo: "x" } };
  const read = (json: unknown) => readEnvelope(JSON.stringify(json));
  const refused = (id: string, detail: string) => ({
    id,
    error: expect.objectContaining({ code: -32600, message: `Invalid request: ${detail}` }),
  });

  it("holds a call, its parameters and perhaps a token beside them", () => {
    const call = { id: "1", method: "Echo", params: { Echo: "x" }, token: undefined };
    expect(read(valid)).toEqual(call);
    expect(read({ ...valid, Token: "t" })).toEqual({ ...call, token: "t" });
    expect(read({ ...valid, params: undefined })).toEqual({ ...call, params: undefined });
    expect(read({ ...valid, params: [1] })).toEqual({ ...call, params: undefined });
  });

  it.each([
    ["a", '"a"'],
    ['a"b', '"a\\"b"'],
    [null, "null"],
    [-7, "-7"],
  ])("keeps the id %j", (id, text) => {
    expect(read({ ...valid, id })).toMatchObject({ id: text, method: "Echo" });
  });

  it.each([
    ["something else", 5, "null", "a request is an object"],
    ["null", null, "null", "a request is an object"],
    ["no id", { ...valid, id: undefined }, "null", "id is missing; every call is answered"],
    ["an id that is none", { ...valid, id: {} }, "null", "id wants a string, a number or null"],
    ["another version", { ...valid, jsonrpc: "1.0" }, "1", 'jsonrpc wants "2.0"'],
    ["no version", { ...valid, jsonrpc: undefined }, "1", 'jsonrpc wants "2.0"'],
    ["no method", { ...valid, method: undefined }, "1", "method wants a string"],
    ["a method that is no text", { ...valid, method: 1 }, "1", "method wants a string"],
    ["parameters that are text", { ...valid, params: "x" }, "1", "params wants an object"],
    ["parameters that are null", { ...valid, params: null }, "1", "params wants an object"],
  ])("with %s is refused", (_what, json, id, detail) => {
    expect(read(json)).toEqual(refused(id, detail));
  });

  it("takes nothing from what every object has", () => {
    expect(readEnvelope('{"__proto__":{"id":1,"jsonrpc":"2.0","method":"Echo"}}')).toEqual(
      refused("null", "id is missing; every call is answered"),
    );
    expect(readEnvelope('{"id":1,"__proto__":{"jsonrpc":"2.0","method":"Echo"}}')).toEqual(
      refused("1", 'jsonrpc wants "2.0"'),
    );
  });

  it("that is not JSON, or nested too deep, is a parse error", () => {
    const parse = (message: string) => ({
      id: "null",
      error: expect.objectContaining({ code: -32700, message }),
    });
    expect(readEnvelope("{")).toEqual(parse("JSON parse error"));
    expect(readEnvelope("[".repeat(65))).toEqual(parse("JSON parse error: nested deeper than 64 levels"));
  });

  it("may hold a batch of 1 to 50 calls, each with its id as it was sent", () => {
    expect(readEnvelope("[]")).toEqual(refused("null", "a batch holds at least one call"));
    expect(read(Array(MOST_IN_BATCH).fill(valid))).toHaveLength(50);
    expect(read(Array(51).fill(valid))).toEqual(
      refused("null", "a batch holds at most 50 calls, this one 51"),
    );
    const call = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"Echo"}`;
    expect(readEnvelope(`[${call("1.0")},7,${call('"a"')},${call("2e1")}]`)).toMatchObject([
      { id: "1.0" },
      { id: "null", error: { code: -32600 } },
      { id: '"a"' },
      { id: "2e1" },
    ]);
  });

  it("is written with the id as it is", () => {
    expect(resultEnvelope("1.0", "{}")).toBe('{"jsonrpc":"2.0","id":1.0,"result":{}}');
    expect(errorEnvelope('"a"', new RpcError("noToken"))).toBe(
      '{"jsonrpc":"2.0","id":"a","error":{"code":-32002,"message":"No authentication token presented"}}',
    );
    expect(errorEnvelope("null", new RpcError("internal", "x", 5, { reason: "y" }))).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error: x","data":{"reason":"y"}}}',
    );
  });
});

describe("the ids of a batch", () => {
  it.each([
    ["[]", []],
    [" [ ] ", []],
    ['[{"id":1},{"id":2}]', ["1", "2"]],
    ['[ { "id" : 1 } , { "a" : [ 1 , { "id" : 9 } ] , "id" : 2.50 } ]', ["1", "2.50"]],
    [
      '[[{"id":1}],"{\\"id\\":1}",true,null,-1e5,{}]',
      [undefined, undefined, undefined, undefined, undefined, undefined],
    ],
    ['[{"x":"\\\\","id":3}]', ["3"]],
    ['[{"id":3,"x":"a,b]}\\""}]', ["3"]],
    ['[{"id":1,"\\u0069d":2}]', ["2"]],
    ['[{"i\\u0064s":1,"id":2}]', ["2"]],
    ['[{"id":2,"i\\u0064s":1}]', ["2"]],
  ])("of %s", (text, ids) => {
    expect(rawIds(text)).toEqual(ids);
  });

  it.each([
    ['{"id":5,"x":"\\""}', "5"],
    ['{"x":{"id":1},"id":5}', "5"],
    ['{"id":5,"x":{"id":1}}', "5"],
    ['{"id":1,"id":5}', "5"],
    ['{"id":-1.5e+3}', "-1.5e+3"],
    ['\n{\r"id"\t:\n5\r}', "5"],
  ])("of one call, %s, is %s", (text, id) => {
    expect(rawId(text)).toBe(id);
  });
});
