import { hash } from "node:crypto";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { MIGRATIONS } from "../../store/opening/migrations.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { openSqlite } from "../../store/sqlite.js";
import { Store, storeFile } from "../../store/store.js";
import { Tokens } from "./tokens.js";

const DAY = 24 * 3_600_000;

describe("the sweep of old tokens", () => {
  afterEach(() => void vi.useRealTimers());

  it("may fail, as on a full disk, without ending the process, and is made up for by the next", async () => {
    const store = Store.open(scratch());
    const clock = { time: 0, now: () => clock.time };
    const tokens = new Tokens(store, clock, () => 1);
    await tokens.issue("127.0.0.1", false, () => true);
    clock.time = 2 * DAY;
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    vi.useFakeTimers({ toFake: ["setInterval"] });
    tokens.start();
    const write = vi.spyOn(store, "write").mockRejectedValueOnce(new Error("database or disk is full"));
    vi.advanceTimersByTime(10 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", unhandled);
    expect(write).toHaveBeenCalledOnce();
    expect(unhandled).not.toHaveBeenCalled();
    expect(tokens.size).toBe(1);

    vi.advanceTimersByTime(10 * 60_000);
    await expect.poll(() => tokens.size).toBe(0);
    await tokens.stop();
    await store.close();
  });
});

describe("the tokens of a store from before there were names and scopes", () => {
  it("are sessions that may do everything", async () => {
    const dir = scratch();
    const old = openSqlite(storeFile(dir));
    for (const step of MIGRATIONS.slice(0, 4)) old.exec(step);
    old.exec(`PRAGMA user_version = 4; PRAGMA application_id = ${0x706c7468}`);
    old.run("INSERT INTO value VALUES (?, ?)", PASSWORD_VALUE, "{}");
    const kept = hash("sha256", "a token", "base64url");
    old.run("INSERT INTO token VALUES (?, 5, ?, 0, '192.0.2.1')", kept, DAY);
    old.close();
    const store = Store.open(dir);
    onTestFinished(() => store.close());
    const tokens = new Tokens(store, { now: () => 6 }, () => DAY);
    tokens.start();
    expect(tokens.check("a token")).toMatchObject({ scope: "all", program: false, name: "", used: 6 });
    expect(tokens.sessions()).toHaveLength(1);
    await tokens.stop();
  });
});

describe("the tokens of programs", () => {
  const PERMIT = new AbortController().signal;
  const wanted = { name: "grafana", scope: "read", lifetimeMs: DAY, address: "x", factory: false } as const;

  async function open() {
    const store = Store.open(scratch());
    onTestFinished(() => store.close());
    const clock = { time: 0, now: () => clock.time };
    return { store, clock, tokens: new Tokens(store, clock, () => DAY) };
  }
  const inStore = (store: Store) => store.all("SELECT hash FROM token").length;

  it("are ended by a revocation of all that shares their commit, in memory as in the store", async () => {
    const { store, tokens } = await open();
    const outcomes = await Promise.allSettled([
      tokens.issueForProgram(wanted, PERMIT),
      tokens.revokeAll((revoke) => store.write(revoke)),
    ]);
    expect(outcomes).toMatchObject([
      { status: "rejected", reason: { code: -32003 } },
      { status: "fulfilled" },
    ]);
    expect([tokens.size, inStore(store)]).toEqual([0, 0]);
  });

  it("stay when programs are kept, also those that share the commit", async () => {
    const { store, tokens } = await open();
    await tokens.issue("x", false, () => true);
    const [made] = await Promise.all([
      tokens.issueForProgram(wanted, PERMIT),
      tokens.revokeAll((revoke) => store.write(revoke), true),
    ]);
    expect(tokens.check(made.token)).toMatchObject({ name: "grafana", scope: "read", program: true });
    expect([tokens.size, inStore(store)]).toEqual([1, 1]);
  });

  it("are listed apart from those of people, the oldest first", async () => {
    const { clock, tokens } = await open();
    clock.time = 3_000;
    await tokens.issue("x", false, () => true, { name: "third" });
    await tokens.issueForProgram({ ...wanted, name: "fourth" }, PERMIT);
    clock.time = 1_000;
    await tokens.issueForProgram({ ...wanted, name: "first" }, PERMIT);
    clock.time = 2_000;
    await tokens.issue("x", false, () => true, { name: "second" });
    const lists = [tokens.open(), tokens.sessions(), tokens.programs()];
    expect(lists.map((list) => list.map(({ name }) => name))).toEqual([
      ["first", "second", "third", "fourth"],
      ["second", "third"],
      ["first", "fourth"],
    ]);
  });

  it("have a name of their own for as long as they are valid", async () => {
    const { store, clock, tokens } = await open();
    await tokens.issue("x", false, () => true, { name: "grafana" });
    await tokens.issueForProgram(wanted, PERMIT);
    clock.time = DAY - 1;
    await expect(tokens.issueForProgram(wanted, PERMIT)).rejects.toMatchObject({
      kind: "invalidParams",
      message: expect.stringContaining("name is in use; revoke the token of that name first"),
      data: { key: "name", code: "token.nameTaken" },
    });
    expect([tokens.size, inStore(store)]).toEqual([2, 2]);
    await tokens.issueForProgram({ ...wanted, name: "another" }, PERMIT);
    clock.time = DAY;
    const { token } = await tokens.issueForProgram(wanted, PERMIT);
    expect(tokens.check(token).name).toBe("grafana");
  });

  it("are not there when their commit fails, also where something else ended them in it", async () => {
    const { store, tokens } = await open();
    const { token } = await tokens.issue("x", false, () => true);
    const fail = store.write(() => {
      throw new Error("another change");
    });
    const spoiled = [
      tokens.issueForProgram(wanted, PERMIT),
      tokens.revokeAll((revoke) =>
        store.write((db) => {
          revoke(db);
          // The transaction is gone for all, as on a full disk.
          db.exec("ROLLBACK");
        }),
      ),
    ];
    await expect(fail).rejects.toThrow("another change");
    for (const { status } of await Promise.allSettled(spoiled)) expect(status).toBe("rejected");
    expect([tokens.size, inStore(store)]).toEqual([1, 1]);
    expect(tokens.check(token)).toBeDefined();
  });

  it("are not made for a session that has ended", async () => {
    const { store, tokens } = await open();
    const { session } = await tokens.issue("x", false, () => true);
    const sessionSignal = tokens.sessionSignal(session);
    const [, made] = await Promise.allSettled([
      tokens.revoke(session),
      tokens.issueForProgram(wanted, sessionSignal),
    ]);
    expect(made).toMatchObject({ status: "rejected", reason: { code: -32003 } });
    expect([tokens.size, inStore(store)]).toEqual([0, 0]);
  });

  it("are written down as used when the service stops, and not at each call", async () => {
    const { store, clock, tokens } = await open();
    const { token } = await tokens.issueForProgram(wanted, PERMIT);
    const write = vi.spyOn(store, "write");
    for (clock.time = 1; clock.time < 100; clock.time++) tokens.check(token);
    expect(write).not.toHaveBeenCalled();
    await tokens.stop();
    expect(store.all("SELECT used FROM token")).toEqual([{ used: 99 }]);
  });
});
