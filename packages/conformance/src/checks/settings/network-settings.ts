import { type Asking, ask, call, type Level } from "../../check/check.js";
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
  ...SETTING_NAMES.map(
    (key): Asking => ({
      id: `settings.read.${short(key)}`,
      level: "MUST",
      says: `${svc(key)} reads as a string, or null when it is not set.`,
      clause: READ,
      steps: [ask(read(key), mayHave(svc(key), READABLE))],
    }),
  ),
  {
    id: "settings.values",
    level: "SHOULD",
    says: "Settings read as values that they accept.",
    clause: s23a("| Key | Accepted value | Meaning |"),
    steps: SETTING_NAMES.map((key) =>
      ask(
        read(key),
        that(`${svc(key)}: ${settingDefinition(key).wants}, or null, or nothing`, (view) => {
          const value = field(view, svc(key));
          const wrong = value === undefined ? undefined : kindOf(key).wrong(value);
          return wrong === undefined ? undefined : `${svc(key)}: ${wrong}`;
        }),
      ),
    ),
  },
  {
    id: "settings.requested",
    level: "MUST",
    says: "Keys that come back alone come back when all are asked for.",
    clause: EACH,
    steps: aloneAndTogether(SETTING_NAMES, read),
  },
  {
    id: "settings.strings",
    level: "SHOULD",
    says: "Values are strings, not numbers.",
    clause: s23a(
      "Versions of the C++ implementation before 2.41 may return numbers instead of strings; clients handle both.",
    ),
    steps: SETTING_NAMES.map((key) =>
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
  },
  {
    id: "settings.only",
    level: "SHOULD",
    says: "Only the keys that were asked for come back, beside SettingsSaved and RestartNeeded.",
    clause: EACH,
    steps: [ask(read("router.net.bw.in"), result, only(IN, "SettingsSaved", "RestartNeeded"))],
  },
  {
    id: "settings.two",
    level: "MUST",
    says: "Two keys that come back alone come back together as well.",
    clause: EACH,
    steps: [
      ask(read("router.net.bw.in"), mayHave(IN, READABLE)),
      ask(read("router.net.bw.out"), mayHave(OUT, READABLE)),
      ask(call("NetworkSetting", { [IN]: null, [OUT]: null }), has(IN, READABLE), has(OUT, READABLE)),
    ],
  },
  {
    id: "settings.flags",
    level: "SHOULD",
    says: "The result holds SettingsSaved and RestartNeeded, true or false.",
    clause: EACH,
    steps: [ask(read("router.net.bw.in"), has("SettingsSaved", flag), has("RestartNeeded", flag))],
  },
  {
    id: "settings.flags.read",
    level: "SHOULD",
    says: "Reading saves nothing: SettingsSaved is not true.",
    clause: READ,
    steps: [
      ask(
        read("router.net.bw.in"),
        result,
        that("SettingsSaved is not true", (view) =>
          resultOf(view)?.["SettingsSaved"] === true ? "it is true" : undefined,
        ),
      ),
    ],
  },
  {
    id: "settings.none",
    level: "SHOULD",
    says: "A call without keys is answered, and changes nothing.",
    clause: s45("params: `Token` plus any keys of section 2.3a."),
    steps: [ask(call("NetworkSetting"), result, only("SettingsSaved", "RestartNeeded"))],
  },
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
