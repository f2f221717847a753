import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { methodDefinition, SERVICE_METHOD_NAMES } from "@pilothouse/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { FACTORY, PASSWORD, rpc, send, tokenFor } from "../../blackbox/wire.js";
import { openTarget, type Target } from "../target.js";

/** What each method would do if it let a stranger in. */
const HARM = {
  Shutdown: true,
  "svc.router.net.bw.in": "1",
  "svccontrol.password": "taken over",
  setAll: {},
  name: "jsonrpc",
  running: false,
  Echo: "x",
};
/** A caller who is let in is answered at most that these parameters are wrong. */
const LET_IN: readonly (number | undefined)[] = [undefined, -32602];
/** This service belongs to no fleet, and backups are made on its machine only: it refuses these to everyone. */
const REFUSED = /^pilothouse\.(join|leave|membership|backup)$/;

const GUARDED = SERVICE_METHOD_NAMES.filter((name) => methodDefinition(name).guard !== "open");

// i2pd issue 2138: tokens were the clock's seconds and were never checked.
// NATS CVE-2025-30215: one method lacked the check that all others had.
describe("Every method of the table but two wants a token", () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget();
  });

  it("and no other is open", () => {
    expect(SERVICE_METHOD_NAMES.filter((name) => !GUARDED.includes(name))).toEqual([
      "Authenticate",
      "pilothouse.setup",
      "pilothouse.challenge",
      "pilothouse.signIn",
    ]);
  });

  const seconds = Math.floor(Date.UTC(2026, 5, 1, 12) / 1_000);
  it.each([
    ["absent", undefined, -32002],
    ["null", null, -32002],
    ["wrong", "B".repeat(43), -32003],
    ["a timestamp", String(seconds), -32003],
    ["a timestamp, as a number", seconds, -32003],
    ["the factory password", FACTORY, -32003],
    ["inherited by name", "__proto__", -32003],
    ["the SHA-256 of nothing", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", -32003],
  ])("a token that is %s opens no method, at any endpoint", async (_what, Token, code) => {
    const before = await target.state();
    const doors = target.doors.filter(({ method }) => method === "POST");
    for (const { url, path, headers } of doors) {
      const replies = await Promise.all(
        GUARDED.map((method) =>
          rpc(url, method, Token === undefined ? HARM : { ...HARM, Token }, { path, headers }),
        ),
      );
      expect(replies.map((reply) => reply.code)).toEqual(GUARDED.map(() => code));
    }
    expect(await target.state()).toEqual(before);
  });

  it("an expired one is reported as such once and opens no method", async () => {
    const { settings } = await target.state();
    const tokens = await Promise.all(GUARDED.map(() => tokenFor(target.https, PASSWORD)));
    target.clock.advance(24 * 3_600_000);
    for (const expected of [-32004, -32003]) {
      const replies = await Promise.all(
        GUARDED.map((method, n) => rpc(target.https, method, { ...HARM, Token: tokens[n] })),
      );
      expect(replies.map(({ code }) => code)).toEqual(GUARDED.map(() => expected));
    }
    target.token = await tokenFor(target.https, PASSWORD);
    expect(await target.state()).toMatchObject({ settings });
  });

  it("a good one opens each of them, so the refusals above were the token's", async () => {
    for (const method of GUARDED.filter((name) => !/logout|Manager|Service|webapps/.test(name)))
      expect([
        method,
        (REFUSED.test(method) ? [...LET_IN, -32000] : LET_IN).includes((await target.call(method)).code),
      ]).toEqual([method, true]);
  });
});

// i2p.i2p issue 66, qBittorrent CVE-2023-30801: a password that everyone knows, on an open port.
describe("A fresh installation", () => {
  it("does nothing for anyone until the factory password is changed", async () => {
    const target = await openTarget({ fresh: true });
    const Token = await tokenFor(target.https, FACTORY);
    for (const method of GUARDED) {
      if (methodDefinition(method).guard === "anyToken") continue;
      for (const { url, path, headers } of target.doors.filter((door) => door.method === "POST"))
        expect((await rpc(url, method, { ...HARM, Token }, { path, headers })).code).toBe(-32007);
    }
    const metrics = await send(target.https, "", {
      path: "/metrics",
      method: "GET",
      headers: { Authorization: `Bearer ${Token}` },
    });
    expect(metrics.status).toBe(401);
    expect((await rpc(target.https, "ServiceControl", { Token, "svccontrol.password": FACTORY })).code).toBe(
      -32602,
    );
  });
});

// AdGuard CVE-2026-41448: a token was used as part of a path.
describe("Any bytes may come as a token", () => {
  it("and no bytes name a file, a row or a place in memory", async () => {
    const target = await openTarget();
    const before = readdirSync(target.dataDir).sort();
    const tokens = [
      "../../../../etc/passwd",
      "..\\..\\pilothouse.db",
      `${target.dataDir}/key.pem`,
      "file:///etc/passwd",
      "' OR 1=1 --",
      '") OR ("1"="1',
      "%2e%2e%2fkey.pem",
      "\0",
      `${target.token}\0`,
      ` ${target.token}`,
      `${target.token}=`,
      "\ud800",
      "\u202e\ufeff",
      "constructor",
      "a".repeat(500_000),
      "$(id)",
      "%s%n",
    ];
    const codes = await Promise.all(tokens.map(async (Token) => (await target.call("Echo", { Token })).code));
    expect(codes).toEqual(tokens.map(() => -32003));
    const bearers = tokens.filter((token) => /^[\x20-\x7e]{1,200}$/.test(token) && !token.startsWith(" "));
    for (const bearer of bearers) {
      const headers = { Authorization: `Bearer ${bearer}` };
      expect((await send(target.https, "", { path: "/metrics", method: "GET", headers })).status).toBe(401);
    }
    expect(readdirSync(target.dataDir).sort()).toEqual(before);
    expect((await target.call("Echo", { Echo: "still here" })).result).toEqual({ Result: "still here" });
  });
});

// Vaultwarden CVE-2026-43911, wg-easy issue 1938: tokens outlived what should have ended them.
describe("A token that was ended", () => {
  const codeOf = async (target: Target, Token: string) =>
    (await rpc(target.https, "Echo", { Token, Echo: "x" })).code;
  const metricsOf = async (target: Target, token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await send(target.https, "", { path: "/metrics", method: "GET", headers })).status;
  };

  it.each([
    ["by logout", (target: Target, Token: string) => rpc(target.https, "pilothouse.logout", { Token })],
    [
      "by a change of the password",
      (target: Target) => target.call("ServiceControl", { "svccontrol.password": PASSWORD }),
    ],
    [
      "from another session",
      async (target: Target) => {
        const { result } = await target.call("pilothouse.sessions");
        const others = (result["sessions"] as { id: string; current: boolean }[]).filter((s) => !s.current);
        for (const { id } of others) await target.call("pilothouse.sessions", { revoke: id });
      },
    ],
  ])("%s stays ended, for calls and figures, also after a restart", async (_how, end) => {
    const target = await openTarget();
    const stolen = await tokenFor(target.https, PASSWORD);
    expect([await codeOf(target, stolen), await metricsOf(target, stolen)]).toEqual([undefined, 200]);
    await end(target, stolen);
    expect([await codeOf(target, stolen), await metricsOf(target, stolen)]).toEqual([-32003, 401]);
    await target.restart();
    expect([await codeOf(target, stolen), await metricsOf(target, stolen)]).toEqual([-32003, 401]);
  });
});

// wg-easy issue 2646: secrets came from a generator that can be predicted.
describe("Secrets come from the system's own source of randomness", () => {
  it("and no other source is used anywhere in the service", () => {
    const root = resolve(import.meta.dirname, "../../../packages/server/src");
    const using = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .filter((file) => /Math\.random|pseudoRandomBytes/.test(readFileSync(join(root, file), "utf8")));
    expect(using).toEqual([]);
  });

  it("so a thousand tokens have no bit in common and none comes twice", async () => {
    const { Tokens } = await import("../../../packages/server/src/auth/sessions/tokens.js");
    const store = {
      get: () => undefined,
      write: async (change: (db: { run(): void }) => void) => change({ run() {} }),
    };
    const tokens = new Tokens(store as never, { now: () => 0 }, () => 1);
    const issued = await Promise.all(
      Array.from({ length: 1_000 }, () => tokens.issue("127.0.0.1", false, () => true)),
    );
    const bytes = issued.map(({ token }) => Buffer.from(token, "base64url"));
    expect(new Set(issued.map(({ token }) => token)).size).toBe(1_000);
    for (let bit = 0; bit < 256; bit++) {
      const ones = bytes.filter((one) => ((one[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      // A fair coin falls outside of this once in 10^23 runs.
      expect(ones).toBeGreaterThan(340);
      expect(ones).toBeLessThan(660);
    }
  });
});
