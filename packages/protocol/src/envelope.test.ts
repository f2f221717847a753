import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEnvelope } from "./envelope.js";
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
  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readEnvelope(text)));
  });
});
