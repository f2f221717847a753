import { Double } from "../../reference/methods.js";
import { answers, lets, type Mutant, mutant } from "./mutant.js";

const ZERO = { Result: new Double(0) };

export const RATES: readonly Mutant[] = [
  mutant(
    "rate-empty",
    "answers GetRate with an empty result",
    "rates.number",
    answers("GetRate", () => ({})),
  ),
  mutant(
    "rate-null",
    "answers null for a rate",
    "rates.number",
    answers("GetRate", () => ({ Result: null })),
  ),
  mutant(
    "rate-word",
    "answers a word for a rate",
    "rates.number",
    answers("GetRate", () => ({ Result: "fast" })),
  ),
  mutant(
    "rate-negative",
    "answers a negative rate",
    "rates.number",
    answers("GetRate", () => ({ Result: new Double(-1.5) })),
  ),
  mutant(
    "rate-object",
    "answers a rate inside another object",
    "rates.number",
    answers("GetRate", (result) => ({ Result: result })),
  ),
  mutant(
    "rate-string",
    "answers a rate as a string",
    "rates.type",
    answers("GetRate", () => ({ Result: "900.0" })),
  ),
  mutant(
    "rate-two",
    "answers the period beside the rate",
    "rates.single",
    answers("GetRate", (result) => ({ ...result, Period: 1 })),
  ),
  mutant(
    "rate-both-names",
    "answers the rate under both names",
    "rates.single",
    answers("GetRate", (result) => ({ ...result, Rate: result["Result"] })),
  ),
  mutant(
    "rate-name",
    "calls the rate Rate",
    "rates.name",
    answers("GetRate", (result) => ({ Rate: result["Result"] })),
  ),
  mutant(
    "rate-small-name",
    "calls the rate result",
    ["rates.number", "rates.name"],
    answers("GetRate", (result) => ({ result: result["Result"] })),
  ),
  mutant(
    "rate-whole",
    "writes a rate without a fraction",
    "rates.double",
    answers("GetRate", () => ({ Result: 900 })),
  ),
  mutant(
    "rate-unknown-stat",
    "answers 0 for any statistic",
    "rates.stat.unknown",
    lets("GetRate", ({ Stat }) => Stat !== "bw.sendRate", ZERO),
  ),
  mutant(
    "rate-no-stat",
    "answers 0 without Stat",
    "rates.stat.missing",
    lets("GetRate", ({ Stat }) => Stat === undefined, ZERO),
  ),
  mutant(
    "rate-number-stat",
    "takes a number as Stat",
    "rates.stat.number",
    lets("GetRate", ({ Stat }) => typeof Stat === "number", ZERO),
  ),
  mutant(
    "rate-null-stat",
    "takes null as Stat",
    "rates.stat.null",
    lets("GetRate", ({ Stat }) => Stat === null, ZERO),
  ),
  mutant(
    "rate-no-period",
    "takes a period of its own without Period",
    "rates.period.missing",
    lets("GetRate", ({ Period }) => Period === undefined, ZERO),
  ),
  mutant(
    "rate-word-period",
    "takes a word as Period",
    "rates.period.text",
    lets("GetRate", ({ Period }) => typeof Period === "string", ZERO),
  ),
  mutant(
    "rate-object-period",
    "takes an object as Period",
    "rates.period.object",
    lets("GetRate", ({ Period }) => typeof Period === "object", ZERO),
  ),
  mutant(
    "rate-zero-period",
    "takes a period of 0",
    "rates.period.zero",
    lets("GetRate", ({ Period }) => Period === 0, ZERO),
  ),
  mutant(
    "rate-negative-period",
    "takes a negative period",
    "rates.period.negative",
    lets("GetRate", ({ Period }) => Number(Period) < 0, ZERO),
  ),
];
