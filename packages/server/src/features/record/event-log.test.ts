import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { Store } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import { EventLog, type HappenedEvent } from "./event-log.js";

let dir: string;
let store: Store;
let now: number;
const clock = { now: () => now };

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = 1_800_000_000_000;
});
afterEach(async () => {
  await store.close();
});

const idsOf = (events: readonly { readonly id: number }[]) => events.map(({ id }) => id);

describe("the timeline", () => {
  it("keeps events over a restart, the newest first, and pages by id in both directions", async () => {
    const log = new EventLog(store, clock, silentLog);
    for (const cause of ["one", "two", "three"]) {
      await log.add("router.crashed", { cause });
      now += 1_000;
    }
    await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
    await store.close();
    store = Store.open(dir);
    const events = new EventLog(store, clock, silentLog);
    expect(events.newest).toBe(3);
    expect(await events.read({ limit: 2 })).toEqual([
      {
        id: 3,
        at: 1_800_000_002_000,
        kind: "router.crashed",
        severity: "error",
        data: { cause: "three" },
      },
      { id: 2, at: 1_800_000_001_000, kind: "router.crashed", severity: "error", data: { cause: "two" } },
    ]);
    expect(idsOf(await events.read({ before: 2 }))).toEqual([1]);
    expect(idsOf(await events.read({ after: 1 }))).toEqual([2, 3]);
    expect(idsOf(await events.read({ after: 1, limit: 1 }))).toEqual([2]);
    expect(await events.read({ after: 3 })).toEqual([]);
  });

  it("narrows by kind, severity and time", async () => {
    const events = new EventLog(store, clock, silentLog);
    await events.add("router.stopped");
    await events.add("disk.low", { freeMiB: 5, percent: 1 }, now + 10);
    await events.add("router.crashed", { cause: "x" }, now + 20);
    expect(idsOf(await events.read({ severity: "warning" }))).toEqual([3, 2]);
    expect(idsOf(await events.read({ kinds: ["router.stopped", "disk.low"] }))).toEqual([2, 1]);
    expect(idsOf(await events.read({ kinds: ["router.stopped"], severity: "error" }))).toEqual([]);
    expect(idsOf(await events.read({ from: now + 10, to: now + 20 }))).toEqual([2]);
  });

  it("keeps a limited number of each kind, so that one that repeats does not push out the others", async () => {
    const events = new EventLog(store, clock, silentLog, 3);
    await events.add("router.stopped");
    for (let n = 0; n < 10; n++) await events.add("router.crashed", { cause: String(n) });
    expect(idsOf(await events.read({}))).toEqual([11, 10, 9, 1]);
  });

  it("calls listeners once the event is kept, one that throws too, until they leave", async () => {
    const events = new EventLog(store, clock, silentLog);
    const seen: HappenedEvent[] = [];
    events.on(() => {
      throw new Error("a listener that fails");
    });
    const leave = events.on((event) => seen.push(event));
    await events.add("router.answers");
    leave();
    await events.add("router.answers");
    expect(seen).toEqual([{ id: 1, at: now, kind: "router.answers", severity: "info", data: {} }]);
  });

  it("hides secrets that somebody quoted, and those in events of an earlier version", async () => {
    const events = new EventLog(store, clock, silentLog);
    const heard: unknown[] = [];
    events.on(({ data }) => heard.push(data));
    await events.add("router.crashed", { cause: "cannot use http://u:canary@host/", count: 7 });
    const safe = { cause: "cannot use http://(hidden)@host/", count: 7 };
    expect(heard).toEqual([safe]);
    await store.write((db) => {
      expect(db.get("SELECT data FROM event")?.["data"]).toBe(JSON.stringify(safe));
      db.run("UPDATE event SET data = ?", JSON.stringify({ ...safe, cause: "password=canary" }));
    });
    expect((await events.read({}))[0]?.data).toEqual({ ...safe, cause: "password=(hidden)" });
  });

  it("calls listeners for an event that cannot be saved, and continues", async () => {
    const events = new EventLog(store, clock, silentLog);
    const seen: number[] = [];
    events.on(({ id }) => seen.push(id));
    await store.write((db) => db.exec("ALTER TABLE event RENAME TO gone"));
    await events.add("disk.low", { freeMiB: 0, percent: 0 });
    await store.write((db) => db.exec("ALTER TABLE gone RENAME TO event"));
    await events.add("disk.enough", { freeMiB: 9, percent: 9 });
    expect(seen).toEqual([0, 1]);
  });
});
