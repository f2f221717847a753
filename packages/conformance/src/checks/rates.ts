import { type Asking, ask, asking, call, type Level, must, should } from "../check/check.js";
import {
  anyError,
  error,
  errorCodeOf,
  resultOf,
  summary,
  that,
  Unsupported,
  type View,
  type Want,
} from "../check/want.js";
import { s43, silent } from "../spec/clause.js";
import { textOfNumber } from "../spec/kinds.js";
import { type Json, Num, show } from "../wire/json.js";

const SINGLE = s43("result: object with a single number (double).");

/** The rate in a result, under either of its names. */
const rateOf = (view: View) => resultOf(view)?.["Result"] ?? resultOf(view)?.["Rate"];

/** Names of statistics are not in the specification: an error about this one says that the server lacks it. */
const rate = (says: string, judge: (view: View) => string | undefined) =>
  ask(
    call("GetRate", { Stat: "bw.sendRate", Period: 60_000 }),
    that(says, (view) => {
      const code = errorCodeOf(view);
      if (code !== undefined && !AUTH_CODES.includes(code))
        return new Unsupported(`bw.sendRate over 60000 ms: error ${code}`);
      return resultOf(view) === undefined ? `got ${summary(view)}` : judge(view);
    }),
  );

/** Errors that say nothing about the statistic. */
const AUTH_CODES: readonly number[] = [-32002, -32003, -32004];

const refuses = (
  id: string,
  says: string,
  params: { readonly [name: string]: string | number | object | null },
  want: Want,
  level: Level = "MUST",
): Asking =>
  asking(
    level,
    `rates.${id}`,
    says,
    level === "MUST"
      ? s43(
          "params: `Token`; `Stat` (string, name of a router rate statistic); `Period` (long, milliseconds).",
        )
      : silent("Accepted `Stat` names and bounds of `Period`: not shown. (section 4.3)"),
    ask(call("GetRate", params), want),
  );

const BAD = error(-32602);

const badPeriod = (
  name: string,
  says: string,
  Period: string | number | object,
  want = BAD,
  level?: Level,
): Asking => refuses(`period.${name}`, says, { Stat: "bw.sendRate", Period }, want, level);

/** A number, also inside a string. */
const isNumber = (value: Json): boolean => /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(textOfNumber(value) ?? "");

export const RATES: readonly Asking[] = [
  must(
    "rates.number",
    "A rate is a number that is not negative.",
    SINGLE,
    rate("Result or Rate: a number", (view) => {
      const value = rateOf(view);
      const written = value instanceof Num ? value.text : value;
      return typeof written === "string" && /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(written)
        ? undefined
        : `got ${summary(view)}`;
    }),
  ),
  must(
    "rates.type",
    "A rate is a JSON number, not a string.",
    SINGLE,
    rate("a number outside of quotes", (view) =>
      typeof rateOf(view) === "string" ? `it is ${show(rateOf(view))}` : undefined,
    ),
  ),
  must(
    "rates.single",
    "The result holds one number.",
    SINGLE,
    rate("one number", (view) => {
      const names = Object.entries(resultOf(view) ?? {})
        .filter(([, value]) => isNumber(value))
        .map(([name]) => name);
      return names.length === 1 ? undefined : `it holds ${names.join(", ") || "none"}`;
    }),
  ),
  should(
    "rates.name",
    "The number is called `Result`.",
    s43("The field is named `Result` in the primary description; variants show it as `Rate`."),
    rate("the name Result", (view) =>
      "Result" in (resultOf(view) ?? {}) ? undefined : `got ${summary(view)}`,
    ),
  ),
  should(
    "rates.double",
    "A double is written with a fraction: 0.0, not 0. Clients in the field tell the types apart by it.",
    SINGLE,
    rate("a fraction", (view) => {
      const value = rateOf(view);
      return value instanceof Num && !/[.eE]/.test(value.text) ? `it is ${value.text}` : undefined;
    }),
  ),
  refuses(
    "stat.unknown",
    "There is no number for a name that no statistic can have.",
    { Stat: "this is a sentence, not a statistic!", Period: 60_000 },
    that("an error, or a result without a number", (view) =>
      Object.values(resultOf(view) ?? {}).some(isNumber) ? `got ${summary(view)}` : undefined,
    ),
    "SHOULD",
  ),
  refuses("stat.missing", "A call without `Stat` is refused.", { Period: 60_000 }, BAD),
  refuses("stat.number", "A number as `Stat` is refused.", { Stat: 1, Period: 60_000 }, BAD),
  refuses("stat.null", "A `Stat` that is null is refused.", { Stat: null, Period: 60_000 }, BAD),
  refuses("period.missing", "A call without `Period` is refused.", { Stat: "bw.sendRate" }, BAD, "SHOULD"),
  badPeriod("text", "A word as `Period` is refused.", "long"),
  badPeriod("object", "An object as `Period` is refused.", {}),
  badPeriod("zero", "A `Period` of 0 is refused.", 0, anyError, "SHOULD"),
  badPeriod("negative", "A negative `Period` is refused.", -60_000, anyError, "SHOULD"),
];
