import { describe, expect, test } from "vitest";
import { isNewer } from "./version.js";

describe("a version", () => {
  test.each([
    ["2.10.0", "2.9.9"],
    ["2.59.1", "2.59"],
    ["3", "2.99.99"],
    ["2.13.0-4", "2.13.0-3"],
    ["2.13.0-1", "2.13.0"],
    ["2.14.0", "2.14.0-rc1"],
    ["2.14.0-rc1", "2.13.9"],
  ])("%s comes after %s, and not the other way round", (later, earlier) => {
    expect(isNewer(later, earlier)).toBe(true);
    expect(isNewer(earlier, later)).toBe(false);
  });

  test.each([
    ["2.59.0", "2.59.0"],
    ["2.59", "2.59.0"],
    ["2.59.0", "2.059.0"],
    ["2.14.0-rc2", "2.14.0-rc1"],
  ])("%s is neither newer nor older than %s", (a, b) => {
    expect(isNewer(a, b)).toBe(false);
    expect(isNewer(b, a)).toBe(false);
  });

  test.each(["", "unknown", "2..1", "2.1-", "-1", "1e3", "1.2.3.4.5.6.7"])(
    "%j cannot be compared, and that is said",
    (odd) => {
      expect(() => isNewer("99.0.0", odd)).toThrow(/whether the update is newer: ".*" is not a version\.$/);
    },
  );
});
