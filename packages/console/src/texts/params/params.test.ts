import { openRpc } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import type { Document } from "../../features/service/open-rpc.js";
import { PARAM_TEXTS } from "./languages.js";

const { methods } = openRpc("0.1.0") as unknown as Document;
const marked = (text: string) => (text.match(/`[^`]+`/g) ?? []).sort();

describe("the texts of parameters", () => {
  it.each(Object.entries(PARAM_TEXTS))(
    "are there for every parameter, in %s, with the same names in backticks",
    async (_, load) => {
      const texts = await load();
      const wanted = methods.flatMap(({ name, params }) =>
        params.filter((param) => param.name !== "Token").map((param) => ({ method: name, ...param })),
      );
      const given = Object.entries(texts).flatMap(([method, params]) =>
        Object.keys(params).map((name) => `${method} ${name}`),
      );
      expect(given.sort()).toEqual(wanted.map(({ method, name }) => `${method} ${name}`).sort());
      for (const { method, name, description = "" } of wanted) {
        const text = texts[method]?.[name] ?? "";
        expect(text, `${method} ${name}`).not.toBe("");
        expect(text, `${method} ${name}`).not.toBe(description);
        expect(marked(text), `${method} ${name}`).toEqual(marked(description));
      }
    },
  );
});
