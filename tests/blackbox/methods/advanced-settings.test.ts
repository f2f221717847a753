import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, type Fields, send } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
const advanced = (params: Fields) => here.call("AdvancedSettings", params);
/** For maps that an object literal cannot hold. */
const advancedText = (params: string) =>
  send(here.https, callText("AdvancedSettings", `{"Token":${JSON.stringify(here.token)},${params}}`));

describe("AdvancedSettings", () => {
  it("set updates what it is given, keeps the rest and answers an empty object", async () => {
    const before = await here.settings();
    const { body } = await advanced({ set: { "tests.one": "1", "tests.two": "" } });
    expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(await here.settings()).toEqual({ ...before, "tests.one": "1", "tests.two": "" });
  });

  it("get answers one setting inside get", async () => {
    await advanced({ set: { "tests.get": "some value" } });
    expect((await advanced({ get: "tests.get" })).body).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"get":{"tests.get":"some value"}}}',
    );
  });

  it("get of an unknown name answers null for it", async () => {
    expect((await advanced({ get: "tests.nobody" })).result).toEqual({ get: { "tests.nobody": null } });
  });

  it.each([[""], [null], [true], [false], [0], [{}], ["null"]])(
    "getAll takes %j as asking",
    async (value) => {
      const { result } = await advanced({ getAll: value });
      expect(Object.values(result["getAll"] as Fields).every((one) => typeof one === "string")).toBe(true);
    },
  );

  it("setAll replaces everything", async () => {
    await advanced({ set: { "tests.gone": "x" } });
    expect((await advanced({ setAll: { "tests.only": "y" } })).result).toEqual({});
    expect(await here.settings()).toEqual({ "tests.only": "y" });
  });

  it("setAll with an empty map removes all", async () => {
    await advanced({ set: { "tests.gone": "x" } });
    expect((await advanced({ setAll: {} })).result).toEqual({});
    expect(await here.settings()).toEqual({});
  });

  it("does setAll, then set, then getAll, then get, in any written order", async () => {
    const { result } = await advanced({
      get: "c",
      getAll: "",
      set: { b: "set", c: "set" },
      setAll: { a: "setAll", b: "setAll" },
    });
    expect(result).toEqual({ getAll: { a: "setAll", b: "set", c: "set" }, get: { c: "set" } });
  });

  it("answers an empty object when nothing is asked", async () => {
    expect((await advanced({})).result).toEqual({});
  });

  it.each(["__proto__", "constructor", "hasOwnProperty", "toString"])(
    "holds a setting called %s",
    async (name) => {
      expect((await advancedText(`"set":{${JSON.stringify(name)}:"ordinary"}`)).body).toBe(
        '{"jsonrpc":"2.0","id":1,"result":{}}',
      );
      expect((await advanced({ get: name })).body).toContain(`"get":{"${name}":"ordinary"}`);
      expect((await advanced({ getAll: "" })).body).toContain(`"${name}":"ordinary"`);
    },
  );

  it.each([
    ["a name of 255 characters", { ["n".repeat(255)]: "v" }],
    ["a name with spaces, dots and letters of all kinds", { "größe der.Brücke 桥": "v" }],
    ["a value of 64 KiB", { big: "v".repeat(65_536) }],
    ["a value with quotes, backslashes and emoji", { quoted: 'say "hi" \\ back 🧭' }],
    ["a value that holds what a name may not", { marks: "a=b;c#d" }],
    ["an empty value", { empty: "" }],
  ])("set takes %s and gives it back", async (_what, map) => {
    await advanced({ set: map });
    const [[name = "", value] = []] = Object.entries(map);
    expect((await advanced({ get: name })).result).toEqual({ get: { [name]: value } });
  });
});

describe("AdvancedSettings refuses", () => {
  let before: Fields;
  beforeEach(async () => {
    before = await here.settings();
  });
  const refused = async ({ code, message }: { code: number | undefined; message: string }) => {
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters/);
    expect(await here.settings()).toEqual(before);
    return message;
  };

  const BAD_MAPS: readonly (readonly [string, unknown])[] = [
    ["no map but a string", "name=value"],
    ["no map but a number", 1],
    ["no map but a list", [["name", "value"]]],
    ["no map but null", null],
    ["no map but true", true],
    ["a number as value", { ok: "fine", name: 1 }],
    ["null as value", { ok: "fine", name: null }],
    ["a boolean as value", { name: true }],
    ["a map as value", { name: { deeper: "x" } }],
    ["an empty name", { "": "x" }],
    ["a name of 256 characters", { ["n".repeat(256)]: "x" }],
    ["a name with =", { "a=b": "x" }],
    ["a name with #", { "#a": "x" }],
    ["a name with ;", { "a;b": "x" }],
    ["a name with a line feed", { "a\nb": "x" }],
    ["a name with a NUL", { "a\u0000b": "x" }],
    ["a value with a line feed", { name: "x\ny" }],
    ["a value with a carriage return", { name: "x\r" }],
    ["a value with a NUL", { name: "\u0000" }],
    ["a value with DEL", { name: "\u007f" }],
    ["a value over 64 KiB", { name: "v".repeat(65_537) }],
    ["a value over 64 KiB once it is written", { name: "ü".repeat(40_000) }],
  ];

  it.each(["set", "setAll"].flatMap((verb) => BAD_MAPS.map(([what, map]) => [verb, what, map] as const)))(
    "%s with %s",
    async (verb, _what, map) => {
      await refused(await advanced({ [verb]: map }));
    },
  );

  it("an empty set", async () => {
    await refused(await advanced({ set: {} }));
  });

  it.each([[1], [null], [true], [[]], [{}], [""], ["a=b"], ["a\nb"]])("get with %j as name", async (name) => {
    await refused(await advanced({ get: name }));
  });

  it.each([
    ["Set", '"set"'],
    ["SetAll", '"setAll"'],
    ["SETALL", '"setAll"'],
    ["Get", '"get"'],
    ["GetAll", '"getAll"'],
    ["getall", '"getAll"'],
  ])("%s, and names the right spelling", async (wrong, right) => {
    expect(await refused(await advanced({ [wrong]: { name: "value" } }))).toContain(right);
  });

  it.each(["delete", "remove", "constructor", "svc.router.net.bw.in"])("the parameter %s", async (name) => {
    expect(await refused(await advanced({ [name]: "x" }))).toContain(name);
  });

  it("__proto__ as a parameter", async () => {
    expect(await refused(await advancedText('"__proto__":{"set":{"a":"b"}}'))).toContain("__proto__");
  });

  it("a whole request if one part is bad", async () => {
    await refused(await advanced({ setAll: { good: "1" }, set: { bad: 1 } }));
    await refused(await advanced({ setAll: { good: "1" }, get: 5 }));
    await refused(await advanced({ set: { good: "1" }, Set: { good: "2" } }));
  });
});
