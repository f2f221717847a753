import { describe, expect, it } from "vitest";
import { parseTunnels } from "./ini.js";

const names = (text: string) => parseTunnels(text).sections.map(({ name }) => name);

describe("a file of tunnels", () => {
  it("is read as i2pd reads it", () => {
    const text =
      "loose = 1\n[ a.b ]x\r\n type= client \n# [no]\n;k = v\nkeys = a # b\n[empty]\n[empty]\nx = =\n";
    const { sections, fault } = parseTunnels(text);
    expect(fault).toBeUndefined();
    expect(sections).toEqual([
      {
        name: "a.b",
        values: new Map([
          ["type", "client"],
          ["keys", "a # b"],
        ]),
        lines: [1, 6],
      },
      { name: "empty", values: new Map([["x", "="]]), lines: [7, 9] },
    ]);
    expect(names("[br]ack]\ntype = client")).toEqual(["br"]);
    expect(names("")).toEqual([]);
    // For people: i2pd runs none of them.
    expect(names("[a]\nx=1\nbad\n[b]\nx=1")).toEqual(["a", "b"]);
  });

  it.each([
    ["[a]\nx=1\n[a]\ny=1", 'line 3: the section "a" is there twice'],
    ["a = 1\n[a]\nx=1", 'line 2: the section "a" is there twice'],
    ["[a]\nx=1\nx=2", 'line 3: "x" is there twice'],
    ["[a\nx=1", 'line 1: "[" without "]"'],
    ["[a]\nx=1\nport 80\n", 'line 3: no "=" in it'],
    ["[a]\n=1", 'line 2: nothing before "="'],
  ])("is not taken at all: %j", (text, fault) => {
    expect(parseTunnels(text).fault).toBe(fault);
  });
});
