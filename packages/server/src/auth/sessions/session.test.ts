import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { Store } from "../../store/store.js";
import { ALL_SESSIONS, holderOf, insertSession, type Session, sessionId, sessionOf } from "./session.js";

describe("the id of a session", () => {
  it("can be typed as an argument, and is only the beginning of the hash", () => {
    const id = sessionId({ hash: "-a-b_cdefghijklmnop" } as Session);
    expect(id).toBe("_a_b_cdefghi");
  });
});

describe("the holder of a session", () => {
  it.each([
    [{ name: "Firefox, Linux" }, "Firefox, Linux"],
    [{ name: "" }, ""],
    [{ person: "ada", name: "Firefox, Linux" }, "ada (Firefox, Linux)"],
    [{ person: "ada", name: "" }, "ada"],
  ])("of %j is called %j", (session, name) => {
    expect(holderOf(session as Session)).toBe(name);
  });
});

describe("a session in the store", () => {
  const plain: Session = {
    ...{ hash: "h", issued: 1_000, expires: 5_000, endsAt: 4_000, factory: false, address: "192.0.2.1" },
    ...{ program: false, scope: "all", name: "", used: undefined },
  };

  it.each<[string, Partial<Session>, { [column: string]: unknown }]>([
    ["somebody who logged in", {}, { scope: null, program: 0, person: null, used: null }],
    ["the factory password", { factory: true, used: 1_000 }, { factory: 1, used: 1_000 }],
    ["an account", { person: "ada", scope: "operate" }, { person: "ada", scope: "operate", program: 0 }],
    ["an account that may do everything", { person: "ada", name: "x" }, { person: "ada", scope: null }],
    ["a tab of a device", { device: "d" }, { device: "d" }],
    ["a program", { program: true, scope: "read", name: "grafana" }, { scope: "read", program: 1 }],
    ["a program that may do everything", { program: true }, { scope: "all", program: 1 }],
    [
      "a program of an account",
      { program: true, person: "ada", used: 2_000 },
      { person: "ada", used: 2_000 },
    ],
  ])("is read as it was written: that of %s", async (_, facts, columns) => {
    const store = Store.open(scratch());
    onTestFinished(() => store.close());
    const session = { ...plain, ...facts };
    await store.write((db) => insertSession(db, session));
    const rows = store.all(ALL_SESSIONS);
    expect(rows).toMatchObject([columns]);
    expect(rows.map((row) => sessionOf(row, (issued, expires) => expires - issued))).toEqual([session]);
  });
});
