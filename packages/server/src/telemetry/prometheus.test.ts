import { describe, expect, it } from "vitest";
import { FORMATS, type Sample, writePage } from "./prometheus.js";
import { RequestMeter } from "./request-meter.js";

const page = (of: () => Iterable<Sample>, counter?: true) =>
  writePage({ meter: new RequestMeter(), tokens: { open: () => [] }, version: "1" }, FORMATS[0], {}, (add) =>
    add(
      {
        good: { help: "Good.", of: () => [[{}, 1]] },
        bad: { help: "Bad.", of, ...(counter && { counter }) },
      },
      {},
    ),
  );

describe("a page of metrics", () => {
  it.each<[string, () => Iterable<Sample>, true?]>([
    [
      "throws",
      () => {
        throw new Error("no figures");
      },
    ],
    [
      "is infinite",
      () => [
        [{ n: "1" }, 1],
        [{ n: "2" }, Number.POSITIVE_INFINITY],
      ],
    ],
    ["is not a number", () => [[{}, Number.NaN]]],
    ["counts down", () => [[{}, -5]], true],
  ])("leaves out a metric that %s, says so, and has the others", async (_what, of, counter) => {
    const text = await page(of, counter);
    expect(text).toMatch(/^good 1$/m);
    expect(text).toMatch(/^pilothouse_build_info/m);
    expect(text).toMatch(/^pilothouse_metrics_left_out 1$/m);
    expect(text).not.toContain("bad");
  });
});
