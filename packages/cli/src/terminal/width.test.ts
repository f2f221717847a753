import { styleText } from "node:util";
import { describe, expect, it } from "vitest";
import { tableText } from "./width.js";

describe("A table", () => {
  it("holds its columns with wide characters, colours and cells that are missing or empty", () => {
    const red = styleText("red", "away", { validateStream: false });
    expect(tableText([["name", "state", "site"], ["路由", red, ""], ["b"], ["", "x\ny", "ams"]])).toBe(
      `name  state  site\n路由  ${red}\nb\n      x y    ams`,
    );
    expect(tableText([])).toBe("");
  });

  it("may have as many rows as a fleet has nodes", () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => [`node-${n}`, "online", "1 KB/s in", "site=ams"]);
    const lines = tableText(rows).split("\n");
    expect(lines).toHaveLength(rows.length);
    expect(lines.at(-1)).toBe("node-49999  online  1 KB/s in  site=ams");
  });
});
