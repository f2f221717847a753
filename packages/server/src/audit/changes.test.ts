import { describe, expect, it } from "vitest";
import { changesBetween } from "./changes.js";

const values = (all: { [name: string]: string | null }) => new Map(Object.entries(all));

describe("changes", () => {
  it("are what was added, altered and removed, and nothing else", () => {
    expect(
      changesBetween(
        values({ same: "1", altered: "a", removed: "x" }),
        values({ same: "1", altered: "b", added: "y" }),
      ),
    ).toEqual([
      { name: "added", old: null, new: "y" },
      { name: "altered", old: "a", new: "b" },
      { name: "removed", old: "x", new: null },
    ]);
  });

  it("take a value that is unset for one that is not there", () => {
    expect(changesBetween(values({ host: null }), values({}))).toEqual([]);
  });

  it("hide values whose name sounds like a secret, and still show that they were set or removed", () => {
    for (const name of ["i2cp.password", "PASSWD", "my.secret", "api_token", "privateKey", "credentials"])
      expect(changesBetween(values({ [name]: "canary" }), values({ [name]: "canary2" }))).toEqual([
        { name, old: "(hidden)", new: "(hidden)" },
      ]);
    expect(changesBetween(values({}), values({ token: "canary" }))).toEqual([
      { name: "token", old: null, new: "(hidden)" },
    ]);
  });

  it("are bounded in number and in length", () => {
    const many = new Map(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, "v".repeat(60_000)]));
    const shown = changesBetween(new Map(), many);
    expect(shown).toHaveLength(51);
    expect(shown.at(-1)?.name).toBe("and 4950 more");
    expect(JSON.stringify(shown).length).toBeLessThan(20_000);
  });
});
