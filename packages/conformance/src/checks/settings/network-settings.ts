import { type Asking, ask, call, type Level, must, should } from "../../check/check.js";
import { IN, kindOf, NULL_OR_TEXT, OUT, READABLE, read, svc, write } from "../../check/setting.js";
import { aloneAndTogether } from "../../check/together.js";
import {
  errorCodeOf,
  field,
  has,
  holds,
  mayHave,
  only,
  result,
  resultOf,
  summary,
  that,
  Unsupported,
} from "../../check/want.js";
import { s23a, s45, silent } from "../../spec/clause.js";
import { isWritable, SETTING_NAMES, type SettingKey, settingDefinition } from "../../spec/keys.js";
import { flag } from "../../spec/kinds.js";
import { show } from "../../wire/json.js";

const short = (key: SettingKey) => key.slice("router.net.".length);
const READ = s45("A key with value null reads the current value.");
const WRITE = s45("A key with a string value sets it.");
const EACH = s45(
  "result: object with each requested key and its current string value, plus `SettingsSaved` (boolean) and `RestartNeeded` (boolean).",
);

/**
 * A write is carried out. A server that refuses one of what was never set says that it does not have it; and
 * where the specification says no more than "string", a server may take other values.
 */
const taken = (key: SettingKey) =>
  that("a result", (view) => {
    if (resultOf(view) !== undefined) return undefined;
    if (errorCodeOf(view) !== -32602) return `got ${summary(view)}`;
    if (settingDefinition(key).open)
      return new Unsupported(`it does not take ${JSON.stringify(view.variables["NEW"])}: error -32602`);
    return view.variables["OLD"] === ""
      ? new Unsupported("it is not set, and setting it is refused: error -32602")
      : `got ${summary(view)}`;
  });

const trueOrAbsent = (name: string) =>
  that(`${name}: true, or absent`, (view) => {
    const value = resultOf(view)?.[name];
    return value === undefined || value === true ? undefined : `it is ${show(value)}`;
  });

/** What a setting reads as after a write, where the specification does not leave it open. */
const levelOf = (key: SettingKey): Level =>
  settingDefinition(key).needsRestart || settingDefinition(key).open ? "SHOULD" : "MUST";

export const SETTINGS: readonly Asking[] = [
  ...SETTING_NAMES.map((key) =>
    must(
      `settings.read.${short(key)}`,
      `${svc(key)} reads as a string, or null when it is not set.`,
      READ,
      ask(read(key), mayHave(svc(key), READABLE)),
    ),
  ),
  should(
    "settings.values",
    "Settings read as values that they accept.",
    s23a("| Key | Accepted value | Meaning |"),
    ...SETTING_NAMES.map((key) =>
      ask(
        read(key),
        that(`${svc(key)}: ${settingDefinition(key).wants}, or null, or nothing`, (view) => {
          const value = field(view, svc(key));
          const wrong = value === undefined ? undefined : kindOf(key).wrong(value);
          return wrong === undefined ? undefined : `${svc(key)}: ${wrong}`;
        }),
      ),
    ),
  ),
  must(
    "settings.requested",
    "Keys that come back alone come back when all are asked for.",
    EACH,
    ...aloneAndTogether(SETTING_NAMES, read),
  ),
  should(
    "settings.strings",
    "Values are strings, not numbers.",
    s23a(
      "Versions of the C++ implementation before 2.41 may return numbers instead of strings; clients handle both.",
    ),
    ...SETTING_NAMES.map((key) =>
      ask(
        read(key),
        that(`${svc(key)}: a string, or null`, (view) => {
          const value = field(view, svc(key));
          return value === undefined || value === null || typeof value === "string"
            ? undefined
            : `${svc(key)} is ${show(value)}`;
        }),
      ),
    ),
  ),
  should(
    "settings.only",
    "Only the keys that were asked for come back, beside SettingsSaved and RestartNeeded.",
    EACH,
    ask(read("router.net.bw.in"), result, only(IN, "SettingsSaved", "RestartNeeded")),
  ),
  must(
    "settings.two",
    "Two keys that come back alone come back together as well.",
    EACH,
    ask(read("router.net.bw.in"), mayHave(IN, READABLE)),
    ask(read("router.net.bw.out"), mayHave(OUT, READABLE)),
    ask(call("NetworkSetting", { [IN]: null, [OUT]: null }), has(IN, READABLE), has(OUT, READABLE)),
  ),
  should(
    "settings.flags",
    "The result holds SettingsSaved and RestartNeeded, true or false.",
    EACH,
    ask(read("router.net.bw.in"), has("SettingsSaved", flag), has("RestartNeeded", flag)),
  ),
  should(
    "settings.flags.read",
    "Reading saves nothing: SettingsSaved is not true.",
    READ,
    ask(
      read("router.net.bw.in"),
      result,
      that("SettingsSaved is not true", (view) =>
        resultOf(view)?.["SettingsSaved"] === true ? "it is true" : undefined,
      ),
    ),
  ),
  should(
    "settings.none",
    "A call without keys is answered, and changes nothing.",
    s45("params: `Token` plus any keys of section 2.3a."),
    ask(call("NetworkSetting"), result, only("SettingsSaved", "RestartNeeded")),
  ),
  ...SETTING_NAMES.filter(isWritable).flatMap((key): Asking[] => [
    {
      id: `settings.write.${short(key)}`,
      level: levelOf(key),
      says: `${svc(key)} reads as it was written.`,
      clause: WRITE,
      setting: key,
      steps: [ask(write(key, "$NEW"), taken(key)), ask(read(key), holds(svc(key), "$NEW"))],
    },
    {
      id: `settings.echo.${short(key)}`,
      level: levelOf(key),
      says: `The reply to a write of ${svc(key)} holds its new value.`,
      clause: EACH,
      setting: key,
      steps: [ask(write(key, "$NEW"), taken(key), holds(svc(key), "$NEW"))],
    },
  ]),
  {
    id: "settings.flags.written",
    level: "SHOULD",
    says: "A write says SettingsSaved: true.",
    clause: silent("When `SettingsSaved` is true: not shown. (section 2.3a)"),
    setting: "router.net.bw.in",
    steps: [ask(write("router.net.bw.in", "$NEW"), result, trueOrAbsent("SettingsSaved"))],
  },
  ...(["router.net.ntcp.port", "router.net.ssu.port"] as const).map(
    (key): Asking => ({
      id: `settings.restart.${short(key)}`,
      level: "MUST",
      says: `A change of ${svc(key)} needs a restart, and the reply says so.`,
      clause: s23a(
        `\`${svc(key)}\` | string, 1-65535 | ${short(key).startsWith("ntcp") ? "NTCP" : "SSU"} port. A change requires restart.`,
      ),
      setting: key,
      steps: [ask(write(key, "$NEW"), result, trueOrAbsent("RestartNeeded"))],
    }),
  ),
  {
    id: "settings.write.twice",
    level: "MUST",
    says: "Of two writes one after the other, the later one counts.",
    clause: WRITE,
    setting: "router.net.bw.in",
    steps: [
      ask(write("router.net.bw.in", "$NEW"), result),
      ask(write("router.net.bw.in", "$OTHER"), result),
      ask(read("router.net.bw.in"), holds(IN, "$OTHER")),
    ],
  },
  {
    id: "settings.write.read",
    level: "MUST",
    says: "One request may write a key and read another.",
    clause: NULL_OR_TEXT,
    setting: "router.net.bw.in",
    steps: [
      ask(read("router.net.bw.share"), mayHave("svc.router.net.bw.share", READABLE)),
      ask(
        call("NetworkSetting", { [IN]: "$NEW", "svc.router.net.bw.share": null }),
        has("svc.router.net.bw.share", READABLE),
      ),
      ask(read("router.net.bw.in"), holds(IN, "$NEW")),
    ],
  },
  {
    id: "settings.read.changes-nothing",
    level: "MUST",
    says: "Reading a setting leaves it as it is.",
    clause: READ,
    setting: "router.net.bw.in",
    steps: [
      ask(read("router.net.bw.in"), holds(IN, "$OLD")),
      ask(read("router.net.bw.in"), holds(IN, "$OLD")),
    ],
  },
];
