import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  count,
  double,
  either,
  flag,
  listOf,
  long,
  record,
  secret,
  text,
  Unfit,
  writeDouble,
} from "./kinds.js";
import {
  host,
  kibPerSecond,
  percent,
  port,
  settingName,
  settingValue,
  someSettings,
} from "./setting-kinds.js";

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
      ["a", "__proto__", "router.x y", "ü"],
      ["", "a=b", "a#", "a;b", "a\nb", "x".repeat(256), "\ud800"],
    ],
    [
      settingValue,
      ["", "a=b#;", "x".repeat(65_536)],
      ["a\rb", "\u0000", "x".repeat(65_537), "ü".repeat(40_000), 5],
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
