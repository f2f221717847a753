import { describe, expect, it } from "vitest";
import { hideInLine } from "./hide-in-line.js";
import { HIDDEN, hideSecrets } from "./hide-secrets.js";
import { SETTING_NAMES } from "./secret-names.js";
import { hiddenIn, holdsSecret, shownSetting, withoutSecrets } from "./secret-setting.js";
import { SECRET_VALUES, someName } from "./testing/planted.js";

const { "Java I2P": java, i2pd, Pilothouse: own } = SETTING_NAMES;

describe("a setting holds a secret", () => {
  it.each([...java.secret, ...i2pd.secret, ...own.secret])(
    "if it is called %s, whatever its value",
    (name) => {
      for (const value of ["", "x", "true", "17"]) {
        expect(holdsSecret(someName(name), value)).toBe(true);
        expect(holdsSecret(someName(name).toUpperCase(), value)).toBe(true);
      }
    },
  );

  it.each(["my.passwd", "my.pwd", "x.Token", "some.privKey", "a.secretThing", "nonce", "credentials"])(
    "if it is called %s, unless it is only switched on or off",
    (name) => {
      expect(["", "x", "17", "true", "False"].map((value) => holdsSecret(name, value))).toEqual([
        ...[true, true, true],
        ...[false, false],
      ]);
    },
  );

  it.each(Object.entries(SECRET_VALUES))("if its value is %s", (_kind, value) => {
    expect(holdsSecret("some.setting", value)).toBe(true);
    expect(holdsSecret("some.setting", `-Dx=1 ${value} -Dy=2`)).toBe(true);
    expect(shownSetting("some.setting", value)).toBe(HIDDEN);
    expect(hideSecrets(`it said: ${value}, and more`)).not.toContain(value);
  });
});

describe("a short text", () => {
  it.each(["eyJa.bc", "bearer a1b2c3", "ann:b@c", "//a:b@c", "pass=x", "$1$a$b", "{MD5}x", "cookie: x"])(
    "holds a secret if it is like %s",
    (text) => expect(hideSecrets(text)).not.toBe(text),
  );

  it.each(["", "true", "17", "192.0.2.1", "a/b,c_d-e", "aPassw0rd"])("holds none if it is like %j", (text) =>
    expect(hideSecrets(text)).toBe(text),
  );
});

describe("a setting holds no secret", () => {
  it.each([...java.harmless, ...i2pd.harmless, ...own.harmless])("if it is called %s", (name) => {
    for (const value of ["", "true", "17", "2h", "transient", "/var/lib/i2pd/router.keys"])
      expect(holdsSecret(someName(name), value)).toBe(false);
    expect(holdsSecret(someName(name), SECRET_VALUES["a login in an address"])).toBe(true);
  });

  it.each([...java.open, ...i2pd.open, ...own.open])(
    "if it is called %s, though its value is long",
    (name) => {
      expect(holdsSecret(someName(name), SECRET_VALUES["a key in I2P's base64"])).toBe(false);
    },
  );

  it.each([
    ["i2np.bandwidth.inboundKBytesPerSecond", "1024"],
    ["i2np.udp.addressSources", "local,upnp,ssu"],
    ["i2np.ntcp.hostname", "a-rather-long-name-of-a-router-01.example.org"],
    ["i2np.udp.host", "2001:db8:85a3:8d3:1319:8a2e:370:7348"],
    ["i2np.lastIP", "192.0.2.1"],
    ["i2p.reseedURL", "https://reseed.example.org/,https://other.example.org:8443/i2pseeds.su3"],
    [
      "addressbook.defaulturl",
      "http://shx5vqsw7usdaunyzr2qmes2fq37oumybpudrd4jjj4e4vk4uusa.b32.i2p/hosts.txt",
    ],
    ["ntcp2.proxy", "socks5://127.0.0.1:9050"],
    ["logfile", "/usr/lib/x86_64-linux-gnu/some/rather/long/path/of/a/Directory/i2pd.log"],
    ["reseed.file", "/tmp/ph-mOMIDZ/i2pnet-HhrVYI/driven-nAQHc7/SEED"],
    ["routerconsole.clientApp.main", "net.i2p.router.web.RouterConsoleRunner"],
    ["router.firstInstalled", "1730000000000"],
    ["router.version", "2.13.0-3-rc"],
    ["help.mail", "operator@example.org"],
    ["time", "2026-11-15T04:05:06.789Z"],
  ])("%s = %s", (name, value) => {
    expect([value, shownSetting(name, value)]).toEqual([value, value]);
  });
});

describe("what is hidden", () => {
  it("leaves the others among settings", () => {
    const all = new Map([
      ["a", "1"],
      ["http.pass", "x"],
      ["proxy", "http://u:w@h/"],
    ]);
    expect([...withoutSecrets(all)]).toEqual([["a", "1"]]);
  });

  it("is recognised when it comes back as a value", () => {
    expect(hiddenIn(new Map([["a", "1"]]))).toBeUndefined();
    expect(hiddenIn(new Map([["a", HIDDEN]]))).toBe("a");
    expect(hiddenIn(new Map([["a", hideSecrets("http://u:w@h/")]]))).toBe("a");
  });

  it.each([
    ["http://u:w@host/x", "http://(hidden)@host/x"],
    ["user:w/or@d@host:1", "(hidden)@host:1"],
    ["http://a/x?token=abc&n=1", "http://a/x?token=(hidden)&n=1"],
    ['{"password":"a \\" b","n":1}', '{"password":(hidden),"n":1}'],
    ['{\\"Token\\":\\"abc\\"}', '{\\"Token\\":(hidden)}'],
    ["Basic dXNlcjp3b3Jk", "Basic (hidden)"],
    [
      "Basic settings of net.i2p.crypto.KeyManager: ready",
      "Basic settings of net.i2p.crypto.KeyManager: ready",
    ],
    ["http://host:80/a@b, http://host/~a@b", "http://host:80/a@b, http://host/~a@b"],
    ['the router has "lab.key": write over it', 'the router has "lab.key": write over it'],
    ["router.passwordManager.migrated=true", "router.passwordManager.migrated=true"],
  ])("of %j leaves %j", (text, left) => {
    expect(hideSecrets(text)).toBe(left);
    expect(hideSecrets(left)).toBe(left);
  });

  it("is the rest of a line after the name of a secret", () => {
    expect(hideInLine("wrong password hunter2 for i2cp")).toBe("wrong password (hidden)");
    expect(hideInLine("17:34:10@872/warn - wrong password hunter2")).toBe(
      "17:34:10@872/warn - wrong password (hidden)",
    );
    expect(hideInLine('changed {"name":"i2np.ntcp2.sp","new":"x"}')).toBe(
      'changed {"name":"i2np.ntcp2.sp (hidden)',
    );
  });
});
