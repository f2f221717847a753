import { type Params, Refusal, type Value } from "../../../reference/behaviour.js";
import { ROUTER_SETTINGS, settingError } from "../../../reference/settings.js";
import { isWritable, SETTING_NAMES, type SettingKey } from "../../../spec/keys.js";
import { answers, given, type Mutant, method, mutant, rightMethods } from "../mutant.js";

const svc = (key: string) => `svc.${key}`;
const shortOf = (key: SettingKey) => key.slice("router.net.".length);
const WRITABLE = SETTING_NAMES.filter(isWritable);
const isSetting = (name: string) => name.startsWith("svc.");
const settings = (params: Params) => Object.entries(params).filter(([name]) => isSetting(name));
const right = rightMethods["NetworkSetting"];

/** Values that are taken although they should not be. */
const takes = (key: string, when: (value: Value) => boolean) => ({
  settingError: (one: string, value: Value) =>
    one === key && when(value) ? undefined : settingError(one, value),
});
/** Values that are not taken although they should be. */
const refuses = (key: string, when: (value: string) => boolean) => ({
  settingError: (one: string, value: Value) =>
    one === key && when(String(value)) ? "is refused" : settingError(one, value),
});
const PORT = "router.net.ntcp.port";
const SSU = "router.net.ssu.port";
const SHARE = "router.net.bw.share";
const IN = "router.net.bw.in";
const OUT = "router.net.bw.out";

/** A setting is written the moment it is met, so that an error leaves half of a request behind. */
const oneByOne = (order: (names: [string, Value][]) => [string, Value][]) =>
  method("NetworkSetting", (params, state, behaviour) => {
    for (const [name, value] of order(settings(params))) right?.({ [name]: value }, state, behaviour);
    return (
      right?.(Object.fromEntries(settings(params).map(([name]) => [name, null])), state, behaviour) ?? {}
    );
  });

const EXCLUDED: readonly (readonly [check: string, key: string, value: string])[] = [
  ["port.zero", PORT, "0"],
  ["port.high", PORT, "65536"],
  ["port.negative", PORT, "-1"],
  ["port.text", PORT, "http"],
  ["port.fraction", PORT, "4500.5"],
  ["port.empty", PORT, ""],
  ["ssu.port.zero", SSU, "0"],
  ["ssu.port.high", SSU, "70000"],
  ["share.high", SHARE, "101"],
  ["share.negative", SHARE, "-1"],
  ["share.text", SHARE, "half"],
  ["bw.in.negative", IN, "-1"],
  ["bw.in.text", IN, "fast"],
  ["bw.in.empty", IN, ""],
  ["bw.in.fraction", IN, "10.5"],
  ["bw.in.tail", IN, "100KB"],
  ["bw.out.negative", OUT, "-1"],
  ["bw.out.text", OUT, "fast"],
  ["ntcp.autoip", "router.net.ntcp.autoip", "sometimes"],
  ["ssu.autoip", "router.net.ssu.autoip", "ssu,local"],
];

export const SETTINGS: readonly Mutant[] = [
  ...SETTING_NAMES.map((key) =>
    mutant(
      `setting-read-${shortOf(key)}`,
      `answers a map for ${svc(key)}`,
      `settings.read.${shortOf(key)}`,
      answers("NetworkSetting", (result) => (svc(key) in result ? { ...result, [svc(key)]: {} } : result)),
    ),
  ),
  ...WRITABLE.map((key) =>
    mutant(
      `setting-lost-${shortOf(key)}`,
      `does not save ${svc(key)}, and says that it did`,
      `settings.write.${shortOf(key)}`,
      answers("NetworkSetting", (result, params, state) => {
        if (typeof params[svc(key)] === "string")
          state.settings.set(ROUTER_SETTINGS[key]?.name ?? "", "12000");
        return result;
      }),
    ),
  ),
  ...WRITABLE.map((key) =>
    mutant(
      `setting-unanswered-${shortOf(key)}`,
      `leaves ${svc(key)} out of the answer to its write`,
      `settings.echo.${shortOf(key)}`,
      answers("NetworkSetting", (result, params) => {
        if (typeof params[svc(key)] !== "string") return result;
        const { [svc(key)]: _written, ...rest } = result;
        return rest;
      }),
    ),
  ),
  ...EXCLUDED.map(([check, key, value]) =>
    mutant(
      `setting-takes-${check}`,
      `takes ${JSON.stringify(value)} for ${svc(key)}`,
      `settings.refuse.${check}`,
      takes(key, (one) => one === value),
    ),
  ),
  mutant(
    "setting-clamps",
    "makes a share over 100 a share of 100 instead of refusing it",
    "settings.refuse.share.high",
    given("NetworkSetting", (params) =>
      params[svc(SHARE)] === "101" ? { ...params, [svc(SHARE)]: "100" } : params,
    ),
  ),
  mutant(
    "setting-zero",
    "writes 0 for a limit that is not a number",
    "settings.refuse.bw.in.text",
    given("NetworkSetting", (params) =>
      params[svc(IN)] === "fast" ? { ...params, [svc(IN)]: "0" } : params,
    ),
  ),
  mutant(
    "setting-refused-code",
    "answers a bad value with -32603",
    "settings.refuse.port.zero",
    method("NetworkSetting", (params, state, behaviour) => {
      try {
        return right?.(params, state, behaviour) ?? {};
      } catch {
        throw new Refusal("internal");
      }
    }),
  ),
  mutant(
    "setting-refused-written",
    "refuses a bad value, and saves it",
    "settings.refuse.share.high",
    method("NetworkSetting", (params, state, behaviour) => {
      if (params[svc(SHARE)] === "101") state.settings.set("share", "101");
      return right?.(params, state, behaviour) ?? {};
    }),
  ),
  mutant(
    "setting-silent",
    "ignores a bad value without an error",
    "settings.refuse.port.high",
    given("NetworkSetting", (params) =>
      params[svc(PORT)] === "65536" ? { ...params, [svc(PORT)]: null } : params,
    ),
  ),
  mutant(
    "setting-object",
    "takes an object as value",
    "settings.refuse.type.object",
    takes(IN, (value) => typeof value === "object" && !Array.isArray(value)),
  ),
  mutant("setting-array", "takes an array as value", "settings.refuse.type.array", takes(IN, Array.isArray)),
  mutant(
    "setting-boolean",
    "takes a boolean as value",
    "settings.refuse.type.boolean",
    takes(IN, (value) => value === true),
  ),
  mutant(
    "setting-port-lowest",
    "refuses the port 1",
    "settings.take.port.lowest",
    refuses(PORT, (value) => value === "1"),
  ),
  mutant(
    "setting-port-highest",
    "refuses the port 65535",
    "settings.take.port.highest",
    refuses(PORT, (value) => value === "65535"),
  ),
  mutant(
    "setting-share-lowest",
    "refuses a share of 0",
    "settings.take.share.lowest",
    refuses(SHARE, (value) => value === "0"),
  ),
  mutant(
    "setting-share-highest",
    "refuses a share of 100",
    "settings.take.share.highest",
    refuses(SHARE, (value) => value === "100"),
  ),
  mutant(
    "setting-bw-capped",
    "caps limits at 8192 and says nothing",
    "settings.take.bw.out.high",
    given("NetworkSetting", (params) =>
      typeof params[svc(OUT)] === "string" && /^\d+$/.test(String(params[svc(OUT)]))
        ? { ...params, [svc(OUT)]: String(Math.min(Number(params[svc(OUT)]), 8_192)) }
        : params,
    ),
  ),
  mutant(
    "setting-requested",
    "answers no more than ten keys at once",
    "settings.requested",
    answers("NetworkSetting", (result) => Object.fromEntries(Object.entries(result).slice(0, 10))),
  ),
  mutant(
    "setting-values",
    "answers a setting that it would not take",
    "settings.values",
    answers("NetworkSetting", (result) => {
      const name = "svc.router.net.ntcp.autoip";
      return name in result ? { ...result, [name]: "sometimes" } : result;
    }),
  ),
  mutant(
    "setting-numbers",
    "answers settings as numbers",
    "settings.strings",
    answers("NetworkSetting", (result) =>
      Object.fromEntries(
        Object.entries(result).map(([name, value]) => [
          name,
          typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
        ]),
      ),
    ),
  ),
  mutant(
    "setting-all",
    "answers all settings, whatever was asked for",
    "settings.only",
    answers("NetworkSetting", (result, _params, state) => ({
      ...result,
      [svc(OUT)]: state.settings.get("bandwidth.out"),
    })),
  ),
  mutant(
    "setting-first",
    "answers only the first of two settings",
    "settings.two",
    answers("NetworkSetting", (result) => {
      const names = Object.keys(result).filter(isSetting);
      return names.length < 2
        ? result
        : Object.fromEntries(Object.entries(result).filter(([name]) => name !== names[1]));
    }),
  ),
  mutant(
    "setting-flags-missing",
    "leaves SettingsSaved and RestartNeeded out",
    "settings.flags",
    answers("NetworkSetting", ({ SettingsSaved: _saved, RestartNeeded: _needed, ...rest }) => rest),
  ),
  mutant(
    "setting-flags-text",
    "answers the flags as text",
    ["settings.flags", "settings.flags.written"],
    answers("NetworkSetting", (result) => ({ ...result, SettingsSaved: String(result["SettingsSaved"]) })),
  ),
  mutant(
    "setting-flags-read",
    "says SettingsSaved when nothing was written",
    "settings.flags.read",
    answers("NetworkSetting", (result) => ({ ...result, SettingsSaved: true })),
  ),
  mutant(
    "setting-flags-written",
    "says that nothing was saved when something was",
    "settings.flags.written",
    answers("NetworkSetting", (result) => ({ ...result, SettingsSaved: false })),
  ),
  mutant(
    "setting-restart-untold",
    "does not say that a port needs a restart",
    ["settings.restart.ntcp.port", "settings.restart.ssu.port"],
    answers("NetworkSetting", (result) => ({ ...result, RestartNeeded: false })),
  ),
  mutant(
    "setting-none",
    "refuses a call without keys",
    "settings.none",
    method("NetworkSetting", (params, state, behaviour) => {
      if (settings(params).length === 0) throw new Refusal("invalidParams");
      return right?.(params, state, behaviour) ?? {};
    }),
  ),
  mutant(
    "setting-first-write",
    "keeps the first write of a setting for good",
    "settings.write.twice",
    firstWrite(),
  ),
  mutant(
    "setting-write-or-read",
    "only writes when a request writes and reads",
    "settings.write.read",
    answers("NetworkSetting", (result, params) =>
      settings(params).some(([, value]) => value !== null)
        ? Object.fromEntries(
            Object.entries(result).filter(([name]) => params[name] !== null || !isSetting(name)),
          )
        : result,
    ),
  ),
  mutant(
    "setting-read-writes",
    "forgets a setting when it is read",
    "settings.read.changes-nothing",
    answers("NetworkSetting", (result, params, state) => {
      if (params[svc(IN)] === null)
        state.settings.set("bandwidth.in", String(Number(state.settings.get("bandwidth.in")) + 1));
      return result;
    }),
  ),
  mutant(
    "setting-half",
    "saves the settings before a bad one",
    "settings.atomic.bad-last",
    oneByOne((names) => names),
  ),
  mutant(
    "setting-other-half",
    "saves the settings after a bad one",
    "settings.atomic.bad-first",
    oneByOne((names) => names.toReversed()),
  ),
  mutant(
    "setting-unknown",
    "ignores unknown keys",
    ["settings.refuse.unknown", "settings.atomic.unknown"],
    given("NetworkSetting", (params) =>
      Object.fromEntries(Object.entries(params).filter(([name]) => !name.includes("no.such"))),
    ),
  ),
  mutant("setting-detected", "lets the detected address be written", "settings.detectedip.write", detected()),
];

function firstWrite() {
  let written: Value;
  return given("NetworkSetting", (params) => {
    if (typeof params[svc(IN)] !== "string") return params;
    written ??= params[svc(IN)];
    return { ...params, [svc(IN)]: written };
  });
}

function detected() {
  let address: Value = "198.18.0.2";
  return answers("NetworkSetting", (result, params) => {
    const name = "svc.router.net.ssu.detectedip";
    if (typeof params[name] === "string") address = params[name];
    return name in result ? { ...result, [name]: address } : result;
  });
}
