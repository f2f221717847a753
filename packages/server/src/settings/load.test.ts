import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oneOf, path, SettingsError } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { defaultFile } from "./describe.js";
import { loadSettings } from "./load.js";
import { makeTable, SERVICE_TABLE } from "./table.js";

const TABLE = makeTable([
  { name: "first", settings: {} },
  {
    name: "second",
    settings: {
      "second.mode": { type: oneOf("quiet", "loud"), default: "quiet", description: "How it is." },
      "second.place": { type: path, description: "Where it is." },
    },
  },
]);

function fileWith(text: string): string {
  const file = join(scratch(), "pilothouse.toml");
  writeFileSync(file, text);
  return file;
}

const message = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
};

describe("settings of the service", () => {
  it("come from flags before variables before the file before the defaults", () => {
    const file = fileWith('locale = "de"\n[https]\nport = 1\n[http]\nport = 2\n[limits]\nconnections = 3\n');
    const { settings, sources } = loadSettings({
      file,
      env: { PILOTHOUSE_HTTPS_PORT: "11", PILOTHOUSE_HTTP_PORT: "12" },
      flags: { "https.port": "21" },
    });
    expect([settings["https.port"], settings["http.port"], settings["limits.connections"]]).toEqual([
      21, 12, 3,
    ]);
    expect(settings.locale).toBe("de");
    expect(settings["auth.token_lifetime"]).toBe(86_400_000);
    expect(sources["https.port"]).toEqual({ source: "flag", where: "--https-port" });
    expect(sources["http.port"]).toEqual({ source: "environment", where: "PILOTHOUSE_HTTP_PORT" });
    expect(sources["limits.connections"]).toEqual({ source: "file", where: `${file}:7` });
    expect(sources.host.source).toBe("default");
  });

  it("come from the files beside it after the file, in the order of their names", () => {
    const file = fileWith('locale = "de"\n[https]\nport = 1\n[http]\nport = 1\n');
    const folder = file.replace(/toml$/, "d");
    mkdirSync(folder);
    const beside = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const second = beside("b.toml", "[http]\nport = 3\n");
    const first = beside("a.toml", "[http]\nport = 2\n[https]\nport = 2\n");
    beside("a.toml.dpkg-old", "[http]\nport = 4\n");
    const { settings, sources, besides } = loadSettings({ file, env: {} });
    expect([settings.locale, settings["https.port"], settings["http.port"]]).toEqual(["de", 2, 3]);
    expect(sources["https.port"]).toEqual({ source: "file", where: `${first}:4` });
    expect(besides).toEqual([first, second]);
    const bad = beside("c.toml", "colour = 1\n");
    expect(message(() => loadSettings({ file, env: {} }))).toContain(`${bad}:1: colour is not a setting`);
  });

  it.each([
    ["[https]\n\nport = 70000", ":3: https.port wants a whole number from 0 to 65535"],
    ["[https]\nport = '7650'", ":2: https.port wants a whole number"],
    ["[http]\njson = true", ":2: http.json is not a setting"],
    ["colour = 1", ":1: colour is not a setting"],
    ["http.port = 1.5", ":1: http.port wants"],
    ["[auth]\ntoken_lifetime = '1 day'", ":2: auth.token_lifetime wants a time such as"],
    ["[https\nport=1", ":1: "],
    ["locale = 'xx'", ":1: locale wants one of en, de, es, fr, pt, ru, zh"],
    ["host = 1979-05-27", ":1: host wants a text"],
  ])("name the file, the line and what is wanted (%j)", (text, expected) => {
    const file = fileWith(text);
    expect(message(() => loadSettings({ file, env: {} }))).toContain(file + expected);
  });

  it("name a bad or unknown variable, a bad flag and a file that is not there", () => {
    expect(message(() => loadSettings({ env: { PILOTHOUSE_HTTPS_PORT: "x" } }))).toBe(
      'PILOTHOUSE_HTTPS_PORT wants a whole number from 0 to 65535, got "x"',
    );
    expect(message(() => loadSettings({ env: { PILOTHOUSE_HTPS_PORT: "1" } }))).toContain(
      "PILOTHOUSE_HTPS_PORT",
    );
    expect(message(() => loadSettings({ env: {}, flags: { locale: "" } }))).toContain("--locale wants");
    expect(message(() => loadSettings({ env: {}, file: "/nonexistent/p.toml" }))).toContain(
      "/nonexistent/p.toml",
    );
  });

  it("take amounts of data with their unit, in bytes", () => {
    const monthly = (text: string) =>
      loadSettings({ env: {}, flags: { "budget.monthly": text } }).settings["budget.monthly"];
    expect([monthly("500GB"), monthly("1.5TB"), monthly("2 GiB"), monthly("7B")]).toEqual([
      500_000_000_000, 1_500_000_000_000, 2_147_483_648, 7,
    ]);
    for (const bad of ["500", "0GB", "-1GB", "5gb", "1e3GB", "99999999999TB", "GB"])
      expect(message(() => monthly(bad))).toContain("--budget-monthly wants an amount of data");
    const { type } = SERVICE_TABLE.get("budget.monthly") ?? {};
    expect(
      [500_000_000_000, 2_147_483_648, 1_500_000_000_000, 7].map((value) => type?.toToml(value)),
    ).toEqual(['"500GB"', '"2GiB"', '"1500GB"', '"7B"']);
  });

  it("that can be set on a page say what they want with a code, so that the page can say it too", () => {
    const rows = [...SERVICE_TABLE].filter(([, { live }]) => live === "rpc");
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.flatMap(([name, { type }]) => (type.means === undefined ? [name] : []))).toEqual([]);
  });

  it("are read from the usual place when there is a file, and do without one", () => {
    const home = scratch();
    const { settings, file } = loadSettings({ env: { HOME: home } });
    expect(file).toBeUndefined();
    expect(settings.data_dir).toBe(join(home, ".local/state/pilothouse"));
    expect(loadSettings({ env: { HOME: home, XDG_STATE_HOME: "/x" } }).settings.data_dir).toBe(
      "/x/pilothouse",
    );
  });

  it("are all in the documented file, whose lines, uncommented, give the defaults", () => {
    const text = defaultFile(TABLE).replaceAll(/^# ([a-z_]+ = .*)$/gm, "$1");
    const file = fileWith(text.replace(/^data_dir = .*$/m, ""));
    const given = loadSettings({ file, env: {} }, TABLE).settings;
    expect(given).toEqual(loadSettings({ env: { XDG_CONFIG_HOME: "/nonexistent" } }, TABLE).settings);
    for (const name of TABLE.keys())
      expect(defaultFile(TABLE)).toMatch(new RegExp(`^# ${name.split(".").at(-1)} =`, "m"));
  });
});

describe("settings of drivers", () => {
  it("are read as the service's own are, and router takes the names of the drivers", () => {
    const file = fileWith("[second]\nmode = 'loud'\n");
    const { settings, sources } = loadSettings({ file, env: { PILOTHOUSE_SECOND_PLACE: "/x" } }, TABLE);
    expect(settings).toMatchObject({ router: "first", "second.mode": "loud", "second.place": "/x" });
    expect(sources["second.mode"]).toEqual({ source: "file", where: `${file}:2` });
    const router = (name: string) =>
      loadSettings({ env: {}, flags: { router: name } }, TABLE).settings.router;
    expect(router("second")).toBe("second");
    expect(message(() => router("third"))).toBe('--router wants one of first, second, got "third"');
    expect(message(() => loadSettings({ env: {}, flags: { "second.mood": "x" } }, TABLE))).toContain(
      "--second-mood is not a setting",
    );
  });

  it("are refused where they could be confused with those of another", () => {
    const row = { type: path, description: "A path." };
    expect(() => makeTable([{ name: "one", settings: { "two.place": row } }])).toThrow("two.place");
    const http = { name: "http", settings: { "http.port": row } };
    expect(() => makeTable([http])).toThrow("http.port");
  });
});
