import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import type { Fields } from "../wire.js";

const LABEL = "a".repeat(63);
const PORT = {
  good: ["1", "80", "24117", "65535"],
  bad: ["0", "65536", "99999999999", "-1", "+1", " 1", "1 ", "1e3", "01", "1.0", "0x10", "", "abc", "１２"],
};
const HOST = {
  good: ["example.org", "a", "xn--bcher-kva.example", "192.0.2.1", "2001:db8::1", "::1", LABEL, ""],
  bad: [
    "exa mple.org",
    "-a.example",
    "a-.example",
    "a..example",
    "http://example.org",
    "example.org:80",
    "256.1.1.1",
    "1.2.3",
    "1.2.3.4.5",
    "2001:db8::1::2",
    ":::",
    "[::1]",
    `${LABEL}a`,
    `${LABEL}.${LABEL}.${LABEL}.${LABEL}`,
    "host\n",
    "host;name",
    "bücher.example",
  ],
};
const SWITCH = { good: ["true", "false"], bad: ["TRUE", "True", "yes", "1", "0", "", " true"] };
const RATE = {
  good: ["0", "1", "1024", "2147483647"],
  bad: ["2147483648", "99999999999999999999", "-1", "+5", "007", "1.5", "1e3", "", " ", "5 "],
};

/** The writable settings with values at and beyond each bound. */
const SETTINGS: readonly (readonly [
  string,
  { readonly good: readonly string[]; readonly bad: readonly string[] },
])[] = [
  ["router.net.ntcp.port", PORT],
  ["router.net.ntcp.hostname", HOST],
  ["router.net.ntcp.autoip", { good: ["always", "true", "false"], bad: ["never", "Always", "", "1"] }],
  ["router.net.ssu.port", PORT],
  ["router.net.ssu.hostname", HOST],
  [
    "router.net.ssu.autoip",
    {
      good: ["ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"],
      bad: ["upnp,local,ssu", "local", "local, ssu", "SSU", ""],
    },
  ],
  ["router.net.upnp", SWITCH],
  [
    "router.net.bw.share",
    { good: ["0", "1", "50", "100"], bad: ["101", "-1", "050", "100.0", "1e1", "", "x"] },
  ],
  ["router.net.bw.in", RATE],
  ["router.net.bw.out", RATE],
  ["router.net.laptopmode", SWITCH],
];
const DETECTED = "router.net.ssu.detectedip";
const ALL = [...SETTINGS.map(([key]) => key), DETECTED];
const pairs = (which: "good" | "bad") =>
  SETTINGS.flatMap(([key, values]) => values[which].map((value) => [key, value] as const));

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
const setting = (params: Fields) => here.call("NetworkSetting", params);

describe("NetworkSetting reads", () => {
  it.each(ALL.flatMap((key) => [`svc.${key}`, `i2p.${key}`]))("%s, as a string or null", async (key) => {
    const { result } = await setting({ [key]: null });
    expect(Object.keys(result)).toEqual([key, "SettingsSaved", "RestartNeeded"]);
    expect(result[key]).toSatisfy((value) => value === null || typeof value === "string");
    expect(result["SettingsSaved"]).toBe(false);
  });

  it("all keys of one request, mixed in spelling, each as it was asked", async () => {
    const asked = ALL.map((key, index) => `${index % 2 === 0 ? "i2p" : "svc"}.${key}`);
    const { result } = await setting(Object.fromEntries(asked.map((key) => [key, null])));
    expect(Object.keys(result)).toEqual([...asked, "SettingsSaved", "RestartNeeded"]);
  });

  it("nothing at all, and says so", async () => {
    // Another case may have written what needs a restart.
    const fresh = await startHere();
    const { result } = await fresh.call("NetworkSetting", {});
    expect(result).toEqual({ SettingsSaved: false, RestartNeeded: false });
  });

  it.each(["", "x", "192.0.2.1", "null", 5, true, ["1"], {}])(
    "the detected address with any value: %j",
    async (value) => {
      const { result } = await setting({ [`i2p.${DETECTED}`]: value });
      const read = await setting({ [`i2p.${DETECTED}`]: null });
      expect(result).toEqual(read.result);
      expect(result["SettingsSaved"]).toBe(false);
    },
  );

  it("the address that the router has detected, once it has", async () => {
    here.clock.advance(60_000);
    expect((await setting({ [`svc.${DETECTED}`]: null })).result[`svc.${DETECTED}`]).toMatch(/^[\d.]+$/);
  });
});

describe("NetworkSetting writes", () => {
  it.each(pairs("good"))("%s: %j and returns the new value", async (key, value) => {
    const name = `${value.length % 2 === 0 ? "svc" : "i2p"}.${key}`;
    const { result } = await setting({ [name]: value });
    const expected = value === "" ? null : value;
    expect(result[name]).toBe(expected);
    expect(result["SettingsSaved"]).toBe(true);
    expect((await setting({ [`svc.${key}`]: null })).result[`svc.${key}`]).toBe(expected);
  });
});

describe("NetworkSetting refuses", () => {
  let before: Fields;
  beforeEach(async () => {
    before = await here.settings();
  });
  const refuses = async (params: Fields, named: string) => {
    const { code, message, json } = await setting(params);
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters/);
    expect(message).toContain(named);
    expect(json.error?.data).toMatchObject({ key: named, reason: expect.stringMatching(/./) });
    expect(await here.settings()).toEqual(before);
  };

  it.each(pairs("bad"))("%s: %j", async (key, value) => {
    await refuses({ [`svc.${key}`]: value }, `svc.${key}`);
  });

  it.each(
    SETTINGS.flatMap(([key]) =>
      [5, 0, true, false, ["1"], { value: "1" }].map((value) => [key, value] as const),
    ),
  )("%s: %j, which is no string", async (key, value) => {
    await refuses({ [`i2p.${key}`]: value }, `i2p.${key}`);
  });

  it.each([
    "svc.router.net.nonsense",
    "router.net.bw.in",
    "svc.router.uptime",
    "svc.router.net.bw.In",
    "bw.in",
    "constructor",
    "toString",
  ])("the unknown key %s, whether it reads or writes", async (key) => {
    await refuses({ [key]: null }, key);
    await refuses({ [key]: "1" }, key);
  });

  it("a key written under both its names", async () => {
    await refuses({ "svc.router.net.bw.in": "11", "i2p.router.net.bw.in": "12" }, "i2p.router.net.bw.in");
  });

  it.each([
    [{ "svc.router.net.bw.in": "77", "svc.router.net.bw.share": "101" }, "svc.router.net.bw.share"],
    [{ "svc.router.net.bw.share": "101", "svc.router.net.bw.in": "77" }, "svc.router.net.bw.share"],
    [{ "i2p.router.net.bw.in": "77", "svc.router.nonsense": null }, "svc.router.nonsense"],
    [{ "svc.router.net.bw.in": "77", "svc.router.net.upnp": true }, "svc.router.net.upnp"],
  ])("a whole request if one part is bad: %j", async (params, named) => {
    await refuses(params, named);
  });
});

describe("RestartNeeded", () => {
  const FREE = [
    ["router.net.ntcp.autoip", "always"],
    ["router.net.ssu.autoip", "ssu"],
    ["router.net.upnp", "false"],
    ["router.net.bw.share", "33"],
    ["router.net.bw.in", "333"],
    ["router.net.bw.out", "33"],
    ["router.net.laptopmode", "true"],
  ] as const;
  const WAITING = [
    ["router.net.ntcp.port", "4001"],
    ["router.net.ntcp.hostname", "ntcp.example"],
    ["router.net.ssu.port", "4002"],
    ["router.net.ssu.hostname", "ssu.example"],
  ] as const;
  const restart = async () => {
    await here.call("RouterManager", { Restart: true });
    here.clock.advance(10_000);
  };
  const needed = async (params: Fields = {}) => (await setting(params)).result["RestartNeeded"];
  beforeEach(restart);

  it.each(FREE)("stays false when %s is changed", async (key, value) => {
    expect(await needed({ [`svc.${key}`]: value })).toBe(false);
  });

  it.each(WAITING)("turns true when %s is changed, and a restart clears it", async (key, value) => {
    expect(await needed()).toBe(false);
    expect(await needed({ [`svc.${key}`]: value })).toBe(true);
    expect(await needed({ "svc.router.net.bw.in": null })).toBe(true);
    expect(await needed({ "svc.router.net.bw.in": "55" })).toBe(true);
    await restart();
    expect(await needed()).toBe(false);
    expect((await setting({ [`svc.${key}`]: null })).result[`svc.${key}`]).toBe(value);
  });

  it("stays false when a value is written that is already in force", async () => {
    const key = "svc.router.net.ntcp.port";
    const { result } = await setting({ [key]: null });
    expect(await needed({ [key]: result[key] })).toBe(false);
  });
});
