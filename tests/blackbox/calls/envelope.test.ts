import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, type Reply, send } from "../wire.js";

let here: Here;
let params: string;
beforeAll(async () => {
  here = await startHere();
  params = JSON.stringify({ Token: here.token, Echo: "x" });
});
const post = (text: string) => send(here.https, text);
const expectError = ({ status, json }: Reply, code: number, id: unknown) => {
  expect(status).toBe(200);
  expect(Object.keys(json)).toEqual(["jsonrpc", "id", "error"]);
  expect(json).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
  expect(json.error?.message).not.toBe("");
};

describe("A number as id comes back digit for digit", () => {
  it.each([
    "0",
    "1",
    "-1",
    "-2147483648",
    "1700000000000",
    "1.0",
    "1.50",
    "1e3",
    "1E+3",
    "-0",
    "-0.0",
    "12345678901234567890",
    "0.1234567890123456789",
    "1e400",
  ])("%s", async (id) => {
    expect((await post(callText("Echo", params, id))).body).toBe(
      `{"jsonrpc":"2.0","id":${id},"result":{"Result":"x"}}`,
    );
    expect((await post(callText("Nonsense", "{}", id))).body).toContain(`"id":${id},"error"`);
    expect((await post(`[${callText("Echo", params, id)}]`)).body).toContain(`[{"jsonrpc":"2.0","id":${id},`);
  });

  it("at any place, with any spacing, and although others look like it", async () => {
    const text = `\n{ "params" : {"Token":"${here.token}","Echo":"\\"id\\":7 {[","id":8} ,\t"method":"Echo",\r\n"jsonrpc":"2.0" , "\\u0069d" : 9.0 }  `;
    expect((await post(text)).body).toBe('{"jsonrpc":"2.0","id":9.0,"result":{"Result":"\\"id\\":7 {["}}');
  });
});

describe("A string or null as id comes back as it was", () => {
  it.each([
    '""',
    '"1"',
    '"abc"',
    '"quotes \\" and \\\\ backslashes"',
    '"\\u0000\\n\\t"',
    '"\\u00fc \\u8239 \\ud83e\\udded"',
    '"ü 船 🧭"',
    '"\\ud800 alone"',
    '"__proto__"',
    '"null"',
    "null",
    `"${"long".repeat(1_000)}"`,
  ])("%s", async (id) => {
    const { json } = await post(callText("Echo", params, id));
    expect(json.id).toBe(JSON.parse(id));
    expect(json.result).toEqual({ Result: "x" });
    expect((await post(callText("Nonsense", "{}", id))).json.id).toBe(JSON.parse(id));
  });
});

describe("An id of another type, or none, is -32600 with id null", () => {
  it.each(["true", "false", "{}", '{"id":1}', "[]", "[1]"])("%s", async (id) => {
    expectError(await post(callText("Echo", params, id)), -32600, null);
  });

  it("absent: there are no notifications", async () => {
    expectError(await post(`{"jsonrpc":"2.0","method":"Echo","params":${params}}`), -32600, null);
    expectError(await post('{"jsonrpc":"2.0","method":"Nonsense"}'), -32600, null);
  });
});

describe("A request that is not JSON-RPC 2.0 is -32600 with its id", () => {
  it.each([
    ["jsonrpc is absent", '"method":"Echo","params":{}'],
    ["jsonrpc is null", '"jsonrpc":null,"method":"Echo","params":{}'],
    ["jsonrpc is a number", '"jsonrpc":2.0,"method":"Echo","params":{}'],
    ["jsonrpc is 1.0", '"jsonrpc":"1.0","method":"Echo","params":{}'],
    ["jsonrpc is 2", '"jsonrpc":"2","method":"Echo","params":{}'],
    ["jsonrpc has a space", '"jsonrpc":"2.0 ","method":"Echo","params":{}'],
    ["jsonrpc is JSONRPC", '"JSONRPC":"2.0","method":"Echo","params":{}'],
    ["method is absent", '"jsonrpc":"2.0","params":{}'],
    ["method is null", '"jsonrpc":"2.0","method":null,"params":{}'],
    ["method is a number", '"jsonrpc":"2.0","method":1,"params":{}'],
    ["method is a list", '"jsonrpc":"2.0","method":["Echo"],"params":{}'],
    ["method is an object", '"jsonrpc":"2.0","method":{},"params":{}'],
    ["params is null", '"jsonrpc":"2.0","method":"Echo","params":null'],
    ["params is a string", '"jsonrpc":"2.0","method":"Echo","params":"x"'],
    ["params is a number", '"jsonrpc":"2.0","method":"Echo","params":1'],
    ["params is a boolean", '"jsonrpc":"2.0","method":"Echo","params":true'],
  ])("when %s", async (_what, members) => {
    expectError(await post(`{"id":"mine",${members}}`), -32600, "mine");
  });

  it.each(["null", "true", "1", '"text"', "{}"])("and %s is no request at all", async (text) => {
    expectError(await post(text), -32600, null);
  });
});

describe("Parameters", () => {
  it("absent are -32602", async () => {
    expectError(await post('{"jsonrpc":"2.0","id":1,"method":"Echo"}'), -32602, 1);
    expectError(await post('{"jsonrpc":"2.0","id":1,"method":"Authenticate"}'), -32602, 1);
  });

  it.each(["[]", '["x"]', "[{}]"])("by position are -32602: %s", async (list) => {
    expectError(await post(callText("Echo", list)), -32602, 1);
  });
});

describe("An unknown method is -32601", () => {
  it.each([
    "Nonsense",
    "",
    "echo",
    "ECHO",
    "Echo ",
    "routerInfo",
    "serviceControl",
    "i2pControl",
    "I2pcontrol",
    "rpc.nonsense",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "Echo\u0000",
  ])("%j, with any token and parameters", async (method) => {
    expectError(await post(callText(method, "{}")), -32601, 1);
    expectError(await post(callText(method, params)), -32601, 1);
    expectError(await post(callText(method, "[1,2]")), -32601, 1);
    expectError(await post(`{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)}}`), -32601, 1);
  });
});

describe("A body that is not JSON is -32700 with id null", () => {
  it.each([
    "",
    " ",
    "nonsense",
    "{",
    "}",
    '{"jsonrpc":"2.0","id":1,"method":"Echo"',
    '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{},}',
    "{'jsonrpc':'2.0'}",
    '{"jsonrpc":"2.0","id":01}',
    '{"id":NaN}',
    '{"id":+1}',
    '{"id":"a\nb"}',
    "[1,2",
    "{}{}",
    "undefined",
    "jsonrpc=2.0&id=1&method=Echo",
  ])("%j", async (text) => {
    expectError(await post(text), -32700, null);
  });

  it.each([
    ["a byte that starts nothing", [0xff]],
    ["an overlong NUL", [0xc0, 0x80]],
    ["a lone surrogate", [0xed, 0xa0, 0x80]],
    ["a sequence cut short", [0xe8, 0x88]],
    ["Latin-1", [0xfc]],
  ])("as is one that is not UTF-8: %s", async (_what, bytes) => {
    const [head = "", tail = ""] = callText("Echo", params.replace('"x"', '"HERE"')).split("HERE");
    const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
    expectError(await send(here.https, body), -32700, null);
  });

  it("as is UTF-16", async () => {
    expectError(await send(here.https, Buffer.from(callText("Echo", params), "utf16le")), -32700, null);
  });
});
