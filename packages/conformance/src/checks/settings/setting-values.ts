import { type Asking, ask, call, type Level, should } from "../../check/check.js";
import { IN, NULL_OR_TEXT, OUT, READABLE, read, svc, write } from "../../check/setting.js";
import { anyError, error, field, holds, mayHave, result, that } from "../../check/want.js";
import { errorClause, s8, s23a, silent } from "../../spec/clause.js";
import { type SettingKey, settingDefinition } from "../../spec/keys.js";

const RANGES = s8(
  "Value ranges given for settings: ports 1-65535; `svc.router.net.bw.share` 0-100; bandwidth limits are non-negative integers in KiB/s.",
);

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
  setting: key,
  // What a change that requires restart reads as until then is left open.
  steps: [
    ask(write(key, value), result),
    ...(settingDefinition(key).needsRestart ? [] : [ask(read(key), holds(svc(key), value))]),
  ],
});

const AUTOIP = s23a("`svc.router.net.ntcp.autoip` | `always`, `true` or `false`");
const SOURCES = s23a("`svc.router.net.ssu.autoip` | one of `ssu`, `local,ssu`, `upnp,ssu`, `local,upnp,ssu`");
const ATOMIC = silent(
  "What becomes of the other keys when one is refused: not shown. A request that is refused should change nothing.",
);

/** One good value and one bad one in the same request. */
const atomic = (name: string, says: string, params: { readonly [key: string]: string }): Asking => ({
  id: `settings.atomic.${name}`,
  level: "SHOULD",
  says,
  clause: ATOMIC,
  setting: "router.net.bw.in",
  steps: [ask(call("NetworkSetting", params), anyError), ask(read("router.net.bw.in"), holds(IN, "$OLD"))],
});

/** Which values settings take, and which they refuse. */
export const SETTING_VALUES: readonly Asking[] = [
  takes("port.lowest", "router.net.ntcp.port", "1"),
  takes("port.highest", "router.net.ntcp.port", "65535"),
  takes("share.lowest", "router.net.bw.share", "0"),
  takes("share.highest", "router.net.bw.share", "100"),
  takes("bw.out.high", "router.net.bw.out", "16000"),
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
  refuses("type.object", "router.net.bw.in", {}, "An object as value is refused.", NULL_OR_TEXT),
  refuses("type.array", "router.net.bw.in", ["512"], "An array as value is refused.", NULL_OR_TEXT),
  refuses("type.boolean", "router.net.bw.in", true, "A boolean as value is refused.", NULL_OR_TEXT),
  should(
    "settings.refuse.unknown",
    "An unknown key is refused.",
    errorClause(-32602),
    ask(call("NetworkSetting", { "svc.router.net.no.such.key": null }), error(-32602)),
  ),
  should(
    "settings.detectedip.write",
    "The detected address cannot be written.",
    s23a("`svc.router.net.ssu.detectedip` | null (read-only) | Detected SSU address."),
    ask(read("router.net.ssu.detectedip"), mayHave("svc.router.net.ssu.detectedip", READABLE)),
    ask(write("router.net.ssu.detectedip", "198.18.99.99")),
    ask(
      read("router.net.ssu.detectedip"),
      that("another address than the one written", (view) =>
        field(view, "svc.router.net.ssu.detectedip") === "198.18.99.99" ? "it was written" : undefined,
      ),
    ),
  ),
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
