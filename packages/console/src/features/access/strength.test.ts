import { describe, expect, it } from "vitest";
import { strength } from "./strength.js";

describe("the strength of a password", () => {
  it.each([
    "",
    "password",
    "P4ssw0rd!",
    "itoopie",
    "12345678901234567890",
    "aaaaaaaaaaaaaaaaaaaa",
    "abcdefghijklmnop",
  ])("is zero for %j, which is guessed at once", (password) => {
    expect(strength(password)).toBe(0);
  });

  it("grows with length", () => {
    const levels = ["heron", "heron-tide", "heron-tide-lamp", "heron tide lamp copper nine"].map(strength);
    expect(levels).toEqual([...levels].sort());
    expect(new Set(levels).size).toBeGreaterThan(2);
    expect(levels.at(-1)).toBe(4);
  });

  it("grows with more classes of characters", () => {
    expect(strength("kd8XqT!2vbN")).toBeGreaterThan(strength("kdzxqtmsvbn"));
  });
});
