import { errorClause, s8, s23a, s45, silent } from "../spec/clause.js";
import { isWritable, SETTING_NAMES, type SettingKey, settingRow, spelled } from "../spec/keys.js";
import { either, flag, type Kind, matching, nil } from "../spec/kinds.js";
import { Num, show } from "../wire/json.js";
import { type Asking, ask, call, type Level } from "./check.js";
import { anyError, error, has, holds, mayHave, only, result, resultOf, that } from "./want.js";

const svc = (key: string) => `svc.${key}`;
const short = (key: SettingKey) => key.slice("router.net.".length);
const IN = "svc.router.net.bw.in";
const OUT = "svc.router.net.bw.out";
const READ = s45("A key with value null reads the current value.");
const WRITE = s45("A key with a string value sets it.");
const EACH = s45(
  "result: object with each requested key and its current string value, plus `SettingsSaved` (boolean) and `RestartNeeded` (boolean).",
);
const RANGES = s8(
  "Value ranges given for settings: ports 1-65535; `svc.router.net.bw.share` 0-100; bandwidth limits are non-negative integers in KiB/s.",
);

const read = (key: string) => call("NetworkSetting", { [svc(key)]: null });
const write = (key: string, value: string) => call("NetworkSetting", { [svc(key)]: value });

/** What a setting reads as: text of its form, also as a number, or null or nothing when unset. */
const kindOf = (key: SettingKey): Kind => {
  const { value, wants } = settingRow(key);
  const asText = matching(value, wants);
  const written: Kind = {
    says: wants,
    wrong: (one) =>
      one instanceof Num ? asText.wrong(one.text) : one === "" ? undefined : asText.wrong(one),
  };
  return either(written, nil);
};

/** A value that the specification excludes: refused, and nothing changes. */
const refuses = (
  name: string,
  key: SettingKey,
  value: string | number | boolean | object,
  says: string,
  clause = RANGES,
  level: Level = "MUST",
): Asking => ({
  id: `settings.refuse.${name}`,
  level,
  says,
  clause,
  needs: ["token", "writes"],
  setting: key,
  steps: [
    ask(call("NetworkSetting", { [svc(key)]: value }), error(-32602)),
    ask(read(key), holds(svc(key), "$OLD")),
  ],
});

/** A value at the edge of what is allowed. */
const takes = (name: string, key: SettingKey, value: string): Asking => ({
  id: `settings.take.${name}`,
  level: "MUST",
  says: `${svc(key)} takes ${value}.`,
  clause: RANGES,
  needs: ["token", "writes"],
  setting: key,
  steps: [ask(write(key, value), result), ask(read(key), holds(svc(key), value))],
});

const AUTOIP = s23a("`svc.router.net.ntcp.autoip` | `always`, `true` or `false`");
const SOURCES = s23a("`svc.router.net.ssu.autoip` | one of `ssu`, `local,ssu`, `upnp,ssu`, `local,upnp,ssu`");
const NOT_TEXT = s45("A key with value null reads the current value. A key with a string value sets it.");
const ATOMIC = silent(
  "What becomes of the other keys when one is refused: not shown. A request that is refused should change nothing.",
);

/** One good value and one bad one in the same request. */
const atomic = (name: string, says: string, params: { readonly [key: string]: string }): Asking => ({
  id: `settings.atomic.${name}`,
  level: "SHOULD",
  says,
  clause: ATOMIC,
  needs: ["token", "writes"],
  setting: "router.net.bw.in",
  steps: [ask(call("NetworkSetting", params), anyError), ask(read("router.net.bw.in"), holds(IN, "$OLD"))],
});

export const SETTINGS: readonly Asking[] = [
  ...SETTING_NAMES.map(
    (key): Asking => ({
      id: `settings.read.${short(key)}`,
      level: "MUST",
      says: `${svc(key)} reads as ${settingRow(key).wants}, or null when it is not set.`,
      clause: READ,
      needs: ["token"],
      steps: [ask(read(key), mayHave(svc(key), kindOf(key)))],
    }),
  ),
  {
    id: "settings.requested",
    level: "MUST",
    says: "Every key that is asked for is in the result, or refused by an error.",
    clause: EACH,
    needs: ["token"],
    steps: SETTING_NAMES.map((key) =>
      ask(
        read(key),
        that(`${svc(key)}, or error -32602`, (view) => {
          const found = resultOf(view);
          return found === undefined || spelled(svc(key), view.names) in found
            ? undefined
            : `${svc(key)} is left out`;
        }),
      ),
    ),
  },
  {
    id: "settings.strings",
    level: "MUST",
    says: "Values are strings, not numbers.",
    clause: EACH,
    needs: ["token"],
    steps: SETTING_NAMES.map((key) =>
      ask(
        read(key),
        that(`${svc(key)}: a string, or null`, (view) => {
          const value = resultOf(view)?.[spelled(svc(key), view.names)];
          return value === undefined || value === null || typeof value === "string"
            ? undefined
            : `${svc(key)} is ${show(value)}`;
        }),
      ),
    ),
  },
  {
    id: "settings.only",
    level: "MUST",
    says: "Only the keys that were asked for come back, beside SettingsSaved and RestartNeeded.",
    clause: EACH,
    needs: ["token"],
    steps: [ask(read("router.net.bw.in"), result, only(IN, "SettingsSaved", "RestartNeeded"))],
  },
  {
    id: "settings.two",
    level: "MUST",
    says: "Two keys that come back alone come back together as well.",
    clause: EACH,
    needs: ["token"],
    steps: [
      ask(read("router.net.bw.in"), mayHave(IN, kindOf("router.net.bw.in"))),
      ask(read("router.net.bw.out"), mayHave(OUT, kindOf("router.net.bw.out"))),
      ask(
        call("NetworkSetting", { [IN]: null, [OUT]: null }),
        has(IN, kindOf("router.net.bw.in")),
        has(OUT, kindOf("router.net.bw.out")),
      ),
    ],
  },
  {
    id: "settings.flags",
    level: "SHOULD",
    says: "The result holds SettingsSaved and RestartNeeded, true or false.",
    clause: EACH,
    needs: ["token"],
    steps: [ask(read("router.net.bw.in"), has("SettingsSaved", flag), has("RestartNeeded", flag))],
  },
  {
    id: "settings.flags.read",
    level: "SHOULD",
    says: "Reading saves nothing: SettingsSaved is not true.",
    clause: READ,
    needs: ["token"],
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
    needs: ["token"],
    steps: [ask(call("NetworkSetting"), result, only("SettingsSaved", "RestartNeeded"))],
  },
  ...SETTING_NAMES.filter(isWritable).flatMap((key): Asking[] => [
    {
      id: `settings.write.${short(key)}`,
      level: "MUST",
      says: `${svc(key)} reads as it was written.`,
      clause: WRITE,
      needs: ["token", "writes"],
      setting: key,
      steps: [ask(write(key, "$NEW"), result), ask(read(key), holds(svc(key), "$NEW"))],
    },
    {
      id: `settings.echo.${short(key)}`,
      level: "MUST",
      says: `The reply to a write of ${svc(key)} holds its new value.`,
      clause: EACH,
      needs: ["token", "writes"],
      setting: key,
      steps: [ask(write(key, "$NEW"), holds(svc(key), "$NEW"))],
    },
  ]),
  {
    id: "settings.flags.written",
    level: "MUST",
    says: "A write says SettingsSaved: true.",
    clause: s23a(
      "NetworkSetting results may also contain `SettingsSaved` (boolean) and `RestartNeeded` (boolean).",
    ),
    needs: ["token", "writes"],
    setting: "router.net.bw.in",
    steps: [
      ask(
        write("router.net.bw.in", "$NEW"),
        result,
        that("SettingsSaved: true, or absent", (view) => {
          const saved = resultOf(view)?.["SettingsSaved"];
          return saved === undefined || saved === true ? undefined : `it is ${show(saved)}`;
        }),
      ),
    ],
  },
  ...(["router.net.ntcp.port", "router.net.ssu.port"] as const).map(
    (key): Asking => ({
      id: `settings.restart.${short(key)}`,
      level: "MUST",
      says: `A change of ${svc(key)} needs a restart, and the reply says so.`,
      clause: s23a(`\`${svc(key)}\` | string, 1-65535 | A change requires restart.`),
      needs: ["token", "writes"],
      setting: key,
      steps: [
        ask(
          write(key, "$NEW"),
          result,
          that("RestartNeeded: true, or absent", (view) => {
            const needed = resultOf(view)?.["RestartNeeded"];
            return needed === undefined || needed === true ? undefined : `it is ${show(needed)}`;
          }),
        ),
      ],
    }),
  ),
  {
    id: "settings.write.twice",
    level: "MUST",
    says: "Of two writes one after the other, the later one counts.",
    clause: WRITE,
    needs: ["token", "writes"],
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
    clause: NOT_TEXT,
    needs: ["token", "writes"],
    setting: "router.net.bw.in",
    steps: [
      ask(read("router.net.bw.share"), mayHave("svc.router.net.bw.share", kindOf("router.net.bw.share"))),
      ask(
        call("NetworkSetting", { [IN]: "$NEW", "svc.router.net.bw.share": null }),
        has("svc.router.net.bw.share", kindOf("router.net.bw.share")),
      ),
      ask(read("router.net.bw.in"), holds(IN, "$NEW")),
    ],
  },
  {
    id: "settings.read.changes-nothing",
    level: "MUST",
    says: "Reading a setting leaves it as it is.",
    clause: READ,
    needs: ["token", "writes"],
    setting: "router.net.bw.in",
    steps: [
      ask(read("router.net.bw.in"), holds(IN, "$OLD")),
      ask(read("router.net.bw.in"), holds(IN, "$OLD")),
    ],
  },
  takes("port.lowest", "router.net.ntcp.port", "1"),
  takes("port.highest", "router.net.ntcp.port", "65535"),
  takes("share.lowest", "router.net.bw.share", "0"),
  takes("share.highest", "router.net.bw.share", "100"),
  takes("bw.out.million", "router.net.bw.out", "1000000"),
  refuses("port.zero", "router.net.ntcp.port", "0", "The port 0 is refused."),
  refuses("port.high", "router.net.ntcp.port", "65536", "The port 65536 is refused."),
  refuses("port.negative", "router.net.ntcp.port", "-1", "The port -1 is refused."),
  refuses("port.text", "router.net.ntcp.port", "http", "A word as port is refused."),
  refuses("port.fraction", "router.net.ntcp.port", "4500.5", "A port with a fraction is refused."),
  refuses("port.empty", "router.net.ntcp.port", "", "An empty port is refused."),
  refuses("ssu.port.zero", "router.net.ssu.port", "0", "The SSU port 0 is refused."),
  refuses("ssu.port.high", "router.net.ssu.port", "70000", "The SSU port 70000 is refused."),
  refuses("share.high", "router.net.bw.share", "101", "A share of 101 percent is refused."),
  refuses("share.negative", "router.net.bw.share", "-1", "A negative share is refused."),
  refuses("share.text", "router.net.bw.share", "half", "A word as share is refused."),
  refuses("bw.in.negative", "router.net.bw.in", "-1", "A negative inbound limit is refused."),
  refuses("bw.in.text", "router.net.bw.in", "fast", "A word as inbound limit is refused."),
  refuses("bw.in.empty", "router.net.bw.in", "", "An empty inbound limit is refused."),
  refuses("bw.in.fraction", "router.net.bw.in", "10.5", "An inbound limit with a fraction is refused."),
  refuses("bw.in.tail", "router.net.bw.in", "100KB", "An inbound limit with letters after it is refused."),
  refuses("bw.out.negative", "router.net.bw.out", "-1", "A negative outbound limit is refused."),
  refuses("bw.out.text", "router.net.bw.out", "fast", "A word as outbound limit is refused."),
  refuses(
    "ntcp.autoip",
    "router.net.ntcp.autoip",
    "sometimes",
    "Any other word for ntcp.autoip is refused.",
    AUTOIP,
  ),
  refuses(
    "ssu.autoip",
    "router.net.ssu.autoip",
    "ssu,local",
    "Any other list for ssu.autoip is refused.",
    SOURCES,
  ),
  refuses("type.object", "router.net.bw.in", {}, "An object as value is refused.", NOT_TEXT),
  refuses("type.array", "router.net.bw.in", ["512"], "An array as value is refused.", NOT_TEXT),
  refuses("type.boolean", "router.net.bw.in", true, "A boolean as value is refused.", NOT_TEXT),
  {
    id: "settings.refuse.unknown",
    level: "SHOULD",
    says: "An unknown key is refused.",
    clause: errorClause(-32602),
    needs: ["token"],
    steps: [ask(call("NetworkSetting", { "svc.router.net.no.such.key": null }), error(-32602))],
  },
  {
    id: "settings.detectedip.write",
    level: "SHOULD",
    says: "The detected address cannot be written.",
    clause: s23a("`svc.router.net.ssu.detectedip` | null (read-only) | Detected SSU address."),
    needs: ["token"],
    steps: [
      ask(
        read("router.net.ssu.detectedip"),
        mayHave("svc.router.net.ssu.detectedip", kindOf("router.net.ssu.detectedip")),
      ),
      ask(write("router.net.ssu.detectedip", "198.18.99.99")),
      ask(
        read("router.net.ssu.detectedip"),
        that("another address than the one written", (view) =>
          resultOf(view)?.[spelled("svc.router.net.ssu.detectedip", view.names)] === "198.18.99.99"
            ? "it was written"
            : undefined,
        ),
      ),
    ],
  },
  atomic("bad-last", "When the last of two values is bad, the first is not saved.", {
    [IN]: "$NEW",
    [OUT]: "-1",
  }),
  atomic("bad-first", "When the first of two values is bad, the last is not saved.", {
    [OUT]: "-1",
    [IN]: "$NEW",
  }),
  atomic("unknown", "When a key is unknown, the value of another is not saved.", {
    [IN]: "$NEW",
    "svc.router.net.no.such.key": "1",
  }),
];
