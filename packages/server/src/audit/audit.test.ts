import { reason, reasonAs } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../log.js";
import { Store } from "../store/store.js";
import { Audit } from "./audit.js";

const MINUTE = 60_000;
const owner = { address: "192.0.2.1", session: "abc", name: "Firefox on Linux" };

let dir: string;
let store: Store;
let now: number;
let audit: Audit;
const clock = { now: () => now };

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = 1_000 * MINUTE;
  audit = new Audit(store, clock, silentLog, { known: 20, stranger: 15, session: 1_000 });
});

afterEach(async () => {
  await store.close();
});

const attack = (times: number) => {
  for (let time = 0; time < times; time++)
    audit.refused({ address: `198.51.100.${time % 250}` }, "wrongPassword");
};
/** What was recorded without waiting is on disk after the next write. */
const settled = () => store.write(() => {});

describe("the audit", () => {
  it("lists who did what, when and with what outcome, newest first", async () => {
    await audit.add(owner, { action: "Restart", outcome: "ok" });
    now += 5;
    const details = [{ name: "a", old: null, new: "1" }];
    await audit.add(owner, { action: "AdvancedSettings", details, outcome: "invalidParams" });
    expect(await audit.read(10)).toEqual([
      {
        id: 2,
        at: now,
        address: "192.0.2.1",
        session: "abc",
        name: "Firefox on Linux",
        action: "AdvancedSettings",
        details,
        outcome: "invalidParams",
        code: "AdvancedSettings",
        data: {},
      },
      {
        id: 1,
        at: now - 5,
        address: "192.0.2.1",
        session: "abc",
        name: "Firefox on Linux",
        action: "Restart",
        details: [],
        outcome: "ok",
        code: "Restart",
        data: {},
      },
    ]);
  });

  it("goes into the log as well, whole and under one name", async () => {
    const lines: unknown[] = [];
    const log = { ...silentLog, info: (line: unknown) => void lines.push(line) };
    const logging = new Audit(store, clock, log as typeof silentLog);
    await logging.add(owner, { action: "Restart", outcome: "ok" });
    expect(lines).toEqual([{ audit: { at: now, ...owner, action: "Restart", details: [], outcome: "ok" } }]);
  });

  it("is read page by page", async () => {
    for (let index = 1; index <= 9; index++) await audit.add(owner, { action: "login", outcome: "ok" });
    const first = await audit.read(4);
    const second = await audit.read(4, first.at(-1)?.id);
    expect([...first, ...second].map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it("keeps the newest entries and no more, also over a restart, and never gives an id twice", async () => {
    for (let index = 1; index <= 25; index++) await audit.add(owner, { action: "backup", outcome: "ok" });
    audit = new Audit(store, clock, silentLog, { known: 20, stranger: 15, session: 1_000 });
    for (let index = 1; index <= 5; index++) await audit.add(owner, { action: "backup", outcome: "ok" });
    expect((await audit.read(500)).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => 30 - index),
    );
  });

  it("counts an entry in the write of another only if it was made", async () => {
    const entry = () => audit.entry(owner, { action: "backup", outcome: "ok" });
    const failing = { insert: () => void JSON.parse("{"), finish: () => {} };
    for (let index = 1; index <= 25; index++) await store.write(() => {}, [entry()]);
    for (let index = 1; index <= 25; index++)
      await expect(store.write(() => {}, [entry(), failing])).rejects.toThrow();
    await store.write(() => {}, [entry()]);
    expect((await audit.read(500)).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => 26 - index),
    );
  });

  it("records failed logins, a few a minute one by one and the others as a number", async () => {
    attack(1_000);
    await settled();
    expect(await audit.read(500)).toHaveLength(10);
    now += MINUTE;
    await audit.add(owner, { action: "backup", outcome: "ok" });
    await settled();
    expect((await audit.read(500)).map(({ action }) => action)).toContain("login, 990 more within a minute");
  });

  it("counts what is refused by what it was: a flood of one hides no other", async () => {
    const why = reasonAs("why", reason("hub.expired", { span: "5 min" }));
    for (let n = 0; n < 12; n++) audit.refused({ address: "fleet" }, "refused", "hub command", why);
    audit.refused({ address: "fleet" }, "refused", "hub command", reasonAs("why", reason("hub.unsigned")));
    attack(1);
    await audit.close();
    const actions = (await audit.read(500)).map(({ action }) => action);
    expect(
      actions.filter((action) => /^command of a hub refused: it expired.*late$/.test(action)),
    ).toHaveLength(10);
    expect(actions).toEqual(
      expect.arrayContaining(["login", "command of a hub refused: the fleet has not signed it"]),
    );
    expect(actions[0]).toMatch(/^command of a hub refused: it expired 5 min ago .*, 2 more within a minute$/);
  });

  it("does not let an attacker push out the entries of others, with any number of attempts", async () => {
    await audit.add(owner, { action: "Restart", outcome: "ok" });
    for (let minute = 0; minute < 100; minute++) {
      now += MINUTE;
      attack(50);
    }
    await settled();
    const all = await audit.read(500);
    expect(all).toHaveLength(1 + 15);
    expect(all.at(-1)?.action).toBe("Restart");
  });

  it("lets no session push out the entries of others, or its own first and last ones", async () => {
    audit = new Audit(store, clock, silentLog, { known: 100, stranger: 15, session: 10 });
    await audit.add(owner, { action: "Restart", outcome: "ok" });
    const thief = { address: "192.0.2.66", session: "thief" };
    for (let n = 0; n < 300; n++) await audit.add(thief, { action: "backup", outcome: "ok" });
    const ids = async () => (await audit.read(500)).map(({ id }) => id);
    const first = [6, 5, 4, 3, 2, 1];
    expect(await ids()).toEqual([301, 300, 299, 298, 297, ...first]);
    audit = new Audit(store, clock, silentLog, { known: 100, stranger: 15, session: 10 });
    await audit.add(thief, { action: "backup", outcome: "ok" });
    expect(await ids()).toEqual([302, 301, 300, 299, 298, ...first]);
  });

  it("gives each entry a code and its values, and its text in English", async () => {
    attack(12);
    await audit.add(owner, {
      action: "call",
      data: { method: "RouterManager", key: "Restart", node: "attic" },
      outcome: "ok",
    });
    await audit.close();
    const read = await audit.read(2);
    expect(read.map(({ action, code, data }) => [action, code, data])).toEqual([
      ["login, 2 more within a minute", "login", { more: 2 }],
      [
        "RouterManager with Restart at attic",
        "call",
        { method: "RouterManager", key: "Restart", node: "attic" },
      ],
    ]);
  });

  it.each([
    ["login", "login", {}],
    ["NetworkSetting", "NetworkSetting", {}],
    ["login, 37 more within a minute", null, null],
  ])("knows %j of version 0.1, which recorded no codes, if its text is one", async (action, code, data) => {
    await store.write((db) =>
      db.run(
        "INSERT INTO audit (source, at, address, action, details, outcome) VALUES ('known', 1, 'local', ?, '[]', 'ok')",
        action,
      ),
    );
    expect(await audit.read(1)).toMatchObject([{ action, code, data, outcome: "ok" }]);
  });

  it("hides in entries of an earlier version what it did not take for a secret", async () => {
    const details = [
      { name: "i2np.ntcp2.sp", old: null, new: "canary" },
      { name: "a.proxy", old: "http://u:canary@host/", new: "http://host/" },
    ];
    await store.write((db) =>
      db.run(
        "INSERT INTO audit (source, at, address, action, details, outcome) VALUES ('known', 1, 'local', 'x', ?, 'ok')",
        JSON.stringify(details),
      ),
    );
    expect((await audit.read(1))[0]?.details).toEqual([
      { name: "i2np.ntcp2.sp", old: null, new: "(hidden)" },
      { name: "a.proxy", old: "(hidden)", new: "http://host/" },
    ]);
  });

  it("writes its pending entries when it is closed", async () => {
    attack(12);
    await audit.close();
    expect((await audit.read(1))[0]?.action).toBe("login, 2 more within a minute");
  });
});
