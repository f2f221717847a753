import { expect, it } from "vitest";
import { withFewNew } from "./few-new-rows.js";

const shown = (...given: Parameters<typeof withFewNew>) => [...withFewNew(...given)].sort().join("");

it("rows that are shown stay, and few others are added, those that are named first", () => {
  expect(shown([..."abcdef"], new Set(), 2)).toBe("ab");
  expect(shown([..."abcdef"], new Set("cf"), 2)).toBe("abcf");
  expect(shown([..."abcdef"], new Set("abcd"), 4)).toBe("abcdef");
  expect(shown([..."cdef"], new Set("abcd"), 0)).toBe("cd");
});
