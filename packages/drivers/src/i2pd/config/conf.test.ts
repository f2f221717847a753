import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingsOf, withOnly, withSettings } from "./conf.js";

const CONF = `## Configuration of a router
# loglevel = debug
loglevel = warn   # quiet
host = 198.51.100.7

## The console
[http]
  port=7071
# auth = true

[httpproxy]
inbound.length = 1
outproxy = http://a.i2p/;x=1
an unknown line
[reseed]
urls =
`;

const change = (changes: Record<string, string | null>, text = CONF) =>
  withSettings(text, new Map(Object.entries(changes)));

describe("i2pd.conf, read", () => {
  it("has every setting under its full name", () => {
    expect(Object.fromEntries(settingsOf(CONF))).toEqual({
      loglevel: "warn",
      host: "198.51.100.7",
      "http.port": "7071",
      "httpproxy.inbound.length": "1",
      "httpproxy.outproxy": "http://a.i2p/;x=1",
      "reseed.urls": "",
    });
  });

  it("takes dotted names without a section, sections with a trailing dot, and Windows line ends", () => {
    const text = "http.port = 1\r\n[ssu2.]\r\nport = 2\r\n";
    expect(Object.fromEntries(settingsOf(text))).toEqual({ "http.port": "1", "ssu2.port": "2" });
  });
});

describe("i2pd.conf, written", () => {
  it("changes a value and nothing else on its line or around it", () => {
    expect(change({ loglevel: "info" })).toBe(CONF.replace("= warn   #", "= info   #"));
    expect(change({ "http.port": "7072" })).toBe(CONF.replace("port=7071", "port=7072"));
    expect(change({ "reseed.urls": "https://a/" })).toBe(CONF.replace("urls =", "urls =https://a/"));
  });

  it("is the same text when nothing changes", () => {
    expect(change({ loglevel: "warn" })).toBe(CONF);
    expect(change({ share: null })).toBe(CONF);
  });

  it("puts a new setting behind the last one of its section", () => {
    expect(change({ share: "80" })).toBe(CONF.replace("100.7\n", "100.7\nshare = 80\n"));
    expect(change({ "http.auth": "true" })).toBe(CONF.replace("7071\n", "7071\nauth = true\n"));
    expect(change({ "httpproxy.port": "1" })).toBe(CONF.replace("x=1\n", "x=1\nport = 1\n"));
  });

  it("opens a section at the end when there is none", () => {
    expect(change({ "upnp.enabled": "true" })).toBe(`${CONF}\n[upnp]\nenabled = true\n`);
    expect(change({ "upnp.enabled": "true" }, "")).toBe("[upnp]\nenabled = true\n");
  });

  it("keeps Windows line ends, and ends a last line that had no end", () => {
    expect(change({ b: "2" }, "a = 1\r\n")).toBe("a = 1\r\nb = 2\r\n");
    expect(change({ b: "2" }, "a = 1")).toBe("a = 1\nb = 2\n");
    expect(change({ a: "2" }, "a = 1\r\n")).toBe("a = 2\r\n");
  });

  it("removes only the line of the setting", () => {
    expect(change({ host: null })).toBe(CONF.replace("host = 198.51.100.7\n", ""));
  });

  it("leaves one line of a name that stood twice", () => {
    expect(change({ a: "3" }, "a = 1\nb = 1\na = 2\n")).toBe("a = 3\nb = 1\n");
  });

  it("replaces all settings but those to be kept, and leaves comments and unknown lines", () => {
    const text = withOnly(CONF, new Map([["share", "50"]]), (name) => name.startsWith("http."));
    expect(Object.fromEntries(settingsOf(text))).toEqual({ share: "50", "http.port": "7071" });
    for (const left of ["## Configuration", "# loglevel = debug", "# auth = true", "an unknown line"])
      expect(text).toContain(left);
  });

  it("takes time in proportion to the length of the value that is replaced", () => {
    const long = `loglevel = a${" ".repeat(2 ** 19)}b # quiet\n`;
    const replace = () => change({ loglevel: "warn" }, long);
    expect(runInNewContext("replace()", { replace }, { timeout: 20_000 })).toBe("loglevel = warn # quiet\n");
  });

  it("takes time in proportion to the number of settings, too", () => {
    const many = new Map(
      Array.from({ length: 50_000 }, (_, n) => [n % 2 ? `one.s${n}` : `of${n}.many`, "1"] as const),
    );
    const written = withSettings("share = 1\n", many);
    expect(settingsOf(written)).toEqual(new Map([["share", "1"], ...many]));
    const gone = new Map([...many.keys()].map((name) => [name, null]));
    expect(settingsOf(withSettings(written, gone))).toEqual(new Map([["share", "1"]]));
  });

  it("reads back any value that was written, and keeps everything else as it was", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,6}(\.[a-z][a-zA-Z0-9]{0,6}){0,2}$/);
    const value = fc.stringMatching(/^([!-"$-~]([ !-"$-~]{0,12}[!-"$-~])?)?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), name, value, (before, changed, to) => {
        const text = change(Object.fromEntries(before));
        const after = settingsOf(change({ [changed]: to }, text));
        expect(after).toEqual(new Map([...settingsOf(text), [changed, to]]));
      }),
    );
  });
});
