import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Num, readJson, show } from "./json.js";

describe("Reading what servers write", () => {
  it("reads all JSON as JSON.parse does, and writes it again", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readJson(text);
        expect(read?.flaw).toBeUndefined();
        expect(JSON.parse(show(read?.value))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("never throws, whatever comes", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readJson(text)));
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => void readJson(text.slice(0, at % (text.length + 1)))),
    );
  });

  it("keeps numbers as they were written", () => {
    expect(readJson("[0.0,1E3,12345678901234567890]")?.value).toEqual([
      new Num("0.0"),
      new Num("1E3"),
      new Num("12345678901234567890"),
    ]);
  });

  it.each([
    ['{"a":1,}', '{"a":1}'],
    ['{,"a":1}', '{"a":1}'],
    ['{"a":1,,"b":2}', '{"a":1,"b":2}'],
    ['{"id":abc,"result":{}}', '{"id":abc,"result":{}}'],
    ["[1,]", "[1]"],
  ])("mends %s, and says that it is not JSON", (text, mended) => {
    const read = readJson(text);
    expect(show(read?.value)).toBe(mended);
    expect(read?.flaw).toEqual(expect.any(String));
  });

  it.each(["", "{", '{"a"}', '{"a":"b', "]", '{"a":"x"y"}', "[".repeat(100_000)])(
    "gives up on %.20s",
    (text) => {
      expect(readJson(text)).toBeUndefined();
    },
  );

  it("names what stands twice", () => {
    expect(readJson('{"a":1,"b":{"c":1,"c":2}}')?.repeated).toEqual(["c"]);
  });

  it("takes __proto__ for a name like any other", () => {
    expect(show(readJson('{"__proto__":{"x":1}}')?.value)).toBe('{"__proto__":{"x":1}}');
  });
});
