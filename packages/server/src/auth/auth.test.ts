import { setImmediate } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, describe, expect, it } from "vitest";
import { Store } from "../store/store.js";
import { Auth } from "./auth.js";

const rules = { tokenLifetimeMs: () => 86_400_000, allowFactoryPassword: () => false };
const BY = { sessionSignal: new AbortController().signal, peer: { address: "x" } };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(dir = scratch(), allowed = rules) {
  const clock = { time: 1_000_000, tick: 0, now: () => clock.time, ticks: () => clock.tick };
  const store = Store.open(dir);
  const auth = await Auth.open(store, clock, allowed);
  const close = async () => {
    await auth.close();
    await store.close();
  };
  ends.push(close);
  return { auth, store, clock, dir, close };
}

const thrown = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code: number }).code;
  }
  return undefined;
};

describe("authentication", () => {
  it("does not let a login that began with the old password outlive its change", async () => {
    const { auth, store } = await open();
    const [login] = await Promise.allSettled([
      auth.login("itoopie", { address: "127.0.0.1" }),
      auth.changePassword("another password", BY),
    ]);
    if (login.status === "fulfilled")
      expect(thrown(() => auth.admit("anyToken", login.value.token))).toBe(-32003);
    expect(auth.tokens.size).toBe(0);
    expect(store.all("SELECT hash FROM token")).toHaveLength(0);
  });

  it("does not let the old password in while the new one is on its way to the disk", async () => {
    const { auth } = await open();
    const { generation } = auth.password;
    const change = auth.changePassword("another password", BY);
    while (auth.password.generation === generation) await setImmediate();
    await expect(auth.login("itoopie", { address: "127.0.0.1" })).rejects.toMatchObject({ code: -32001 });
    await change;
    expect(auth.tokens.size).toBe(0);
  });

  it("takes the factory password from this machine only, unless that is allowed", async () => {
    const { auth } = await open();
    for (const address of ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "unknown"])
      await expect(auth.login("itoopie", { address })).rejects.toMatchObject({ code: -32001 });
    for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
      expect((await auth.login("itoopie", { address })).session.factory).toBe(true);
    const allowed = await open(undefined, { ...rules, allowFactoryPassword: () => true });
    expect((await allowed.auth.login("itoopie", { address: "192.0.2.1" })).session.factory).toBe(true);
  });

  it("keeps neither password nor token in the store, only their hashes", async () => {
    const { auth, store } = await open();
    await auth.changePassword("canary-password", BY);
    const { token } = await auth.login("canary-password", { address: "x" });
    const kept = JSON.stringify([store.all("SELECT * FROM value"), store.all("SELECT * FROM token")]);
    expect(kept).toContain("$argon2id$");
    expect(kept).not.toContain("canary");
    expect(kept).not.toContain(token);
  });

  it("reports an expired token once, then treats it as unknown, also after a restart in between", async () => {
    const { auth, clock, dir, close } = await open();
    await auth.changePassword("a long password", BY);
    const [refusedOnce, unused] = [
      (await auth.login("a long password", { address: "x" })).token,
      (await auth.login("a long password", { address: "x" })).token,
    ];
    clock.time += 86_400_000;
    expect(thrown(() => auth.admit("token", refusedOnce))).toBe(-32004);
    expect(thrown(() => auth.admit("token", refusedOnce))).toBe(-32003);
    ends.splice(0);
    await close();
    const again = await open(dir);
    again.clock.time = clock.time;
    expect(thrown(() => again.auth.admit("token", refusedOnce))).toBe(-32003);
    expect(thrown(() => again.auth.admit("token", unused))).toBe(-32004);
  });

  it("ends a token after its lifetime, even if the clock is set back", async () => {
    const { auth, clock, dir, close } = await open();
    await auth.takePasswordHash(await auth.hasher.hash("a long password"));
    const [one, two] = [
      (await auth.login("a long password", { address: "x" })).token,
      (await auth.login("a long password", { address: "x" })).token,
    ];
    clock.time -= 30 * 86_400_000;
    clock.tick += 86_399_999;
    expect(auth.admit("token", one)).toBeDefined();
    clock.tick += 1;
    expect(thrown(() => auth.admit("token", one))).toBe(-32004);
    ends.splice(0);
    await close();
    // The clock is still wrong at the next start: the session lives at most once more as long.
    const again = await open(dir);
    again.clock.time = clock.time;
    expect(again.auth.admit("token", two)).toBeDefined();
    again.clock.tick += 86_400_000;
    expect(thrown(() => again.auth.admit("token", two))).toBe(-32004);
  });

  it("locks an address for no longer when the clock is set back", async () => {
    const { auth, clock } = await open();
    for (let n = 0; n < 10; n++) await auth.login(`wrong ${n}`, { address: "192.0.2.1" }).catch(() => {});
    clock.time -= 30 * 86_400_000;
    await expect(auth.login("more", { address: "192.0.2.1" })).rejects.toMatchObject({ retryAfter: 60 });
    clock.tick += 60_000;
    await expect(auth.login("more", { address: "192.0.2.1" })).rejects.toMatchObject({ code: -32001 });
  });

  it("sweeps tokens that expired a day ago", async () => {
    const { auth, clock, store } = await open();
    await auth.changePassword("a long password", BY);
    await auth.login("a long password", { address: "x" });
    clock.time += 86_400_000;
    await auth.tokens.cleanUp();
    expect(auth.tokens.size).toBe(1);
    clock.time += 86_400_000;
    await auth.tokens.cleanUp();
    expect(auth.tokens.size).toBe(0);
    expect(store.all("SELECT hash FROM token")).toHaveLength(0);
  });

  it("lets at most one guess over the limit through when many arrive at once", async () => {
    const { auth } = await open();
    const guesses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => auth.login(`wrong ${n}`, { address: "192.0.2.1" })),
    );
    const codes = guesses.map(
      (guess) => guess.status === "rejected" && (guess.reason as { code: number }).code,
    );
    const wrong = codes.filter((code) => code === -32001).length;
    expect(wrong).toBeGreaterThanOrEqual(10);
    expect(wrong).toBeLessThanOrEqual(11);
    expect(codes.filter((code) => code === -32000)).toHaveLength(40 - wrong);
  });
});
