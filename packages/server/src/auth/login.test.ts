import { RpcError } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Store } from "../store/store.js";
import { Auth } from "./auth.js";
import { Hasher } from "./passwords/hasher.js";
import { FACTORY_HASH } from "./passwords/password.js";

/** The password's hash is its text here: what is tested is who is let in, not Argon2. */
let store: Store;
let auth: Auth;
let allowFactory: boolean;
let compared: string[];
const clock = { time: 1_000_000, now: () => clock.time };
const RIGHT = "the right password";
const sessionSignal = new AbortController().signal;
beforeEach(async () => {
  allowFactory = false;
  compared = [];
  clock.time = 1_000_000;
  vi.spyOn(Hasher.prototype, "hash").mockImplementation(async (password) => password);
  vi.spyOn(Hasher.prototype, "verify").mockImplementation(async (stored, candidate) => {
    compared.push(candidate);
    return (stored === FACTORY_HASH ? "itoopie" : stored) === candidate;
  });
  store = Store.open(scratch());
  auth = await Auth.open(store, clock, {
    tokenLifetimeMs: () => 1_000,
    allowFactoryPassword: () => allowFactory,
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  auth.close();
  await store.close();
});

const outcome = (candidate: string, caller: { address: string; access?: "operator" }) =>
  auth.login(candidate, caller).then(
    () => "in",
    (error: RpcError) => error.kind,
  );
const change = (next: string, peer: { address: string; access?: "operator" } = { address: "192.0.2.1" }) =>
  auth.changePassword(next, { sessionSignal, peer });
const guess = async (times: number, address: string) => {
  for (let n = 0; n < times; n++) await outcome(`wrong ${n}`, { address });
};

describe("a login", () => {
  it("is counted by its address: the tenth that fails locks it, and one that succeeds forgets the others", async () => {
    await change(RIGHT);
    const address = "192.0.2.1";
    await guess(9, address);
    expect(await outcome(RIGHT, { address })).toBe("in");
    await guess(9, address);
    expect(await outcome(RIGHT, { address })).toBe("in");
    for (let n = 0; n < 10; n++) await outcome(`new ${n}`, { address });
    await expect(auth.login(RIGHT, { address })).rejects.toMatchObject({
      message: "Request refused: too many failed logins; try again in 60 s",
      retryAfter: 60,
    });
    expect(await outcome(RIGHT, { address: "192.0.2.2" })).toBe("in");
    clock.time += 60_000;
    expect(await outcome(RIGHT, { address })).toBe("in");
  });

  it("with a password that was just wrong is wrong without being compared again", async () => {
    await change(RIGHT);
    for (let n = 0; n < 20; n++) expect(await outcome("old", { address: "192.0.2.1" })).toBe("wrongPassword");
    expect(compared).toEqual(["old"]);
    expect(await outcome(RIGHT, { address: "192.0.2.1" })).toBe("in");
  });

  it.each(["192.0.2.1", "127.0.0.1"])(
    "from %s with one wrong password many times at once is one guess",
    async (address) => {
      await change(RIGHT);
      const all = await Promise.all(Array.from({ length: 10 }, () => outcome("old", { address })));
      expect(all).toEqual(Array(10).fill("wrongPassword"));
      expect(await outcome(RIGHT, { address })).toBe("in");
      await Promise.all(Array.from({ length: 10 }, (_, n) => outcome(`wrong ${n}`, { address })));
      expect(await outcome(RIGHT, { address })).toBe("refused");
    },
  );

  it("that fails for another reason is no guess", async () => {
    await change(RIGHT);
    for (const error of [new Error("disk"), new RpcError("internal")]) {
      vi.spyOn(store, "write").mockRejectedValue(error);
      for (let n = 0; n < 12; n++)
        for (const address of ["192.0.2.1", "127.0.0.1"])
          await expect(auth.login(RIGHT, { address })).rejects.toBe(error);
    }
    vi.mocked(store.write).mockRestore();
    for (const address of ["192.0.2.1", "127.0.0.1"]) expect(await outcome(RIGHT, { address })).toBe("in");
  });

  it("from loopback is slowed down by a count of its own", async () => {
    await change(RIGHT);
    await guess(10, "127.0.0.1");
    await expect(auth.login(RIGHT, { address: "::1" })).rejects.toThrow(
      "too many failed logins from this machine",
    );
    expect(await outcome(RIGHT, { address: "192.0.2.1" })).toBe("in");
  });

  it("of the operator is never counted nor refused", async () => {
    await change(RIGHT);
    await guess(10, "127.0.0.1");
    const operator = { address: "127.0.0.1", access: "operator" } as const;
    for (let n = 0; n < 12; n++) expect(await outcome(`bad ${n}`, operator)).toBe("wrongPassword");
    expect(await outcome(RIGHT, operator)).toBe("in");
  });

  it("with the factory password is one from this machine, by the operator, or where that is allowed", async () => {
    expect(await outcome("itoopie", { address: "192.0.2.1" })).toBe("wrongPassword");
    expect(await outcome("itoopie", { address: "127.0.0.1" })).toBe("in");
    expect(await outcome("itoopie", { address: "192.0.2.9", access: "operator" })).toBe("in");
    allowFactory = true;
    expect(await outcome("itoopie", { address: "192.0.2.2" })).toBe("in");
  });

  it("must be followed by a new password where the factory password works but opens nothing", async () => {
    const must = (address: string) => auth.mustChoosePassword({ address });
    expect([must("127.0.0.1"), must("::1"), must("192.0.2.1")]).toEqual([true, true, false]);
    allowFactory = true;
    expect(must("127.0.0.1")).toBe(false);
    allowFactory = false;
    await change(RIGHT);
    expect([must("127.0.0.1"), must("192.0.2.1")]).toEqual([false, false]);
  });

  it("that was wrong when the password changed meanwhile may be right the next time", async () => {
    await change(RIGHT);
    const address = "192.0.2.1";
    vi.mocked(Hasher.prototype.verify).mockImplementationOnce(async () => {
      await auth.takePasswordHash("the second");
      return false;
    });
    expect(await outcome("the second", { address })).toBe("wrongPassword");
    expect(await outcome("the second", { address })).toBe("in");
  });
});

describe("a token of the factory password", () => {
  it("opens nothing but what changes it, and says how, in the caller's names", async () => {
    const { token } = await auth.login("itoopie", { address: "127.0.0.1" });
    expect(auth.admit("anyToken", token).factory).toBe(true);
    const description = (dialect: "svc" | "i2p" | undefined) => {
      try {
        auth.admit("token", token, () => dialect);
      } catch (error) {
        return (error as RpcError).message;
      }
      return undefined;
    };
    const how = "Change the factory password first: call";
    expect(description("svc")).toBe(`${how} ServiceControl with svccontrol.password, then log in again`);
    expect(description("i2p")).toBe(`${how} I2PControl with i2pcontrol.password, then log in again`);
    expect(description(undefined)).toBe(
      `${how} ServiceControl with svccontrol.password or I2PControl with i2pcontrol.password, then log in again`,
    );
    expect(() => auth.admit("token", token)).toThrow("ServiceControl with svccontrol.password or I2PControl");
    allowFactory = true;
    expect(auth.admit("token", token).factory).toBe(true);
  });
});

it("ends the sweep of old tokens when it is closed", () => {
  const stop = vi.spyOn(auth.tokens, "stop");
  auth.close();
  expect(stop).toHaveBeenCalledOnce();
});

describe("a new password", () => {
  it("ends every session, and what was wrong before may be right now", async () => {
    await change(RIGHT);
    const { token } = await auth.login(RIGHT, { address: "192.0.2.1" });
    expect(await outcome("the second one", { address: "192.0.2.1" })).toBe("wrongPassword");
    await change("the second one");
    expect(() => auth.admit("anyToken", token)).toThrow("does not exist");
    expect(await outcome("the second one", { address: "192.0.2.1" })).toBe("in");
    expect(auth.password.isFactory).toBe(false);
  });

  it("clears the counts of guesses only when the operator sets it", async () => {
    await change(RIGHT);
    await guess(10, "192.0.2.1");
    await guess(10, "127.0.0.1");
    await change("the second one");
    expect(await outcome("the second one", { address: "192.0.2.1" })).toBe("refused");
    expect(await outcome("the second one", { address: "127.0.0.1" })).toBe("refused");
    await change("the third one", { address: "local", access: "operator" });
    expect(await outcome("the third one", { address: "192.0.2.1" })).toBe("in");
    expect(await outcome("the third one", { address: "127.0.0.1" })).toBe("in");
  });

  it("is hashed in its turn, and at once for the operator", async () => {
    await change(RIGHT);
    await change("the second one", { address: "local", access: "operator" });
    const calls = vi.mocked(Hasher.prototype.hash).mock.calls;
    expect(calls.map(([password, atOnce]) => [password, atOnce === true])).toEqual([
      [RIGHT, false],
      ["the second one", true],
    ]);
  });

  it("ends the tokens of programs too, unless they are to be kept", async () => {
    const wanted = { scope: "read", lifetimeMs: 1_000, address: "x", factory: false } as const;
    const program = (name: string) => auth.tokens.issueForProgram({ ...wanted, name }, sessionSignal);
    const names = () => auth.tokens.open().map(({ name }) => name);
    const by = { sessionSignal, peer: { address: "x" } };
    for (const changeIt of [
      (keep?: { keepTokens: boolean }) => auth.changePassword(RIGHT, by, keep),
      (keep?: { keepTokens: boolean }) => auth.takePasswordHash(RIGHT, keep),
    ]) {
      await program("grafana");
      await auth.tokens.issue("x", false, () => true, { name: "Firefox" });
      await changeIt({ keepTokens: true });
      expect(names()).toEqual(["grafana"]);
      await changeIt();
      expect(names()).toEqual([]);
    }
  });

  it("is refused when it is no good one, and the factory's unless that is allowed", async () => {
    await expect(change("short")).rejects.toMatchObject({
      message: "Invalid parameters: the password wants at least 10 characters",
      data: { key: "svccontrol.password", reason: "short" },
    });
    await expect(change("itoopie")).rejects.toMatchObject({ data: { reason: "factory" } });
    allowFactory = true;
    await expect(change("short")).rejects.toMatchObject({ data: { reason: "short" } });
    await change(RIGHT);
    expect(auth.password.isFactory).toBe(false);
    await change("itoopie");
    expect(auth.password.isFactory).toBe(true);
  });

  it("changes nothing once the session has ended", async () => {
    const by = { sessionSignal: AbortSignal.abort(new RpcError("unknownToken")), peer: { address: "x" } };
    const { generation } = auth.password;
    await expect(auth.changePassword(RIGHT, by)).rejects.toMatchObject({ kind: "unknownToken" });
    expect([auth.password.isFactory, auth.password.generation]).toEqual([true, generation]);
  });

  it("is the same after a restart", async () => {
    await change(RIGHT);
    const again = await Auth.open(store, clock, auth.rules);
    expect([again.password.isFactory, await again.password.matches(RIGHT)]).toEqual([false, true]);
    again.close();
  });
});
