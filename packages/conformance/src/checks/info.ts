import { type Asking, ask, call, must, should } from "../check/check.js";
import { svc } from "../check/setting.js";
import { aloneAndTogether } from "../check/together.js";
import { field, has, hasNot, mayHave, only, result, that, type View } from "../check/want.js";
import { s23, s31, s42, silent } from "../spec/clause.js";
import { INFO_KEYS, INFO_NAMES, type InfoKey } from "../spec/keys.js";
import { type FieldType, text, textOfNumber } from "../spec/kinds.js";
import { type Json, Num, show } from "../wire/json.js";

const emptyFor = (keys: readonly InfoKey[]) => Object.fromEntries(keys.map((key) => [svc(key), ""]));
const ALL = emptyFor(INFO_NAMES);
const TYPED = s42("result: object with one entry per requested key, typed as in section 2.3.");
const ANY_TYPE =
  "Some fields may arrive as numbers or as strings depending on the implementation version; clients must accept both.";
const VERSION = "svc.router.version";
const version = INFO_KEYS["router.version"];

/** The keys of section 2.3 that are in a result, with their values. */
const found = (view: View) =>
  INFO_NAMES.flatMap((key) => {
    const value = field(view, svc(key));
    return value === undefined ? [] : [{ key, value, kind: INFO_KEYS[key] }];
  });

const isOfType = (value: Json, type: FieldType | undefined): boolean =>
  type === "string" || type === "boolean" ? typeof value === type : value instanceof Num;
const hasFraction = (value: Json): boolean => /[.eE]/.test(textOfNumber(value) ?? "");

/** Asks for everything. Some values are wrong, by the type that each should have. */
const typed = (says: string, wrong: (value: Json, type: FieldType | undefined) => boolean) =>
  ask(
    call("RouterInfo", ALL),
    result,
    that(says, (view) => {
      const bad = found(view).filter(({ value, kind }) => wrong(value, kind.type));
      return bad.length === 0
        ? undefined
        : bad.map(({ key, value }) => `${svc(key)} is ${show(value)}`).join("; ");
    }),
  );

/** A key asks with any value. */
const value = (name: string, given: string | number | boolean | null | object): Asking =>
  must(
    `info.value.${name}`,
    `A key is answered when it is asked for with ${JSON.stringify(given)}.`,
    s42("plus any of the keys of section 2.3, each with any value (an empty string is used)."),
    ask(call("RouterInfo", { [VERSION]: given }), mayHave(VERSION, version)),
  );

/** The text of a key, which has something in it. */
const textWith = (name: string, says: string, part: RegExp) =>
  ask(
    call("RouterInfo", { [name]: "" }),
    mayHave(name, text),
    that(says, (view) => {
      const value = field(view, name);
      return typeof value === "string" && part.test(value) ? undefined : `it is ${show(value)}`;
    }),
  );

const clauseOf = (key: InfoKey) =>
  key === "router.net.status"
    ? s31("Network status codes (`svc.router.net.status`) … 0 | OK … 14 | ERROR_UDP_DISABLED_AND_TCP_UNSET")
    : s23(`\`${svc(key)}\` | ${INFO_KEYS[key].type} … ${ANY_TYPE}`);

export const INFO: readonly Asking[] = [
  ...INFO_NAMES.map((key) =>
    must(
      `info.${key.slice("router.".length)}`,
      `${svc(key)} is ${INFO_KEYS[key].says}.`,
      clauseOf(key),
      ask(call("RouterInfo", { [svc(key)]: "" }), mayHave(svc(key), INFO_KEYS[key])),
    ),
  ),
  must(
    "info.requested",
    "Keys that come back alone come back when all are asked for.",
    TYPED,
    ...aloneAndTogether(INFO_NAMES, (...keys) => call("RouterInfo", emptyFor(keys))),
  ),
  should(
    "info.numbers",
    "Each value has its own type in JSON: no number or boolean is inside a string, and no string is a number.",
    s23(ANY_TYPE),
    typed("values of the types in section 2.3", (value, type) => !isOfType(value, type)),
  ),
  should(
    "info.longs",
    "A long is written without a fraction: 3, not 3.0.",
    s23("`svc.router.uptime` | long | Uptime in milliseconds."),
    typed("no long with a fraction", (value, type) => type === "long" && hasFraction(value)),
  ),
  should(
    "info.doubles",
    "A double is written with a fraction: 0.0, not 0. Clients in the field tell the types apart by it.",
    s23("`svc.router.net.bw.inbound.1s` | double | Current inbound bandwidth, bytes per second."),
    typed("no double without a fraction", (value, type) => type === "double" && !hasFraction(value)),
  ),
  must(
    "info.only",
    "Only the keys that were asked for come back.",
    s42("Only the requested keys are returned."),
    ask(call("RouterInfo", { [VERSION]: "" }), result, only(VERSION)),
    ask(call("RouterInfo", ALL), only(...INFO_NAMES.map(svc))),
  ),
  must(
    "info.two",
    "Two keys that come back alone come back together as well.",
    TYPED,
    ask(call("RouterInfo", { [VERSION]: "" }), mayHave(VERSION, version)),
    ask(
      call("RouterInfo", { "svc.router.uptime": "" }),
      mayHave("svc.router.uptime", INFO_KEYS["router.uptime"]),
    ),
    ask(
      call("RouterInfo", { [VERSION]: "", "svc.router.uptime": "" }),
      has(VERSION, version),
      has("svc.router.uptime", INFO_KEYS["router.uptime"]),
      only(VERSION, "svc.router.uptime"),
    ),
  ),
  value("null", null),
  value("text", "null"),
  value("true", true),
  value("false", false),
  value("zero", 0),
  value("object", {}),
  should(
    "info.none",
    "A call that asks for no key is answered with an empty result.",
    s42("Only the requested keys are returned."),
    ask(call("RouterInfo"), result, only()),
  ),
  should(
    "info.unknown",
    "An unknown key is left out, and the others are answered.",
    silent("Keys that section 2.3 does not list: not shown. Clients ask every server for the keys of all."),
    ask(
      call("RouterInfo", { "svc.router.no.such.key": "", [VERSION]: "" }),
      has(VERSION, version),
      hasNot("svc.router.no.such.key"),
    ),
  ),
  should(
    "info.prototype",
    "`constructor` is an unknown key.",
    s42("Only the requested keys are returned."),
    ask(call("RouterInfo", { constructor: "", [VERSION]: "" }), hasNot("constructor")),
  ),
  should(
    "info.status.words",
    "The status is text for people, not a code.",
    s23("`svc.router.status` | string | Free-format, translated status text for display."),
    textWith("svc.router.status", "letters in it", /\p{L}/u),
  ),
  should(
    "info.version.number",
    "The version holds a number with dots.",
    s23("`svc.router.version` | string | Full router version."),
    textWith(VERSION, "a number with dots in it", /\d+\.\d+/),
  ),
  must(
    "info.uptime.milliseconds",
    "The uptime counts milliseconds, and goes forward.",
    s23("`svc.router.uptime` | long | Uptime in milliseconds."),
    {
      ...ask(
        call("RouterInfo", { "svc.router.uptime": "" }),
        mayHave("svc.router.uptime", INFO_KEYS["router.uptime"]),
      ),
      keep: { UPTIME: "svc.router.uptime" },
    },
    {
      ...ask(
        call("RouterInfo", { "svc.router.uptime": "" }),
        that("an uptime that has grown by the time between, give or take a second", (view) => {
          const now = field(view, "svc.router.uptime");
          const [before, pause] = [Number(view.variables["UPTIME"]), Number(view.variables["SETTLE"])];
          const grown = Number(now instanceof Num ? now.text : now) - before;
          // Some routers count whole seconds, some services look at their router only now and then.
          return grown >= Math.min(pause / 4, 1_000)
            ? undefined
            : `it has grown by ${grown} in over ${pause} ms`;
        }),
      ),
      pause: "settle",
      again: true,
    },
  ),
];
