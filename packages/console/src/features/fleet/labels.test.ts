import { expect, it } from "vitest";
import { parseLabelChanges } from "./labels.js";

it("Changes of labels set and remove them, and no part of them is passed over", () => {
  expect(parseLabelChanges("site=ams, rack=")).toEqual({ site: "ams", rack: null });
  expect(parseLabelChanges("")).toEqual({});
  for (const bad of ["Bad Label==", "site=ams, x==", "=", "site"])
    expect(parseLabelChanges(bad)).toBe(undefined);
});
