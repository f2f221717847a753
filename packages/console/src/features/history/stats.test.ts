import { expect, it } from "vitest";
import { makeFormat } from "../../format.js";
import { loadMainTexts } from "../../texts/language.js";
import { countSteps } from "./graph-style.js";
import { shownAs } from "./stats.js";

const format = makeFormat("en", await loadMainTexts("en"));

it.each(["router.activePeers", "router.fastPeers", "netDb.knownPeers", "tunnel.participatingTunnels"])(
  "a mean of %s is shown as a whole number",
  (stat) => {
    expect(shownAs(stat, format)(5.5)).toMatch(/^[56]$/);
    expect(shownAs(stat, format)(1_234.4)).toBe("1,234");
  },
);

it("an axis of peers or tunnels has whole numbers only", () => {
  expect(countSteps.filter((step) => !Number.isInteger(step))).toEqual([]);
});

it("a rate is shown with its unit", () => {
  expect(shownAs("bw.sendRate", format)(7.5 * 1024)).toBe("7.5\u00a0KiB/s");
});
