import { describe, expect, it } from "vitest";
import { choices, example, isMark, type ParamText, shownJson, typedValue } from "./open-rpc.js";

const param = (schema: ParamText["schema"]): ParamText => ({ name: "p", schema });

describe("a parameter of the explorer", () => {
  it.each([
    [{ type: "string" }, ""],
    [{ type: "integer", minimum: 1000 }, "1000"],
    [{ type: "integer", const: 1 }, "1"],
    [{ type: "boolean" }, "true"],
    [{ type: "object" }, "{}"],
    [{ anyOf: [{ type: "null" }, { type: "string" }] }, "null"],
    [{ not: { const: false } }, "true"],
    [{}, '""'],
  ])("has an example value for %j", (schema, value) => {
    expect(example(param(schema))).toBe(value);
  });

  it("is typed as text when it is text, and as JSON otherwise", () => {
    expect(typedValue(param({ type: "string" }), "12")).toBe("12");
    expect(typedValue(param({ type: "integer" }), "12")).toBe(12);
    expect(typedValue(param({ type: "integer" }), "twelve")).toBeUndefined();
    expect(typedValue(param({ anyOf: [] }), "null")).toBeNull();
  });

  it("offers choices if the schema limits the values", () => {
    expect(choices({ enum: ["a", 2] })).toEqual(['"a"', "2"]);
    expect(choices({ type: "boolean" })).toEqual(["true", "false"]);
    expect(choices({ type: "string" })).toBeUndefined();
  });

  it("is a checkbox if any value works", () => {
    expect([{}, { not: { const: false } }, { type: "null" }].map((schema) => isMark(param(schema)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it("shows JSON without secrets at any depth", () => {
  const shown = shownJson(
    { params: { Token: "abc", list: [{ Token: "def" }], id: "1" } },
    new Set(["Token"]),
  );
  expect(shown).not.toMatch(/abc|def/);
  expect(shown).toContain('"id": "1"');
});
