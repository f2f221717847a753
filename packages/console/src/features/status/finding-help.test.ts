import { FINDING_KEYS, findingDefinition } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { helpFor } from "./finding-help.js";

describe("the help with a finding", () => {
  it("is there for everything that is listed as to be done", () => {
    const listed = FINDING_KEYS.filter((key) =>
      ["warning", "problem"].includes(findingDefinition(key).level),
    );
    expect(listed.length).toBeGreaterThan(20);
    const without = listed.filter((key) => {
      const { pages = [], command } = helpFor(key);
      return findingDefinition(key).action === undefined && pages.length === 0 && command === undefined;
    });
    expect(without).toEqual([]);
  });

  it("is the page of its subject where nothing else is named", () => {
    expect(helpFor("logs.full")).toEqual({ pages: ["logs"] });
  });

  it("is none for what it does not know", () => {
    expect(helpFor("moon.full")).toEqual({});
    expect(helpFor("toString")).toEqual({});
  });
});
