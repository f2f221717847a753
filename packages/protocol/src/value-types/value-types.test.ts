import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allSettings,
  choice,
  host,
  kibPerSecond,
  oneSetting,
  percent,
  port,
  settingName,
  settingValue,
  someSettings,
} from "./setting-types.js";
import {
  amount,
  anything,
  code,
  count,
  double,
  either,
  flag,
  integer,
  isObject,
  listOf,
  long,
  nothing,
  orNull,
  record,
  secret,
  shown,
  text,
  Unfit,
  type ValueType,
  valueType,
  writeDouble,
} from "./value-types.js";

const fits = (kind: { read(value: unknown): unknown }, value: unknown): boolean => {
  try {
    kind.read(value);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Unfit);
    return false;
  }
};

describe("numbers", () => {
  it("of kind double always have a fraction or an exponent, and read back the same", () => {
    expect(writeDouble(0)).toBe("0.0");
    for (const kind of [long, count, double, integer(0, 9), amount])
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
        expect(() => kind.write(value)).toThrow("cannot be written as JSON");
    expect(writeDouble(-0)).toBe("0.0");
    expect(writeDouble(1234.5)).toBe("1234.5");
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(double.write(value)).toMatch(/[.e]/);
        expect(Number(double.write(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it("of kind long never have one", () => {
    expect(long.write(1_794_703_205_123)).toBe("1794703205123");
    expect([1.5, Number.NaN, "1", null, 2 ** 60].some((value) => fits(long, value))).toBe(false);
    expect(fits(count, -1)).toBe(false);
  });
});

describe("settings of a router", () => {
  it.each([
    [port, ["1", "65535"], ["0", "65536", "01", "+1", " 1", "1e3", "", "1.0", "0x1", 7650]],
    [percent, ["0", "100"], ["101", "-1", "00", ""]],
    [kibPerSecond, ["0", "2147483647"], ["2147483648", "99999999999", "", "1.5"]],
    [
      host,
      [
        "",
        "localhost",
        "router.example",
        "198.51.100.7",
        "2001:db8::1",
        "::",
        "::ffff:192.0.2.1",
        "xn--bcher-kva.example",
      ],
      [
        "a b",
        "-a",
        "a..b",
        "256.1.1.1",
        "1.2.3",
        "1:2",
        ":::",
        "::1::",
        "a/b",
        "http://x",
        "x".repeat(254),
        5,
      ],
    ],
    [
      settingName,
      ["a", "__proto__", "router.x y", "ü", "x".repeat(255)],
      ["", 5, ["a"], "a=b", "a#", "a;b", "a\nb", "x".repeat(256), "\ud800"],
    ],
    [
      settingValue,
      ["", "a=b#;", "x".repeat(65_536)],
      ["a\rb", "\u0000", "x".repeat(65_537), "ü".repeat(40_000), 5, null, ["a"]],
    ],
  ])("are checked at their bounds (%#)", (kind, good, bad) => {
    for (const value of good) expect([value, fits(kind, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, fits(kind, value)]).toEqual([value, false]);
  });

  it("may be called like a property that every object has", () => {
    const read = someSettings.read(JSON.parse('{"__proto__":"a","constructor":"b"}'));
    expect([...read]).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(someSettings.write(read)).toBe('{"__proto__":"a","constructor":"b"}');
  });
});

describe("composed kinds", () => {
  it("write what they read", () => {
    const people = listOf(record({ name: text, here: flag }));
    const value = [{ name: 'a"b', here: true }];
    expect(JSON.parse(people.write(people.read(value)))).toEqual(value);
    expect(fits(people, [{ name: 5, here: true }])).toBe(false);
    expect(either(flag, text).write("x")).toBe('"x"');
    expect(either(flag, text).write(true)).toBe("true");
  });

  it("never repeat a secret", () => {
    expect(() => secret.read(12_345)).toThrow(/^wants a string$/);
  });
});

describe("what a kind says of itself", () => {
  it.each([
    [
      () => integer(10, 20),
      "long",
      "a whole number from 10 to 20",
      { type: "integer", minimum: 10, maximum: 20 },
    ],
    [
      () => code({ 0: { name: "a" }, 3: { name: "b" } }),
      "long",
      "a code from 0 to 3",
      { type: "integer", enum: [0, 3] },
    ],
    [
      () => either(flag, text),
      "boolean or string",
      "true or false or a string",
      { anyOf: [{ type: "boolean" }, { type: "string" }] },
    ],
    [
      () => orNull(text),
      "string or null",
      "a string or null",
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      () => record({ a: text, b: flag }),
      "object",
      "an object with a, b",
      { type: "object", properties: { a: { type: "string" }, b: { type: "boolean" } }, required: ["a", "b"] },
    ],
    [
      () => listOf(text),
      "list of string",
      "a list of which each is a string",
      { type: "array", items: { type: "string" } },
    ],
    [() => choice("a", "b"), "string", 'one of "a", "b"', { type: "string", enum: ["a", "b"] }],
    [
      () => port,
      "string",
      'a string of decimal digits from "1" to "65535"',
      { type: "string", pattern: "^(0|[1-9][0-9]*)$", "x-minimum": 1, "x-maximum": 65_535 },
    ],
  ])("is its type, what it wants and its schema (%#)", (make, type, wants, schema) => {
    const one = make();
    expect([one.type, one.wants, one.schema]).toEqual([type, wants, schema]);
  });

  it.each([
    [someSettings, 1],
    [allSettings, 0],
  ])("is how few settings it takes (%#)", (one, least) => {
    expect(one.schema).toMatchObject({ type: "object", minProperties: least });
    expect(one.type).toBe("map string to string");
    expect(one.wants).toBe("an object of setting names and string values");
  });
});

describe("a value that is refused", () => {
  it.each([
    [null, "null"],
    [true, "true"],
    [5, "5"],
    ["a", '"a"'],
    ["x".repeat(60), `"${"x".repeat(60)}"`],
    ["x".repeat(61), `"${"x".repeat(60)}…"`],
    [[1], "an array"],
    [{ a: 1 }, "an object"],
  ])("is repeated briefly: %j as %s", (value, text) => {
    expect(shown(value)).toBe(text);
    expect(() =>
      valueType({ type: "x", wants: "y", schema: {}, fits: (_one): _one is never => false }).read(value),
    ).toThrow(new Unfit(`wants y, got ${text}`));
  });
});

describe("simple kinds", () => {
  it.each([
    [nothing, [null], [undefined, 0, "", false]],
    [anything, [null, 0, "", {}, []], []],
    [double, [0, -1.5, 1e300], [Number.NaN, {}, Number.POSITIVE_INFINITY, "1", null]],
    [flag, [true, false], [0, "true", null]],
    [text, ["", "x"], [1, null, {}]],
    [long, [0, -1, 2 ** 53 - 1], [2 ** 53, 0.5]],
    [count, [0, 1], [-1, 0.5, "1"]],
  ])("take what they are for, and nothing else (%#)", (one: ValueType<unknown>, good, bad) => {
    for (const value of good) expect([value, fits(one, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, fits(one, value)]).toEqual([value, false]);
  });
});

describe("kinds of several parts", () => {
  it("take what fits and nothing else", () => {
    const bounded = integer(10, 20);
    expect([9, 10, 20, 21, 10.5, "10"].map((value) => fits(bounded, value))).toEqual([
      ...[false, true, true, false, false, false],
    ]);
    expect([0, 1, 3].map((value) => fits(code({ 0: { name: "a" }, 3: { name: "b" } }), value))).toEqual([
      ...[true, false, true],
    ]);
    expect(either(flag, text).read("x")).toBe("x");
    expect(either(flag, text).read(true)).toBe(true);
    expect(() => either(flag, text).read(5)).toThrow("wants a string, got 5");
    expect([null, undefined, "x"].map(orNull(text).read)).toEqual([null, null, "x"]);
    expect([orNull(text).write(null), orNull(text).write("x")]).toEqual(["null", '"x"']);
    expect(fits(orNull(text), 5)).toBe(false);
    expect(() => record({ a: text }).read([])).toThrow("wants an object, got an array");
    expect(record({ a: text, b: flag }).read({ a: "x", b: true, c: 1 })).toEqual({ a: "x", b: true });
    expect(record({ a: text, b: flag }).write({ a: "x", b: true })).toBe('{"a":"x","b":true}');
    expect(() => listOf(text).read({})).toThrow("wants a list, got an object");
    expect(listOf(long).write([1, 2])).toBe("[1,2]");
    expect(["a", "b", "c"].map((value) => fits(choice("a", "b"), value))).toEqual([true, true, false]);
    expect([null, [], "x", 5].some(isObject)).toBe(false);
    expect(isObject({})).toBe(true);
  });

  it("print whole numbers with a fraction where the kind is double, but not those with an exponent", () => {
    expect([5, -5, 1e21, 0.5, 1e-7].map(writeDouble)).toEqual(["5.0", "-5.0", "1e+21", "0.5", "1e-7"]);
  });
});

describe("objects of settings", () => {
  it("are refused by the name or the value that is wrong", () => {
    expect(() => someSettings.read("x")).toThrow('wants an object of names and string values, got "x"');
    expect(() => someSettings.read({ "a=b": "1" })).toThrow(
      `has "a=b", which wants a name of 1 to 255 characters without control characters, "=", "#" or ";", got "a=b"`,
    );
    expect(() => someSettings.read({ a: 1 })).toThrow(
      'has "a", which wants a string of up to 64 KiB without control characters, got 1',
    );
    expect(() => someSettings.read({})).toThrow("wants at least one setting, got none");
    expect(allSettings.read({})).toEqual(new Map());
  });

  it("may be one that is not there", () => {
    const one = new Map([
      ["a", null],
      ["b", "x"],
    ]);
    expect(oneSetting.read({ a: null, b: "x" })).toEqual(one);
    expect(oneSetting.write(one)).toBe('{"a":null,"b":"x"}');
    expect(() => oneSetting.read([])).toThrow("wants an object, got an array");
    expect(() => oneSetting.read({ a: 1 })).toThrow("wants a string of up to 64 KiB");
  });

  it("are measured in bytes of UTF-8", () => {
    for (const [character, bytes] of [
      ["a", 1],
      ["ü", 2],
      ["\u0800", 3],
      ["€", 3],
      ["\u{10000}", 4],
      ["🧭", 4],
    ] as const) {
      const most = Math.floor(65_536 / bytes);
      expect([character, fits(settingValue, character.repeat(most))]).toEqual([character, true]);
      expect([character, fits(settingValue, `${character.repeat(most)}aaaa`)]).toEqual([character, false]);
    }
  });
});

describe("hosts", () => {
  it.each([
    ...[
      "a_b",
      "_a",
      "a-b.c_",
      `${"a".repeat(63)}.b`,
      "0.0.0.0",
      "255.249.199.99",
      "10.20.30.40",
      "1:2:3:4:5:6:7:8",
      // The longest that there may be.
      `${`${"a".repeat(63)}.`.repeat(3)}${"a".repeat(61)}`,
      "a1",
    ],
    ...["::1", "1::", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:1.2.3.4", "::1.2.3.4", "ABCD::ef01", "a.1b"],
  ])("may be %s", (value) => {
    expect(fits(host, value)).toBe(true);
  });

  it.each([
    ...[
      "a-",
      "-",
      ".",
      "a.",
      `${"a".repeat(64)}.b`,
      "1.2.3.4.5",
      "1.2.3.256",
      "01.2.3.4",
      "a.b.c.4",
      "1.2.3.04",
    ],
    ...[
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1:2:3:4:5:6:7:8::",
      "::12345",
      "::g",
      "1:2:3:4:5:6:7:1.2.3.4",
      "::1.2.3",
    ],
    ...[
      "1::2::3",
      "1::2::",
      `${`${"a".repeat(63)}.`.repeat(3)}${"a".repeat(62)}`,
      ":1",
      "::1.2.3.4:5",
      "é",
      "a b.c",
    ],
  ])("may not be %s", (value) => {
    expect(fits(host, value)).toBe(false);
  });
});
