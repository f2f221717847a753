import { type Asking, ask, call, type Level } from "../check/check.js";
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

/** What is wrong with the values in a result, by the type of each. */
const typed = (says: string, wrong: (value: Json, type: FieldType | undefined) => boolean) =>
  that(says, (view) => {
    const bad = found(view).filter(({ value, kind }) => wrong(value, kind.type));
    return bad.length === 0
      ? undefined
      : bad.map(({ key, value }) => `${svc(key)} is ${show(value)}`).join("; ");
  });

const all = (
  id: string,
  level: Level,
  says: string,
  clause: Asking["clause"],
  want: ReturnType<typeof that>,
): Asking => ({
  id: `info.${id}`,
  level,
  says,
  clause,
  steps: [ask(call("RouterInfo", ALL), result, want)],
});

/** A key asks with any value. */
const value = (name: string, given: string | number | boolean | null | object): Asking => ({
  id: `info.value.${name}`,
  level: "MUST",
  says: `A key is answered when it is asked for with ${JSON.stringify(given)}.`,
  clause: s42("plus any of the keys of section 2.3, each with any value (an empty string is used)."),
  steps: [ask(call("RouterInfo", { [VERSION]: given }), mayHave(VERSION, version))],
});

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
  ...INFO_NAMES.map(
    (key): Asking => ({
      id: `info.${key.slice("router.".length)}`,
      level: "MUST",
      says: `${svc(key)} is ${INFO_KEYS[key].says}.`,
      clause: clauseOf(key),
      steps: [ask(call("RouterInfo", { [svc(key)]: "" }), mayHave(svc(key), INFO_KEYS[key]))],
    }),
  ),
  {
    id: "info.requested",
    level: "MUST",
    says: "Keys that come back alone come back when all are asked for.",
    clause: TYPED,
    steps: aloneAndTogether(INFO_NAMES, (...keys) => call("RouterInfo", emptyFor(keys))),
  },
  all(
    "numbers",
    "SHOULD",
    "Each value has its own type in JSON: no number or boolean is inside a string, and no string is a number.",
    s23(ANY_TYPE),
    typed("values of the types in section 2.3", (value, type) => !isOfType(value, type)),
  ),
  all(
    "longs",
    "SHOULD",
    "A long is written without a fraction: 3, not 3.0.",
    s23("`svc.router.uptime` | long | Uptime in milliseconds."),
    typed("no long with a fraction", (value, type) => type === "long" && hasFraction(value)),
  ),
  all(
    "doubles",
    "SHOULD",
    "A double is written with a fraction: 0.0, not 0. Clients in the field tell the types apart by it.",
    s23("`svc.router.net.bw.inbound.1s` | double | Current inbound bandwidth, bytes per second."),
    typed("no double without a fraction", (value, type) => type === "double" && !hasFraction(value)),
  ),
  {
    id: "info.only",
    level: "MUST",
    says: "Only the keys that were asked for come back.",
    clause: s42("Only the requested keys are returned."),
    steps: [
      ask(call("RouterInfo", { [VERSION]: "" }), result, only(VERSION)),
      ask(call("RouterInfo", ALL), only(...INFO_NAMES.map(svc))),
    ],
  },
  {
    id: "info.two",
    level: "MUST",
    says: "Two keys that come back alone come back together as well.",
    clause: TYPED,
    steps: [
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
    ],
  },
  value("null", null),
  value("text", "null"),
  value("true", true),
  value("false", false),
  value("zero", 0),
  value("object", {}),
  {
    id: "info.none",
    level: "SHOULD",
    says: "A call that asks for no key is answered with an empty result.",
    clause: s42("Only the requested keys are returned."),
    steps: [ask(call("RouterInfo"), result, only())],
  },
  {
    id: "info.unknown",
    level: "SHOULD",
    says: "An unknown key is left out, and the others are answered.",
    clause: silent(
      "Keys that section 2.3 does not list: not shown. Clients ask every server for the keys of all.",
    ),
    steps: [
      ask(
        call("RouterInfo", { "svc.router.no.such.key": "", [VERSION]: "" }),
        has(VERSION, version),
        hasNot("svc.router.no.such.key"),
      ),
    ],
  },
  {
    id: "info.prototype",
    level: "SHOULD",
    says: "`constructor` is an unknown key.",
    clause: s42("Only the requested keys are returned."),
    steps: [ask(call("RouterInfo", { constructor: "", [VERSION]: "" }), hasNot("constructor"))],
  },
  {
    id: "info.status.words",
    level: "SHOULD",
    says: "The status is text for people, not a code.",
    clause: s23("`svc.router.status` | string | Free-format, translated status text for display."),
    steps: [textWith("svc.router.status", "letters in it", /\p{L}/u)],
  },
  {
    id: "info.version.number",
    level: "SHOULD",
    says: "The version holds a number with dots.",
    clause: s23("`svc.router.version` | string | Full router version."),
    steps: [textWith(VERSION, "a number with dots in it", /\d+\.\d+/)],
  },
  {
    id: "info.uptime.milliseconds",
    level: "MUST",
    says: "The uptime counts milliseconds, and goes forward.",
    clause: s23("`svc.router.uptime` | long | Uptime in milliseconds."),
    steps: [
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
    ],
  },
];
