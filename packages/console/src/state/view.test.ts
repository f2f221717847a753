import { describe, expect, it } from "vitest";
import { paramsOf, viewOf } from "./view.js";

const read = (query: string) => viewOf(new URLSearchParams(query));

describe("the view in the address", () => {
  it.each([
    ["range=6h", { span: 21_600_000 }],
    ["from=1700000000000&to=1700000600000", { from: 1_700_000_000_000, span: 600_000 }],
  ])("%s is read, and written the same", (query, view) => {
    expect(read(query)).toEqual(view);
    expect(paramsOf(view).toString()).toBe(query);
  });

  it.each([
    "",
    "range=2h",
    "range=constructor",
    "from=1&to=2",
    "from=5&to=4",
    "from=a&to=b",
    "from=1.5&to=99999",
  ])("%j is not a view", (query) => {
    expect(read(query)).toBeUndefined();
  });
});
