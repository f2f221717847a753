import type { RpcError } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Store } from "../store/store.js";
import type { Account, Accounts } from "./accounts.js";
import { Auth } from "./auth.js";
import { Hasher } from "./passwords/hasher.js";

/** As at the logins: a password's hash is its text. */
const SERVICE = "the service's password";
const HOME = { address: "192.0.2.1" };
const clock = { now: () => 1_000_000 };
let compared: string[];
let store: Store;
beforeEach(() => {
  compared = [];
  vi.spyOn(Hasher.prototype, "hash").mockImplementation(async (password) => password);
  vi.spyOn(Hasher.prototype, "verify").mockImplementation(async (stored, candidate) => {
    compared.push(candidate);
    return stored === candidate;
  });
  store = Store.open(scratch());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
});

async function open(accounts?: Accounts) {
  const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
  const auth = await Auth.open(store, clock, { ...rules, ...(accounts && { accounts }) });
  await auth.takePasswordHash(SERVICE);
  const login = (candidate: string, person?: string) =>
    auth.login(candidate, HOME, person).then(
      ({ session }) => session,
      (error: RpcError) => error.kind,
    );
  return { auth, login };
}

/** Accounts by person with their passwords, and whom they were asked for. */
function accountsOf(passwords: { [person: string]: string }) {
  const asked: string[] = [];
  const find = (person: string): Account | undefined => {
    asked.push(person);
    const password = passwords[person];
    if (password === undefined) return undefined;
    const matches = async (candidate: string) => candidate === passwords[person];
    return { person, scope: "operate", isFactory: false, generation: 0, matches };
  };
  return { asked, passwords, exist: true, find } as const;
}

describe("a login of a person", () => {
  it("needs the password of that account, and its session has the account's name and scope", async () => {
    const { auth, login } = await open(accountsOf({ ada: "ada's password", bob: "bob's password" }));
    expect(await login("ada's password", "ada")).toMatchObject({ person: "ada", scope: "operate" });
    expect(auth.tokens.open()).toMatchObject([{ person: "ada", scope: "operate" }]);
    expect(await login("bob's password", "ada")).toBe("wrongPassword");
    expect(await login(SERVICE, "ada")).toBe("wrongPassword");
  });

  it("of whom there is no account is wrong with any password, and takes as long as a wrong one", async () => {
    const { auth, login } = await open(accountsOf({ ada: "ada's password" }));
    expect(await login(SERVICE, "eve")).toBe("wrongPassword");
    expect(await login("ada's password", "eve")).toBe("wrongPassword");
    expect(compared).toEqual([SERVICE, "ada's password"]);
    expect(auth.tokens.size).toBe(0);
  });

  it("without a user name is one with the service's password, which asks for no account", async () => {
    const accounts = accountsOf({ ada: "ada's password" });
    const { login } = await open(accounts);
    const session = await login(SERVICE);
    expect(session).toMatchObject({ scope: "all" });
    expect(session).not.toHaveProperty("person");
    expect(await login("ada's password")).toBe("wrongPassword");
    expect(accounts.asked).toEqual([]);
  });

  it("where there are no accounts is one with the service's password", async () => {
    const { login } = await open();
    const session = await login(SERVICE, "ada");
    expect(session).toMatchObject({ scope: "all" });
    expect(session).not.toHaveProperty("person");
    expect(await login("another password", "ada")).toBe("wrongPassword");
  });
});

describe("a password that was wrong", () => {
  it("for one account may be right for another, and for the service", async () => {
    const { login } = await open(accountsOf({ ada: "ada's password", bob: "bob's password" }));
    expect(await login("bob's password", "ada")).toBe("wrongPassword");
    expect(await login("bob's password")).toBe("wrongPassword");
    expect(await login("bob's password", "bob")).toMatchObject({ person: "bob" });
    expect(await login(SERVICE, "bob")).toBe("wrongPassword");
    expect(await login(SERVICE)).toMatchObject({ scope: "all" });
  });

  it("for an account is no guess for the service, whatever the two consist of", async () => {
    const { auth, login } = await open(accountsOf({ bob: "bob's password" }));
    for (const [password, person, guess] of [
      ["bob\nan old password", "bob", "an old password"],
      [SERVICE, "undefined", SERVICE],
      [SERVICE, "", SERVICE],
    ] as const) {
      await auth.takePasswordHash(password);
      expect(await login(guess, person)).toBe("wrongPassword");
      expect(await login(password)).toMatchObject({ scope: "all" });
    }
  });

  it("for the service is compared once", async () => {
    const { login } = await open(accountsOf({}));
    for (const candidate of ["one", "two", "one", "two"])
      expect(await login(candidate)).toBe("wrongPassword");
    expect(compared).toEqual(["one", "two"]);
  });

  it("may be right when the accounts have changed", async () => {
    const accounts = accountsOf({ ada: "the first" });
    const { auth, login } = await open(accounts);
    expect(await login("the second", "ada")).toBe("wrongPassword");
    accounts.passwords["ada"] = "the second";
    auth.accountsChanged();
    expect(await login("the second", "ada")).toMatchObject({ person: "ada" });
  });
});

describe("a password that is asked for once more", () => {
  it("is the service's, or that of the account it is asked of; a wrong one counts as a guess", async () => {
    const accounts = accountsOf({ ada: "ada's password" });
    const { auth } = await open(accounts);
    const ada = accounts.find("ada");
    await auth.requirePassword(SERVICE, HOME);
    await auth.requirePassword("ada's password", HOME, ada);
    await expect(auth.requirePassword(SERVICE, HOME, ada)).rejects.toMatchObject({ kind: "wrongPassword" });
    for (let n = 0; n < 9; n++)
      await expect(auth.requirePassword(`wrong ${n}`, HOME)).rejects.toMatchObject({ kind: "wrongPassword" });
    await expect(auth.requirePassword(SERVICE, HOME)).rejects.toMatchObject({ kind: "refused" });
    expect(auth.tokens.size).toBe(0);
  });
});
