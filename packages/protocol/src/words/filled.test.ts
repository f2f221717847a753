import { expect, it } from "vitest";
import { filled } from "./filled.js";
import { named, reason } from "./reason.js";

it("A sentence has its values, and a question mark for what is missing", () => {
  expect(filled("{a} and {b}", { a: 1, b: true })).toBe("1 and true");
  expect(filled("{a} and {b}", { a: 1 })).toBe("1 and ?");
  expect(filled("{toString}", {})).toBe("?");
});

it("A part in brackets is left out if its value is missing", () => {
  const sentence = "down[ since {at}, at last][, because {why}]";
  expect(filled(sentence, { at: "noon" })).toBe("down since noon, at last");
  expect(filled(sentence, { why: "a fault" })).toBe("down, because a fault");
  expect(filled(sentence, {})).toBe("down");
});

it("A reason is a value of another one, by its text, its code and its values", () => {
  expect(named("why", "a text", "a text")).toEqual({ why: "a text" });
  expect(named("why", reason("node.unknown", { name: "x" }), "the text")).toEqual({
    ...{ why: "the text", "why.code": "node.unknown", "why.name": "x" },
  });
});
