import type { Settings } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { SettingRefused } from "../../port.js";
import { closedArguments, defaultsOf } from "./closed.js";
import { checkChange as check, checkKnown, checkLine, isOwn, ruleFor } from "./guard.js";
import { I2PD_DEFAULTS, RULES } from "./rules.js";

const conf = (settings: { readonly [name: string]: string }) => new Map(Object.entries(settings));
const checkChange = (before: Settings, after: Settings, defaults = I2PD_DEFAULTS) =>
  check(before, after, defaults);
const set = (name: string, value: string, before: { readonly [name: string]: string } = {}) =>
  checkChange(conf(before), conf({ ...before, [name]: value }));

/** Options that came after 2.45.1, whose own list the tests with real routers go through. */
const LATER = `close http.showTotalTCSR http.theme httpproxy.i2p.streaming.maxInboundSpeed
  httpproxy.i2p.streaming.maxOutboundSpeed httpproxy.i2p.streaming.maxWindowSize
  httpproxy.i2p.streaming.profile httpproxy.senduseragent i2cp.inboundlimit i2cp.outboundlimit insomnia
  limits.zombies sam.portudp shareddest.i2cp.leaseSetEncType shareddest.i2cp.leaseSetType
  shareddest.i2p.streaming.profile shareddest.inbound.length shareddest.inbound.quantity
  shareddest.outbound.length shareddest.outbound.quantity socksproxy.i2p.streaming.maxInboundSpeed
  socksproxy.i2p.streaming.maxOutboundSpeed socksproxy.i2p.streaming.maxWindowSize
  socksproxy.i2p.streaming.profile ssu2.firewalled4 ssu2.firewalled6 stan svcctl
  ntcp2.version reseed.followredirect`.split(/\s+/);

describe("the rules for i2pd's options", () => {
  it("judge every option once, and say why", () => {
    const names = RULES.flatMap((rule) => rule.names.split(/\s+/));
    expect(new Set(names).size).toBe(names.length);
    for (const rule of RULES)
      expect("harmless" in rule ? rule.harmless : rule.why).toMatch(/^rule\.\w+$|^.{11,}$/);
    expect(LATER.filter((name) => ruleFor(name) === undefined)).toEqual([]);
  });

  it.each([
    ["datadir", "/tmp"],
    ["conf", "/tmp/x"],
    ["pidfile", "/tmp/x"],
    ["daemon", "true"],
    ["logfile", "/home/me/.profile"],
    ["addressbook.hostsfile", "/home/me/.profile"],
    ["tunconf", "/tmp/x"],
    ["tunnelsdir", "/tmp/x"],
    ["certsdir", "/tmp/x"],
    ["reseed.file", "/tmp/x.su3"],
    ["reseed.zipfile", "/tmp/x.zip"],
    ["reseed.floodfill", "/tmp/x"],
    ["reseed.urls", "https://192.0.2.1/"],
    ["reseed.followredirect", "true"],
    ["httpproxy.keys", "../x.dat"],
    ["socksproxy.keys", "/tmp/x.dat"],
    ["family", "../x"],
    ["limits.coresize", "100"],
    ["http.address", "0.0.0.0"],
    ["http.address", "192.0.2.1"],
    ["httpproxy.address", "0.0.0.0"],
    ["socksproxy.address", "::"],
    ["sam.address", "0.0.0.0"],
    ["bob.address", "0.0.0.0"],
    ["i2cp.address", "/tmp/socket"],
    ["http.strictheaders", "false"],
    ["http.hostname", "evil.example"],
    ["http.webroot", "@evil.example/"],
    ["http.webroot", '/"><script>'],
    ["log", "/tmp/x"],
  ])("refuse by name, with the reason and the way to do it: %s = %s", (name, value) => {
    expect(() => set(name, value)).toThrow(SettingRefused);
    expect(() => set(name, value)).toThrow(new RegExp(`^${name} .{10,}\\. To change it anyway: .{10,}`));
  });

  it("refuse with codes, for the rule and for what to do instead", () => {
    let refused: unknown;
    try {
      set("datadir", "/tmp");
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({
      key: "datadir",
      why: {
        code: "i2pd.rule",
        values: { name: "datadir", "why.code": "rule.dataDir", "instead.code": "instead.setting" },
      },
    });
  });

  it.each([
    ["share", "80"],
    ["httpproxy.i2cp.leaseSetEncType", "4,0"],
    ["httpproxy.keys", "transient-proxy"],
    ["httpproxy.keys", "proxy.dat"],
    ["reseed.urls", ""],
    ["reseed.verify", "true"],
    ["http.address", "127.0.0.1"],
    ["http.webroot", "/router/"],
    ["sam.address", "::1"],
    ["daemon", "false"],
    ["log", "file"],
    ["loglevel", "debug"],
    ["unix.handle_sigtstp", "true"],
    ["httpproxy.outproxy", "http://a.i2p/;b=c"],
  ])("let through otherwise: %s = %s", (name, value) => {
    expect(() => set(name, value)).not.toThrow();
  });

  it("leave alone what was decided on the machine itself", () => {
    const local = { logfile: "/var/log/i2pd.log", "http.address": "192.0.2.1", "reseed.verify": "false" };
    expect(() => set("share", "80", local)).not.toThrow();
    expect(() => set("logfile", "/var/log/other.log", local)).toThrow("logfile");
    expect(() => checkChange(conf(local), conf({ share: "1" }))).not.toThrow();
  });

  it("judge a removed setting by the default that then counts", () => {
    expect(() => checkChange(conf({ "reseed.verify": "true" }), conf({}))).toThrow("reseed.verify");
    expect(() => checkChange(conf({ "http.enabled": "false" }), conf({}))).toThrow("http.enabled");
    const closed = conf({ "reseed.verify": "true", "http.enabled": "false", "http.auth": "false" });
    expect(() => checkChange(closed, conf({}), closed)).not.toThrow();
  });

  it("see through settings that are only dangerous together", () => {
    const off = { "http.enabled": "false" };
    expect(() => set("http.enabled", "true", off)).toThrow("http.auth");
    expect(() => set("http.enabled", "true", { ...off, "http.auth": "true" })).not.toThrow();
    const on = { "http.enabled": "true", "http.auth": "true" };
    expect(() => set("http.auth", "false", on)).toThrow("http.auth");
    const verified = { "reseed.verify": "true" };
    expect(() => set("reseed.urls", "https://192.0.2.1/", verified)).not.toThrow();
    expect(() => set("reseed.followredirect", "1", verified)).not.toThrow();
    expect(() => set("reseed.verify", "no", { ...verified, "reseed.urls": "https://192.0.2.1/" })).toThrow(
      "reseed.verify",
    );
  });

  it("refuse an option without a rule, unless it is there already", () => {
    const newer = conf({ "cloud.upload": "true" });
    expect(() => checkKnown(conf({}), newer)).toThrow("cloud.upload is not known");
    expect(() => checkKnown(newer, newer)).not.toThrow();
  });
});

describe("a router that we start", () => {
  it("is closed where its file says nothing", () => {
    expect(closedArguments(conf({}))).toEqual([
      "--reseed.verify=true",
      "--http.enabled=false",
      "--httpproxy.enabled=false",
      "--socksproxy.enabled=false",
      "--sam.enabled=false",
    ]);
  });

  it("has what its file asks for", () => {
    const asked = conf({ "http.enabled": "true", "httpproxy.port": "4444", "sam.enabled": "true" });
    expect(closedArguments(asked)).toEqual(["--reseed.verify=true", "--socksproxy.enabled=false"]);
  });

  it("is not opened by a client", () => {
    for (const [name, value] of [
      ["reseed.verify", "false"],
      ["http.enabled", "true"],
    ] as const) {
      const after = conf({ [name]: value });
      expect(() => checkChange(conf({}), after, defaultsOf("supervise", after))).toThrow(name);
    }
  });
});

describe("a setting that a client writes", () => {
  it.each([
    ["i2pcontrol.port", "7650"],
    ["i2pcontrol.enabled", "false"],
    ["i2pcontrol.new", "x"],
    ["[i2pcontrol", "x]"],
    [" i2pcontrol.port", "1"],
    ["i2pcontrol .port", "1"],
    ["a\nb", "1"],
    ["", "1"],
    ["a=b", "1"],
    ["a..b", "1"],
    ["share", "5 # of it"],
    ["share", " 5"],
    ["share", "5\ni2pcontrol.enabled = false"],
  ])(
    "is refused when it is the service's own, or more than one line that means just that: %j = %j",
    (name, value) => {
      expect(() => checkLine(name, value)).toThrow(SettingRefused);
    },
  );

  it("is never shown when it is the service's own", () => {
    expect(isOwn("i2pcontrol.password")).toBe(true);
    expect(isOwn("http.pass")).toBe(false);
  });
});
