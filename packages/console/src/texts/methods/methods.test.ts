import { METHODS } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { METHOD_TEXTS } from "./languages.js";

describe("the texts of methods", () => {
  it.each(Object.entries(METHOD_TEXTS))(
    "are there for every method, in %s, and not the English ones",
    async (_, load) => {
      const texts: { readonly [name: string]: string } = await load();
      expect(Object.keys(texts).sort()).toEqual(Object.keys(METHODS).sort());
      const english = new Set(Object.values(METHODS).map(({ says }) => says));
      for (const [name, text] of Object.entries(texts)) {
        expect(text, name).not.toBe("");
        expect(english.has(text), name).toBe(false);
      }
    },
  );

  it("keep text in backticks unchanged", async () => {
    const marked = (text: string) => (text.match(/`[^`]+`/g) ?? []).sort();
    for (const load of Object.values(METHOD_TEXTS))
      for (const [name, text] of Object.entries(await load()))
        expect(marked(text), name).toEqual(marked(METHODS[name as keyof typeof METHODS].says));
  });
});
