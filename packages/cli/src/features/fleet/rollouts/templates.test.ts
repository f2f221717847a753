import { expect, it } from "vitest";
import { comparisonText } from "./templates.js";

it("A template that is for none of the nodes is told from one that all of them are as", () => {
  expect(comparisonText([], 3, "All is so.")).toBe("All is so.");
  expect(comparisonText([], 0, "All is so.")).toContain("wants nothing of any of these nodes");
  const [differences, reason] = [[{ name: "bw.in", wanted: "200", found: "100" }], null];
  const node = { name: "attic", state: "online", drift: "unapplied", differences, reason, coded: null };
  expect(comparisonText([node], 1, "All is so.")).toMatch(/attic.*bw\.in.*100.*200/s);
});
