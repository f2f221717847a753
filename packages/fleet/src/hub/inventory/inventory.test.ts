import { describe, expect, it } from "vitest";
import type { FleetState, Stored } from "../../state/state.js";
import { REPORT } from "../testing/memory-bus.js";
import { Inventory } from "./inventory.js";
import { totalsOf } from "./summary.js";

/** A state whose changes a test makes. */
function stage(names: readonly string[] = [], disk: Promise<void> = Promise.resolve()) {
  const stored = new Map<string, Stored>();
  const written: string[] = [];
  let changed: (key: string, stored: Stored | undefined) => void = () => {};
  const put = (key: string, record: object) => {
    const one = { text: JSON.stringify(record), revision: (stored.get(key)?.revision ?? 0) + 1 };
    stored.set(key, one);
    changed(key, one);
  };
  const record = (name: string, labels = {}) => ({ name, labels, joined: 1, invitation: "i" });
  const state: FleetState = {
    get: async (key) => stored.get(key),
    async put(key, text, revision) {
      written.push(key);
      await disk;
      stored.set(key, { text, revision: revision + 1 });
      return revision + 1;
    },
    remove: async () => {},
    list: async (prefix) => new Map([...stored].filter(([key]) => key.startsWith(prefix))),
    watch(prefix, heard) {
      if (prefix === "node/") changed = heard;
      return () => {};
    },
    close: async () => {},
  };
  for (const name of names) put(`node/${name}-id`, record(name));
  const clock = { time: 0, now: () => clock.time, ticks: () => clock.time };
  const remove = (key: string) => {
    stored.delete(key);
    changed(key, undefined);
  };
  /** A hub that starts with what is written. */
  const again = () => new Inventory(state, clock);
  return { inventory: again(), again, put, remove, record, clock, written, stored };
}

const names = (inventory: Inventory) => inventory.select(() => true).map(({ name }) => name);

describe("The inventory", () => {
  it("has nodes in the order of their names, in any order of joining and after any renaming", async () => {
    const { inventory, put, remove, record } = stage(["m", "c", "x", "a"]);
    await inventory.start();
    expect(names(inventory)).toEqual(["a", "c", "m", "x"]);
    put("node/b-id", record("b"));
    put("node/x-id", record("aa"));
    remove("node/c-id");
    expect(names(inventory)).toEqual(["a", "aa", "b", "m"]);
    expect(inventory.page(() => true, "aa", 1)).toMatchObject({ nodes: [{ name: "b" }], next: "b" });
    await inventory.stop();
  });

  it("has what was written last, also in a state that was put back after a loss and counts from the beginning", async () => {
    const { inventory, put, record, stored } = stage(["a"]);
    put("node/a-id", record("a", { site: "ams" }));
    await inventory.start();
    stored.clear();
    put("node/a-id", record("a", { site: "fra" }));
    expect(inventory.find("a")?.record.labels).toEqual({ site: "fra" });
    await inventory.stop();
  });

  it("has the same counts as a look at every node, after any change", async () => {
    const { inventory, put, remove, record, clock } = stage(["a", "b", "c"]);
    await inventory.start();
    const counted = () => totalsOf(inventory.all()).summary;
    const steps = [
      () => inventory.report("a-id", { ...REPORT, inbound: 10 }),
      () => inventory.report("b-id", { ...REPORT, inbound: 5, version: "2.0.0", restartNeeded: true }),
      () => inventory.report("a-id", { ...REPORT, inbound: 7, version: "2.0.0" }),
      () => put("node/a-id", record("a", { site: "ams" })),
      () => put("node/d-id", record("d")),
      () => inventory.report("d-id", REPORT),
      () => put("node/d-id", record("d", { site: "ber" })),
      () => inventory.report("b-id", "nonsense"),
      () => remove("node/b-id"),
      () => {
        clock.time += 60_000;
        inventory.report("d-id", { ...REPORT, inbound: 3 });
        inventory.cleanUp();
      },
    ];
    for (const step of steps) {
      step();
      expect(inventory.summary()).toEqual(counted());
    }
    expect(inventory.summary()).toMatchObject({ nodes: 3, inbound: 3 });
    await inventory.stop();
  });

  it("shows a node as online by when its report was made, not by when it arrived", async () => {
    const { inventory, clock } = stage(["a"]);
    const states: string[] = [];
    await inventory.start();
    clock.time = 100_000;
    inventory.report("a-id", REPORT, 40_000);
    states.push(`${inventory.find("a")?.state} ${inventory.find("a")?.seen}`);
    inventory.report("a-id", REPORT, 90_000);
    states.push(`${inventory.find("a")?.state} ${inventory.find("a")?.seen}`);
    clock.time = 134_999;
    inventory.cleanUp();
    states.push(`${inventory.find("a")?.state}`);
    // One that was held back and is older than what is known changes nothing of that.
    inventory.report("a-id", REPORT, 60_000);
    clock.time = 135_000;
    inventory.cleanUp();
    states.push(`${inventory.find("a")?.state} ${inventory.find("a")?.seen}`);
    expect(states).toEqual(["offline 40000", "online 90000", "online", "offline 90000"]);
    await inventory.stop();
  });

  it("shows a node that says that it stops as offline at once, until it reports again", async () => {
    const { inventory } = stage(["a"]);
    await inventory.start();
    inventory.report("a-id", REPORT);
    inventory.stopped("a-id");
    expect(inventory.find("a")).toMatchObject({ state: "offline", stopped: true });
    expect(inventory.summary()).toMatchObject({ inbound: 0 });
    inventory.report("a-id", REPORT);
    expect(inventory.find("a")).toMatchObject({ state: "online", stopped: false });
    await inventory.stop();
  });

  it("does not keep what is lost by rounding when a node claims too much", async () => {
    const { inventory } = stage(["a", "b"]);
    await inventory.start();
    for (const node of ["a-id", "b-id"])
      inventory.report(node, { ...REPORT, inbound: Number.MAX_SAFE_INTEGER });
    inventory.report("a-id", { ...REPORT, inbound: 1 });
    inventory.report("b-id", { ...REPORT, inbound: 2 });
    expect(inventory.summary().inbound).toBe(3);
    await inventory.stop();
  });

  it("writes over what a node said before, and keeps what others hold of it apart", async () => {
    const { inventory } = stage(["a", "b"]);
    await inventory.start();
    inventory.report("a-id", { ...REPORT, version: "x".repeat(1_000), uptime: 5 });
    inventory.report("b-id", { ...REPORT, uptime: 6 });
    expect(inventory.find("a")?.report).toMatchObject({ version: "x".repeat(128), uptime: 5 });
    inventory.report("a-id", { uptime: "long", netStatus: null });
    expect(inventory.find("a")?.report).toMatchObject({
      version: "",
      uptime: 0,
      netStatus: null,
      allow: "read",
    });
    expect(inventory.find("b")?.report).toMatchObject({ ...REPORT, uptime: 6 });
    await inventory.stop();
  });

  it("writes down when nodes were last seen, and only where that has changed", async () => {
    const { inventory, clock, written, stored } = stage(["a", "b"]);
    await inventory.start();
    await inventory.save();
    expect(written).toEqual([]);
    clock.time = 5;
    inventory.report("a-id", REPORT);
    await inventory.save();
    expect(written).toHaveLength(1);
    expect(stored.get(written[0] ?? "")?.text).toBe('{"a-id":[5,""]}');
    inventory.report("a-id", REPORT);
    await inventory.save();
    expect(written).toHaveLength(1);
    await inventory.stop();
  });

  it("writes down at once that a node has come for the first time or gone, and nothing of those that stay", async () => {
    const { inventory, again, clock, written } = stage(["a", "b"]);
    await inventory.start();
    clock.time = 1_000;
    for (const node of ["a-id", "b-id"]) inventory.report(node, REPORT);
    inventory.cleanUp();
    await expect.poll(() => written).toHaveLength(2);
    clock.time = 40_000;
    for (const node of ["a-id", "b-id"]) inventory.report(node, REPORT);
    clock.time = 80_000;
    inventory.report("b-id", REPORT);
    inventory.cleanUp();
    expect(written).toHaveLength(2);
    clock.time = 90_000;
    inventory.cleanUp();
    inventory.cleanUp();
    await expect.poll(() => written).toHaveLength(3);

    // The hub is killed. Of the one that had gone it is known when; the other one may have reported after that.
    clock.time = 200_000;
    const second = again();
    await second.start();
    expect(second.find("a")).toMatchObject({ seen: 40_000, unheard: null });
    expect(second.find("b")).toMatchObject({ seen: 1_000, unheard: 200_000 });
    await second.save();
    clock.time = 300_000;
    const third = again();
    await third.start();
    expect(third.find("b")).toMatchObject({ seen: 1_000, unheard: 200_000 });
    third.report("b-id", REPORT);
    expect(third.find("b")).toMatchObject({ seen: 300_000, unheard: null });
    await third.stop();
    const fourth = again();
    await fourth.start();
    expect(fourth.find("b")).toMatchObject({ seen: 300_000, unheard: null });
    for (const one of [inventory, second, fourth]) await one.stop();
  });

  it("knows the last figures of a node that is away also after a restart, and gives up those of one that claims too much", async () => {
    const { inventory, again, clock, stored } = stage(["a", "b", "c"]);
    await inventory.start();
    clock.time = 1_000;
    inventory.report("a-id", { ...REPORT, inbound: 7 });
    inventory.report("c-id", {
      ...REPORT,
      version: '"'.repeat(500),
      settings: '"'.repeat(500),
      router: '"'.repeat(500),
    });
    clock.time = 60_000;
    inventory.report("b-id", { ...REPORT, inbound: 8 });
    inventory.cleanUp();
    await expect.poll(() => [...stored.keys()].filter((key) => key.startsWith("seen/"))).toHaveLength(3);

    // It is killed: what was not written of the one that was online is not made up.
    const second = again();
    await second.start();
    expect(second.find("a")).toMatchObject({
      state: "offline",
      seen: 1_000,
      report: { ...REPORT, inbound: 7 },
    });
    expect(second.find("b")).toMatchObject({ state: "offline", report: undefined });
    expect(second.find("c")).toMatchObject({ seen: 1_000, report: undefined });
    expect(second.summary()).toEqual(totalsOf(second.all()).summary);
    expect(second.summary()).toMatchObject({ inbound: 0, versions: [{ name: "0.9.64", nodes: 1 }] });
    second.report("b-id", { ...REPORT, inbound: 9 });
    second.report("a-id", { ...REPORT, inbound: 10 });
    expect(second.summary()).toEqual(totalsOf(second.all()).summary);
    await second.stop();

    const third = again();
    await third.start();
    expect(third.find("a")?.report?.inbound).toBe(10);
    expect(third.find("b")?.report?.inbound).toBe(9);
    await third.stop();
    await inventory.stop();
  });

  it("knows the traffic of the last hour also after a restart, without the time between", async () => {
    const minute = 60_000;
    const { inventory, again, clock } = stage(["a"]);
    await inventory.start();
    const report = (some: Inventory, inbound: number) =>
      some.report("a-id", { ...REPORT, inbound, outbound: 0 });
    clock.time = 600 * minute;
    report(inventory, 100);
    clock.time += 3 * minute;
    report(inventory, 200);
    await inventory.stop();
    clock.time += 9 * minute;
    const second = again();
    await second.start();
    const recent = (some: Inventory) => some.find("a")?.recent?.list(clock.time).slice(-5);
    expect(recent(second)).toEqual([100, 200, null, null, null]);
    report(second, 300);
    expect(recent(second)).toEqual([100, 200, null, null, 300]);
    // The clock is set back a little, then by days.
    clock.time -= 4 * minute;
    report(second, 400);
    expect(recent(second)).toEqual([100, 200, null, null, 400]);
    clock.time -= 500 * minute;
    report(second, 500);
    expect(recent(second)).toEqual([null, null, null, null, 500]);
    await second.stop();
  });

  it("is stopped when everything is written, also what was being written before", async () => {
    let write: () => void = () => {};
    const disk = new Promise<void>((resolve) => {
      write = resolve;
    });
    const { inventory, written, stored } = stage(["a"], disk);
    await inventory.start();
    inventory.report("a-id", REPORT);
    void inventory.save();
    let isStopped = false;
    const stopped = inventory.stop().then(() => {
      isStopped = true;
    });
    await expect.poll(() => written).toHaveLength(1);
    expect(isStopped).toBe(false);
    write();
    await stopped;
    expect(stored.get(written[0] ?? "")?.text).toMatch(/^\{"a-id":\[0,"",0,\{.*\},"0 [\w+/=]+"\]\}$/);
  });
});
