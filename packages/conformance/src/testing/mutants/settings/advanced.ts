import { type Params, Refusal, type Value } from "../../../reference/behaviour.js";
import { answers, given, type Mutant, method, mutant, rightMethods } from "../mutant.js";

const right = rightMethods["AdvancedSettings"];
const PROBE = "i2pcontrol.conformance";
const mapOf = (value: Value): { readonly [name: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Params) : {};

/** Something that should be refused is ignored. */
const ignores = (when: (params: Params) => boolean) =>
  given("AdvancedSettings", (params) => (when(params) ? { Token: params["Token"] } : params));
const renamed = (from: string, to: string) =>
  given("AdvancedSettings", (params) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name === from ? to : name, value])),
  );
/** Values that are no strings are written as text. */
const asText = (verb: "set" | "setAll", when: (value: Value) => boolean) =>
  given("AdvancedSettings", (params) =>
    Object.values(mapOf(params[verb])).some(when)
      ? {
          ...params,
          [verb]: Object.fromEntries(
            Object.entries(mapOf(params[verb])).map(([name, value]) => [name, String(value)]),
          ),
        }
      : params,
  );

export const ADVANCED: readonly Mutant[] = [
  mutant(
    "advanced-list",
    "answers getAll with a list",
    "advanced.getAll",
    answers("AdvancedSettings", (result) =>
      "getAll" in result ? { getAll: Object.entries(mapOf(result["getAll"])) } : result,
    ),
  ),
  mutant(
    "advanced-bare",
    "answers the settings without getAll around them",
    "advanced.getAll",
    answers("AdvancedSettings", (result) => ("getAll" in result ? result["getAll"] : result)),
  ),
  mutant(
    "advanced-numbers",
    "answers some settings as numbers",
    "advanced.strings",
    answers("AdvancedSettings", (result) =>
      "getAll" in result ? { getAll: { ...mapOf(result["getAll"]), share: 50 } } : result,
    ),
  ),
  mutant(
    "advanced-null",
    "answers a setting that is null",
    "advanced.strings",
    answers("AdvancedSettings", (result) =>
      "getAll" in result ? { getAll: { ...mapOf(result["getAll"]), share: null } } : result,
    ),
  ),
  mutant(
    "advanced-more",
    "answers more than getAll",
    "advanced.getAll.only",
    answers("AdvancedSettings", (result) => ({ ...result, SettingsSaved: false })),
  ),
  mutant(
    "advanced-get-bare",
    "answers get with only the value",
    "advanced.get",
    answers("AdvancedSettings", (result) =>
      "get" in result ? { get: Object.values(mapOf(result["get"]))[0] } : result,
    ),
  ),
  mutant(
    "advanced-get-all",
    "answers get with all settings",
    "advanced.get.only",
    answers("AdvancedSettings", (result, _params, state) =>
      "get" in result ? { get: Object.fromEntries(state.settings) } : result,
    ),
  ),
  mutant(
    "advanced-get-null",
    "answers get with null always",
    "advanced.get",
    answers("AdvancedSettings", (result, params) =>
      "get" in result ? { get: { [String(params["get"])]: null } } : result,
    ),
  ),
  mutant(
    "advanced-get-number",
    "takes a number as name",
    "advanced.get.number",
    given("AdvancedSettings", (params) =>
      "get" in params ? { ...params, get: String(params["get"]) } : params,
    ),
  ),
  mutant(
    "advanced-get-makes",
    "makes a setting when it is asked for",
    "advanced.get.unknown",
    answers("AdvancedSettings", (result, params, state) => {
      if (typeof params["get"] === "string" && !state.settings.has(params["get"]))
        state.settings.set(params["get"], "");
      return result;
    }),
  ),
  mutant(
    "advanced-get-prototype",
    "looks settings up along the prototype",
    "advanced.get.prototype",
    answers("AdvancedSettings", (result, params) =>
      params["get"] === "constructor" ? { get: { constructor: {} } } : result,
    ),
  ),
  mutant(
    "advanced-lost",
    "does not save, and says nothing",
    ["advanced.set", "advanced.get"],
    ignores((params) => "set" in params),
  ),
  mutant(
    "advanced-first",
    "does not set what is set already",
    "advanced.set.again",
    given("AdvancedSettings", (params, state) =>
      mapOf(params["set"])[PROBE] !== undefined && state.settings.has(PROBE)
        ? { Token: params["Token"] }
        : params,
    ),
  ),
  mutant(
    "advanced-replaces",
    "removes all other settings with set",
    "advanced.set.others",
    answers("AdvancedSettings", (result, params, state) => {
      if ("set" in params)
        state.settings = new Map(
          Object.entries(mapOf(params["set"])).map(([name, value]) => [name, String(value)]),
        );
      return result;
    }),
  ),
  mutant(
    "advanced-loses-one",
    "forgets another setting with set",
    "advanced.set.others",
    answers("AdvancedSettings", (result, params, state) => {
      if (PROBE in mapOf(params["set"])) state.settings.delete("upnp");
      return result;
    }),
  ),
  mutant(
    "advanced-echo",
    "answers set with what was set",
    "advanced.set.empty",
    answers("AdvancedSettings", (result, params) =>
      "set" in params ? { ...result, set: params["set"] } : result,
    ),
  ),
  mutant(
    "advanced-trims",
    "takes blanks out of values",
    "advanced.set",
    given("AdvancedSettings", (params) =>
      "set" in params && typeof mapOf(params["set"])[PROBE] === "string"
        ? { ...params, set: { [PROBE]: String(mapOf(params["set"])[PROBE]).replaceAll(" ", "") } }
        : params,
    ),
  ),
  mutant(
    "advanced-setall-lost",
    "ignores setAll",
    "advanced.setAll",
    ignores((params) => "setAll" in params),
  ),
  mutant(
    "advanced-setall-keeps",
    "keeps what setAll does not supply",
    "advanced.setAll.removes",
    method(
      "AdvancedSettings",
      (params, state, behaviour) =>
        right?.("setAll" in params ? { set: params["setAll"] } : params, state, behaviour) ?? {},
    ),
  ),
  mutant(
    "advanced-setall-empties",
    "removes everything with setAll",
    "advanced.setAll",
    answers("AdvancedSettings", (result, params, state) => {
      if ("setAll" in params) state.settings.clear();
      return result;
    }),
  ),
  mutant(
    "advanced-number",
    "writes a number as text",
    "advanced.refuse.number",
    asText("set", (value) => typeof value === "number"),
  ),
  mutant(
    "advanced-object",
    "writes an object as text",
    "advanced.refuse.object",
    asText("set", (value) => typeof value === "object"),
  ),
  mutant(
    "advanced-text",
    "ignores a set that is a string",
    "advanced.refuse.text",
    ignores((params) => typeof params["set"] === "string"),
  ),
  mutant(
    "advanced-array",
    "ignores a set that is an array",
    "advanced.refuse.array",
    ignores((params) => Array.isArray(params["set"])),
  ),
  mutant(
    "advanced-setall-text",
    "removes all settings when setAll is a string",
    "advanced.refuse.setAll",
    given("AdvancedSettings", (params) =>
      typeof params["setAll"] === "string" ? { ...params, setAll: {} } : params,
    ),
  ),
  mutant(
    "advanced-setall-number",
    "writes a number in setAll as text",
    "advanced.refuse.setAll.number",
    asText("setAll", (value) => typeof value === "number"),
  ),
  mutant(
    "advanced-half",
    "saves the settings before a bad one",
    "advanced.atomic",
    method("AdvancedSettings", (params, state, behaviour) => {
      for (const [name, value] of Object.entries(mapOf(params["set"]))) {
        if (typeof value !== "string") throw new Refusal("invalidParams");
        state.settings.set(name, value);
      }
      return right?.(params, state, behaviour) ?? {};
    }),
  ),
  mutant("advanced-case-set", "takes Set for set", "advanced.case.set", renamed("Set", "set")),
  mutant(
    "advanced-case-setall",
    "takes SetAll for setAll",
    "advanced.case.setall",
    renamed("SetAll", "setAll"),
  ),
  mutant(
    "advanced-case-getall",
    "takes getall for getAll",
    "advanced.case.getall",
    renamed("getall", "getAll"),
  ),
];
