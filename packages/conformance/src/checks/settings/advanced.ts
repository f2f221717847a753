import { type Asking, ask, asking, call, type Level, must, should } from "../../check/check.js";
import { anyError, only, result, resultOf, summary, that, type View, type Want } from "../../check/want.js";
import { s24, s46, silent } from "../../spec/clause.js";
import { isObject, type Obj, show } from "../../wire/json.js";

type Params = { readonly [name: string]: string | number | object | null };
const settings = (params: Params) => call("AdvancedSettings", params);
const ALL = settings({ getAll: "" });
const MAP = s24("A map of setting name (string) to value (string).");
const GET = s46("`get` | string | Returns one setting inside a `get` result object.");
const GET_ALL = s46("`getAll` | n/a | Returns the complete configuration map inside `getAll`.");
const SET = s46("`set` | map string to string | Updates the supplied settings; other keys are kept.");
const SET_ALL = s46(
  "`setAll` | map string to string | Destructive: replaces all settings and removes keys not supplied.",
);
const CASE = s46("Parameter names are case-sensitive, in the lower camel-case shown.");

const mapOf = (view: View, name: string): Obj | undefined => {
  const map = resultOf(view)?.[name];
  return isObject(map) ? map : undefined;
};

/** The whole map, with this in it; without a value, the name must be gone. */
const all = (name: string, value?: string): Want =>
  that(value === undefined ? `getAll without ${name}` : `getAll with ${name} as ${value}`, (view) => {
    const map = mapOf(view, "getAll");
    if (map === undefined) return `got ${summary(view)}`;
    const fill = (text: string) => view.variables[text.slice(1)] ?? text;
    const found = map[fill(name)];
    // What was set and is removed may show the value that the router has by itself.
    const isGone = found === undefined || (name === "$PROBE" && found !== view.variables["FIRST"]);
    if (value === undefined) return isGone ? undefined : `${name} is still ${show(found)}`;
    return found === fill(value)
      ? undefined
      : `${name}: wanted ${JSON.stringify(fill(value))}, got ${show(found)}`;
  });

/** One setting, as `get` answers it. */
const one = (name: string, value: string): Want =>
  that(`get with ${name} as ${value}`, (view) => {
    const fill = (text: string) => view.variables[text.slice(1)] ?? text;
    const found = mapOf(view, "get")?.[fill(name)];
    return found === fill(value) ? undefined : `got ${summary(view)}`;
  });

/** The map is the same as before, but for the setting that the kit changes. */
const othersKept = that("all other settings as they were", (view) => {
  const map = mapOf(view, "getAll");
  if (map === undefined) return `got ${summary(view)}`;
  const before = JSON.parse(view.variables["SNAPSHOT"] ?? "{}") as { readonly [name: string]: string };
  const lost = Object.keys(before).filter(
    (name) => name !== view.variables["PROBE"] && show(map[name]) !== JSON.stringify(before[name]),
  );
  return lost.length === 0 ? undefined : `changed or gone: ${lost.slice(0, 5).join(", ")}`;
});

const writes = (
  id: string,
  level: Level,
  says: string,
  clause: Asking["clause"],
  ...steps: Asking["steps"]
): Asking => ({ ...asking(level, `advanced.${id}`, says, clause, ...steps), probe: true });

const FIRST = settings({ set: { $PROBE: "$FIRST" } });
const SECOND = settings({ set: { $PROBE: "$SECOND" } });
/** The variable is a whole map, so it has no quotes. */
const setAll = (map: string) => ({
  method: "AdvancedSettings",
  body: `{"jsonrpc":"2.0","id":$ID,"method":"AdvancedSettings","params":{"setAll":${map},"Token":"$TOKEN"}}`,
});

/** A bad request, after which the setting is as it was. */
const refuses = (id: string, says: string, params: Params, level: Level = "MUST"): Asking =>
  writes(
    id,
    level,
    says,
    MAP,
    ask(FIRST, result),
    ask(settings(params), anyError),
    ask(ALL, all("$PROBE", "$FIRST"), othersKept),
  );

/** A parameter in other letters is another parameter, and writes nothing. */
const wrongCase = (id: string, name: string, level: Level, clause = CASE): Asking =>
  writes(
    `case.${id}`,
    level,
    `\`${name}\` is not \`${name[0]?.toLowerCase()}${name.slice(1)}\`: it changes nothing.`,
    clause,
    ask(FIRST, result),
    ask(settings({ [name]: { $PROBE: "$SECOND" } })),
    ask(ALL, all("$PROBE", "$FIRST"), othersKept),
  );

export const ADVANCED: readonly Asking[] = [
  must(
    "advanced.getAll",
    "getAll answers with all settings.",
    GET_ALL,
    ask(
      ALL,
      that("getAll: an object", (view) =>
        mapOf(view, "getAll") === undefined ? `got ${summary(view)}` : undefined,
      ),
    ),
  ),
  must(
    "advanced.strings",
    "Every setting is a string.",
    MAP,
    ask(
      ALL,
      result,
      that("strings only", (view) => {
        const wrong = Object.entries(mapOf(view, "getAll") ?? {}).find(
          ([, value]) => typeof value !== "string",
        );
        return wrong === undefined ? undefined : `${wrong[0]} is no string`;
      }),
    ),
  ),
  should(
    "advanced.getAll.only",
    "A reply to getAll holds getAll and nothing else.",
    GET_ALL,
    ask(ALL, result, only("getAll")),
  ),
  should(
    "advanced.get.unknown",
    "An unknown setting has no value, and asking for it does not make one.",
    silent("What `get` answers for a name that is not set: not shown."),
    ask(
      settings({ get: "i2pcontrol.conformance.none" }),
      that("no value", (view) => {
        const value = mapOf(view, "get")?.["i2pcontrol.conformance.none"];
        return typeof value === "string" && value !== "" ? `it is ${show(value)}` : undefined;
      }),
    ),
    ask(ALL, all("i2pcontrol.conformance.none")),
  ),
  should("advanced.get.number", "A number as name is refused.", GET, ask(settings({ get: 1 }), anyError)),
  should(
    "advanced.get.prototype",
    "`constructor` is the name of a setting like any other.",
    GET,
    ask(
      settings({ get: "constructor" }),
      that("no value but a string or null", (view) => {
        const value = mapOf(view, "get")?.["constructor"];
        return value === undefined || value === null || typeof value === "string"
          ? undefined
          : `it is ${show(value)}`;
      }),
    ),
  ),
  writes(
    "set",
    "MUST",
    "A setting reads as it was set.",
    SET,
    ask(FIRST, result),
    ask(ALL, all("$PROBE", "$FIRST")),
  ),
  writes(
    "get",
    "MUST",
    "get answers with one setting by its name.",
    GET,
    ask(FIRST, result),
    ask(settings({ get: "$PROBE" }), one("$PROBE", "$FIRST")),
  ),
  writes(
    "get.only",
    "SHOULD",
    "get answers with that setting alone.",
    GET,
    ask(FIRST, result),
    ask(
      settings({ get: "$PROBE" }),
      only("get"),
      that("one setting", (view) => {
        const names = Object.keys(mapOf(view, "get") ?? {});
        return names.length === 1 ? undefined : `there are ${names.length}`;
      }),
    ),
  ),
  writes(
    "set.again",
    "MUST",
    "A setting can be set again.",
    SET,
    ask(FIRST, result),
    ask(SECOND, result),
    ask(ALL, all("$PROBE", "$SECOND")),
  ),
  writes(
    "set.others",
    "MUST",
    "set keeps all other settings.",
    SET,
    ask(FIRST, result),
    ask(ALL, othersKept),
  ),
  writes(
    "set.empty",
    "SHOULD",
    "The result of set is an empty object.",
    s46("result: object; empty for `set`."),
    ask(
      FIRST,
      result,
      that("an empty result", (view) =>
        Object.keys(resultOf(view) ?? {}).length === 0 ? undefined : `got ${summary(view)}`,
      ),
    ),
  ),
  writes(
    "setAll",
    "MUST",
    "setAll sets what it supplies.",
    SET_ALL,
    ask(setAll("$MAP_WITH_PROBE"), result),
    ask(ALL, all("$PROBE", "$SECOND"), othersKept),
  ),
  writes(
    "setAll.removes",
    "MUST",
    "setAll removes what it does not supply.",
    SET_ALL,
    ask(FIRST, result),
    ask(setAll("$MAP_WITHOUT_PROBE"), result),
    ask(ALL, all("$PROBE"), othersKept),
  ),
  refuses("refuse.number", "A number as value is refused, and nothing changes.", { set: { $PROBE: 1 } }),
  refuses("refuse.object", "An object as value is refused, and nothing changes.", { set: { $PROBE: {} } }),
  refuses("refuse.text", "set with a string is refused, and nothing changes.", { set: "$PROBE" }),
  refuses("refuse.array", "set with an array is refused, and nothing changes.", { set: ["$PROBE"] }),
  refuses("refuse.setAll", "setAll with a string is refused, and nothing changes.", { setAll: "$PROBE" }),
  refuses("refuse.setAll.number", "setAll with a number as value is refused, and nothing changes.", {
    setAll: { $PROBE: 1 },
  }),
  refuses(
    "atomic",
    "When one value is bad, the others of the request are not saved.",
    { set: { $PROBE: "$SECOND", "i2pcontrol.conformance.other": 1 } },
    "SHOULD",
  ),
  wrongCase(
    "set",
    "Set",
    "SHOULD",
    s46("Parameter names are case-sensitive … Variant descriptions write `Set` with a capital"),
  ),
  wrongCase("setall", "SetAll", "MUST"),
  must(
    "advanced.case.getall",
    "`getall` is not `getAll`.",
    CASE,
    ask(
      settings({ getall: "" }),
      that("no map of settings", (view) =>
        Object.values(resultOf(view) ?? {}).some(isObject) ? `got ${summary(view)}` : undefined,
      ),
    ),
  ),
];
