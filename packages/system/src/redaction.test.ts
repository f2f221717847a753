import { randomBytes } from "node:crypto";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEveryAddress, isLoopback } from "./loopback.js";
import { Redactor } from "./redaction.js";

const PART = 12;
const NOBODY = { secrets: [], hosts: [], users: [], homes: [] };
const redactor = new Redactor(NOBODY);

/** I2P's own base64: 32 bytes in 44 characters. */
const identity = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "~"));
const base32 = fc.stringMatching(/^[a-z2-7]{52}$/).map((name) => `${name}.b32.i2p`);
const token = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("base64url"));
const hex = fc
  .uint8Array({ minLength: 20, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const ipv4 = fc.ipV4().filter((address) => !address.startsWith("127.") && address !== "0.0.0.0");
// Loopback stays in a report, however it is written: "0::1" too.
const ipv6 = fc.ipV6().filter((address) => !isLoopback(address) && !isEveryAddress(address));
const mac = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => [...bytes].map(pair).join(":"));
const fingerprint = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => [...bytes].map(pair).join(":").toUpperCase());
const pair = (byte: number) => byte.toString(16).padStart(2, "0");

/** What surrounds such values in logs, errors and settings. */
const around = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "[",
    "]:7650",
    "/",
    ":",
    "=",
    '"',
    "'",
    ", ",
    "@",
    "router ",
    "at ",
    "(",
    ")",
    "\n",
  ),
  fc.string({ maxLength: 12 }),
);

describe("what can be recognised by its form", () => {
  it.each([
    ["an identity of a router", identity],
    ["a hidden name", base32],
    ["a token", token],
    ["a hash", hex],
    ["an IPv4 address", ipv4],
    ["a hardware address", mac],
    ["a fingerprint", fingerprint],
  ])("%s is never left, with any text around it", (_what, canary) => {
    fc.assert(
      fc.property(around, canary, around, (before, found, after) => {
        // With a digit before it, it may be an address of this machine, which is left.
        fc.pre(!/127\.|\d$/.test(before));
        const left = redactor.text(before + found + after);
        expect(left).not.toContain(found);
        // And not enough of it to find the rest.
        const parts = [...found]
          .map((_, at) => found.slice(at, at + PART))
          .filter((part) => part.length === PART);
        expect(
          parts.find((part) => left.includes(part) && !`${before}|${after}`.includes(part)),
        ).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  // Letters of hexadecimal right beside an address make it another one, and every letter may be all that is left.
  it("an IPv6 address is never left", () => {
    const apart = fc.constantFrom(
      "",
      " ",
      "[",
      "]",
      "]:7650",
      "/",
      "=",
      '"',
      "from ",
      "%eth0 ",
      ",",
      "(",
      "key:",
    );
    fc.assert(
      fc.property(apart, ipv6, apart, (before, found, after) => {
        const text = redactor.text(before + found + after);
        expect(text).not.toContain(found);
        expect(text.replaceAll(/<address-\d+>/g, "")).not.toMatch(/[0-9a-f]*:[0-9a-f]+:/i);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["password=hunter2", "hunter2"],
    ['"Password":"hunter2 and \\" more","API":1', "hunter2"],
    ["Token: abc", "abc"],
    ["password: <hunter2", "hunter2"],
    ["i2pcontrol.password = s3cret", "s3cret"],
    ["Authorization: Digest username=alice, response=0123", "alice"],
    ["Cookie: a=b; c=d", "c=d"],
    ["https://alice:hunter2@router.lan/x", "hunter2"],
    ["https://alice:hunter2@router.lan/x", "router.lan"],
    ["connecting to http://proxy.example:4444/", "proxy.example"],
    ["open /home/alice/.i2pd/router.keys", "alice"],
    ["mail bob@example.net", "bob"],
    ["-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----", "MIGHAgEA"],
    ["/var/lib/i2pd/netDb/r~/routerInfo-~Ab1-defGHIjklMNOpqrSTUvwxYZ0123456789abcdefghi=.dat", "defGHIjkl"],
  ])("%j loses %j", (text, gone) => {
    expect(redactor.text(text)).not.toContain(gone);
  });

  it.each([
    "listens on https://127.0.0.1:7650/ and [::1]:7657, host 0.0.0.0, ::",
    "i2pd 2.59.0 at 2026-11-15T04:05:06.789Z, 12:34:56",
    "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL",
    "/usr/lib/node_modules/pilothouse/packages/server/dist/index.js: EACCES",
    "the factory password is no longer in force",
  ])("%j stays as it is", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("what is known of this machine", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9-]{3,14}$/);
  const secret = fc
    .string({ minLength: 4, maxLength: 24, unit: "binary" })
    .filter((one) => one.trim().length > 3);

  it("is taken out everywhere, in any value", () => {
    fc.assert(
      fc.property(
        fc.record({ secret, host: word, user: word }),
        fc.anything({ withNullPrototype: false }),
        around,
        ({ secret, host, user }, thing, filler) => {
          const one = new Redactor({
            secrets: [secret],
            hosts: [host],
            users: [user],
            homes: [`/srv/${user}`],
          });
          const planted = {
            plain: `${filler}${secret}${filler}`,
            json: JSON.stringify({ secret }),
            url: `x?q=${encodeURIComponent(secret.toWellFormed())}`,
            nested: [{ deep: [`${host.toUpperCase()}.lan`, `${user}@${host}`] }],
            path: `/srv/${user}/data`,
            thing,
          };
          const { plain, json, url, nested, path } = one.value(planted) as { [name: string]: unknown };
          const text = `${JSON.stringify([nested, path])}`.toLowerCase();
          const rest = text.replaceAll(/<[a-z]+-\d+>/g, "");
          for (const name of [host, user])
            if (!/^(nested|srv|data|lan)/.test(name)) expect(rest).not.toContain(name);
          const gone = (shown: unknown) => String(shown).replaceAll(/<[a-z]+-\d+>|<secret>/g, "");
          const own = `${filler}${filler}{"secret":""}x?q=`;
          if (own.toLowerCase().includes(secret.toLowerCase())) return;
          expect(gone(plain)).not.toContain(secret);
          expect(gone(json)).not.toContain(JSON.stringify(secret).slice(1, -1));
          expect(gone(url)).not.toContain(encodeURIComponent(secret.toWellFormed()));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("has one mark for one thing, so that a report shows what belongs together", () => {
    const one = new Redactor({ ...NOBODY, hosts: ["attic.lan"] });
    const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString("hex"));
    expect(one.text(`attic.lan ATTIC.LAN 10.0.0.1 10.0.0.2 10.0.0.1 ${first} ${second} ${first}`)).toBe(
      "<host-1> <host-1> <address-1> <address-2> <address-1> <identity-1> <identity-2> <identity-1>",
    );
  });

  it("does not split words for a short name, and keeps names that every machine has", () => {
    const one = new Redactor({ ...NOBODY, users: ["al", "root"], hosts: ["localhost", "127.0.0.1"] });
    expect(one.text("al and alpha, as root on localhost at 127.0.0.1")).toBe(
      "<user-1> and alpha, as root on localhost at 127.0.0.1",
    );
  });

  it("gives a home directory its usual sign", () => {
    const one = new Redactor({ ...NOBODY, homes: ["/home/alice"], users: ["alice"] });
    expect(one.text("/home/alice/.local/state")).toBe("~/.local/state");
  });
});

describe("hostile text", () => {
  const LENGTH = 131_072;
  /** What takes quadratic time needs many minutes for that on any machine. */
  const LIMIT_MS = 20_000;
  const repeated = [
    ..."Aa-/@:.~=\"'\\<$%_0, ",
    ..."a. A/ // a: :: %3a 1. -a +/ x@ @x a@b, :a@b //: ://a@ eyJ- eyJ. .i2p a.i2p /home/ \\\" '= $1$ $argon2".split(
      " ",
    ),
    ...'pass= pass=" pass=\' pass=\\" password token. cookie= authorization: basic bearer'.split(" "),
    ...[
      "-----BEGIN ",
      "-----END ",
      "-----BEGIN -----END",
      "basic ",
      "pass ",
      "cookie ",
      "{SHA}",
      "i2np.ntcp2.sp=",
    ],
  ];

  it.each(repeated)("of %j takes time in proportion to its length", (unit) => {
    const text = `${unit.repeat(LENGTH / unit.length)} end`;
    const redact = () => redactor.text(text);
    expect(() => runInNewContext("redact()", { redact }, { timeout: LIMIT_MS })).not.toThrow();
  });
});

describe("a line of a log", () => {
  it("is cut where it is too long, and says so, but not within what may be a key", () => {
    const line = redactor.line(`${"word ".repeat(1_000)}end`);
    expect(line).toMatch(/^(word )+ … \(cut\)$/);
    expect(line.length).toBeLessThanOrEqual(2_010);
    const key = randomBytes(48).toString("base64url");
    for (let at = 1_930; at < 2_000; at++) {
      const shown = redactor.line(`${"x ".repeat(at / 2)}${key} end of it`);
      expect(shown).not.toContain(key.slice(0, PART));
    }
    expect(redactor.line("A".repeat(262_144)).length).toBeLessThanOrEqual(2_010);
  });

  it("keeps the time, thread and level with which i2pd begins it, and nothing else that looks like a login", () => {
    expect(redactor.line("17:34:10@872/warn - Reseed: no answer of 192.0.2.9")).toMatch(
      /^17:34:10@872\/warn - Reseed: no answer of <address-\d+>$/,
    );
    expect(redactor.line("17:34:10@router.lan/path - x")).not.toContain("34:10");
    expect(redactor.line("at 17:34:10@872/warn - x")).not.toContain("34:10");
  });

  it("ends where it names a secret, since its words are not ours", () => {
    const one = new Redactor({ ...NOBODY, secrets: ["known one"] });
    expect(one.line("saw known one, then <password> hunter2")).toBe(
      "saw <secret-1>, then <password <secret>",
    );
    expect(redactor.line("I2PControl: Invalid password hunter2 of somebody")).toBe(
      "I2PControl: Invalid password <secret>",
    );
  });
});
