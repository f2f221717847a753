import { describe, expect, it } from "vitest";
import { isDiskFull } from "./disk-full.js";
import { StoreError } from "./store-error.js";

describe("A full disk", () => {
  it.each([
    [Object.assign(new Error("x"), { code: "ENOSPC" }), true],
    [Object.assign(new Error("x"), { code: "EDQUOT" }), true],
    [Object.assign(new Error("x"), { code: "SQLITE_FULL" }), true],
    [new Error("database or disk is full"), true],
    [new Error("outer", { cause: Object.assign(new Error("x"), { code: "ENOSPC" }) }), true],
    [new Error("outer", { cause: new Error("inner") }), false],
    [new StoreError("nobody knows", false, { cause: new Error("database or disk is full") }), false],
    [Object.assign(new Error("x"), { code: "EIO" }), false],
    ["ENOSPC", false],
    [undefined, false],
  ])("is recognised (%#)", (error, full) => {
    expect(isDiskFull(error)).toBe(full);
  });
});
