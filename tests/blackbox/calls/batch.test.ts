import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, send } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
const post = (items: readonly string[]) => send(here.https, `[${items.join(",")}]`);
const echo = (text: string, id: string) => callText("Echo", { Token: here.token, Echo: text }, id);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe("A batch", () => {
  it("of one is answered as a batch of one", async () => {
    const { body, status, headers } = await post([echo("only", "7")]);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(body).toBe('[{"jsonrpc":"2.0","id":7,"result":{"Result":"only"}}]');
  });

  it("is answered in its order", async () => {
    const { batch } = await post(numbers(20).map((n) => echo(`answer ${n}`, n)));
    expect(batch.map(({ id }) => id)).toEqual(numbers(20).map(Number));
    expect(batch.map(({ result }) => result?.["Result"])).toEqual(numbers(20).map((n) => `answer ${n}`));
  });

  it("is run in its order: what one call writes the next one reads", async () => {
    const Token = here.token;
    const calls = numbers(10).flatMap((n) => [
      callText("AdvancedSettings", { Token, set: { "tests.order": n } }),
      callText("AdvancedSettings", { Token, get: "tests.order" }),
    ]);
    const { batch } = await post(calls);
    const read = batch.filter((_, index) => index % 2 === 1).map(({ result }) => result);
    expect(read).toEqual(numbers(10).map((n) => ({ get: { "tests.order": n } })));
  });

  it("answers each call for itself, good and bad", async () => {
    const { status, batch } = await post([
      echo("good", '"a"'),
      "1",
      callText("Nonsense", "{}", '"b"'),
      '{"jsonrpc":"2.0","method":"Echo"}',
      callText("Echo", "{}", '"c"'),
      "[]",
      callText("Echo", { Token: "wrong", Echo: "x" }, '"d"'),
      callText("Echo", { Token: here.token, Echo: 5 }, "null"),
      '{"jsonrpc":"1.0","id":"e","method":"Echo"}',
      echo("good again", "5.0"),
    ]);
    expect(status).toBe(200);
    expect(batch.map(({ id, result, error }) => [id, error?.code ?? result?.["Result"]])).toEqual([
      ["a", "good"],
      [null, -32600],
      ["b", -32601],
      [null, -32600],
      ["c", -32002],
      [null, -32600],
      ["d", -32003],
      [null, -32602],
      ["e", -32600],
      [5, "good again"],
    ]);
  });

  it("may repeat an id", async () => {
    const { batch } = await post([echo("one", "1"), echo("two", "1")]);
    expect(batch.map(({ id, result }) => [id, result?.["Result"]])).toEqual([
      [1, "one"],
      [1, "two"],
    ]);
  });

  it("may log in and go on with another call, but not with a token it cannot know yet", async () => {
    const { batch } = await post([
      callText("Authenticate", { API: 1, Password: "correct horse battery staple" }, "1"),
      callText("Echo", { Echo: "x" }, "2"),
    ]);
    expect(batch[0]?.result).toMatchObject({ API: 1, Token: expect.any(String) });
    expect(batch[1]?.error?.code).toBe(-32002);
  });

  it("of 50 is answered", async () => {
    const { batch } = await post(numbers(50).map((n) => echo(n, n)));
    expect(batch).toHaveLength(50);
    expect(batch.every(({ result }) => result !== undefined)).toBe(true);
  });

  it.each([51, 5_000])("of %i is refused as a whole and does nothing", async (count) => {
    const write = callText("AdvancedSettings", { Token: here.token, set: { "tests.long": "batch" } });
    const { status, json } = await post([write, ...numbers(count - 1).map(() => "1")]);
    expect(status).toBe(200);
    expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
    expect(await here.settings()).not.toHaveProperty(["tests.long"]);
  });

  it("that is empty is refused as a whole", async () => {
    expect((await post([])).json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  it("within a batch is no request", async () => {
    const { batch } = await post([`[${echo("hidden", "1")}]`, echo("shown", "2"), "[[[]]]"]);
    expect(batch.map(({ id, result, error }) => [id, result?.["Result"] ?? error?.code])).toEqual([
      [null, -32600],
      [2, "shown"],
      [null, -32600],
    ]);
  });
});

describe("The examples of the JSON-RPC 2.0 specification, whose methods do not exist here,", () => {
  const one = (id: unknown, code: number) => ({
    jsonrpc: "2.0",
    id,
    error: { code, message: expect.any(String) },
  });

  it.each([
    [
      "positional parameters",
      '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      one(1, -32601),
    ],
    [
      "the other way round",
      '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
      one(2, -32601),
    ],
    [
      "named parameters",
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
      one(3, -32601),
    ],
    [
      "named parameters in another order",
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
      one(4, -32601),
    ],
    ["a notification", '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', one(null, -32600)],
    ["a notification without parameters", '{"jsonrpc": "2.0", "method": "foobar"}', one(null, -32600)],
    ["an unknown method", '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}', one("1", -32601)],
    ["invalid JSON", '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', one(null, -32700)],
    ["an invalid request", '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', one(null, -32600)],
    [
      "a batch that is invalid JSON",
      '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
      one(null, -32700),
    ],
    ["an empty list", "[]", one(null, -32600)],
    ["an invalid batch that is not empty", "[1]", [one(null, -32600)]],
    ["an invalid batch", "[1,2,3]", [one(null, -32600), one(null, -32600), one(null, -32600)]],
    [
      "a mixed batch",
      `[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
      [
        one("1", -32601),
        one(null, -32600),
        one("2", -32601),
        one(null, -32600),
        one("5", -32601),
        one("9", -32601),
      ],
    ],
    [
      "a batch of notifications",
      `[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]`,
      [one(null, -32600), one(null, -32600)],
    ],
  ])("answer %s as our rules say", async (_what, text, expected) => {
    const { status, json } = await send(here.https, text);
    expect(status).toBe(200);
    expect(json).toEqual(expected);
  });
});
