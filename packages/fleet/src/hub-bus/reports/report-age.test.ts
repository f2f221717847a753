import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeReport } from "../../bus/report-mark.js";
import { AddressPush, MOST_TAUGHT } from "../address-push.js";
import { OrderNumbers } from "../order-numbers.js";
import { Beats } from "./beats.js";
import { Heartbeat } from "./heartbeat.js";
import { Instances } from "./instances.js";
import { KeptBeats } from "./kept-beats.js";
import { ReportIntake } from "./report-intake.js";

const CLOCK = { now: () => 0 };

describe("The age of a report", () => {
  it("is that of the notice it names, less the time that has passed at the node, not that of its arrival", () => {
    const beats = new Beats("h1", { read: () => [], take() {} }, CLOCK);
    beats.sent(1_000, 50_000);
    beats.sent(1_007, 50_500);
    beats.sent(9_000, 65_000);
    const made = (number: unknown, ago: unknown, hub = "h1") =>
      beats.madeAfter({ [hub]: [number, ago] as [number, number] }, 70_000);
    expect(made(1_000, 0)).toBe(50_000);
    // One that was sent within the same second counts as the first.
    expect(made(1_007, 4_000)).toBe(54_000);
    expect(made(9_000, 3_000)).toBe(68_000);
    // Nothing is from the future.
    expect(made(9_000, 60_000)).toBe(70_000);
    // Of a hub whose numbers were higher before a backup was restored.
    expect(made(9_001, 0)).toBeUndefined();
    // From before this hub was started, or proved to another one.
    expect([made(999, 0), made(9_000, 0, "h2"), beats.madeAfter(undefined, 0)]).toEqual(Array(3));
    expect([made("9000", 0), made(9_000, -1), made(9_000, null)]).toEqual(Array(3));
  });

  it("is known for an hour back, also if there are many notices", () => {
    const beats = new Beats("h1", { read: () => [], take() {} }, CLOCK);
    for (let second = 0; second <= 7_200; second++) beats.sent(second + 1, second * 1_000);
    expect(beats.madeAfter({ h1: [3_700, 0] }, 7_200_000)).toBe(3_699_000);
    expect(beats.madeAfter({ h1: [3_500, 0] }, 7_200_000)).toBeUndefined();
    expect(beats.from).toBe(3_600);
  });

  it("is known after a restart of the hub of a large fleet too, if the report was made after that", async () => {
    const store = Store.open(scratch());
    onTestFinished(() => store.close());
    let [now, ticks, nodes, run] = [1_000_000_000, 50_000, 501, "one"];
    const clock = { now: () => now, ticks: () => ticks };
    const started = () =>
      new Beats("h1", new KeptBeats({ store, clock, isLarge: () => nodes > MOST_TAUGHT, run }), clock);
    const made = (beats: Beats, number: number, ago: number) => beats.madeAfter({ h1: [number, ago] }, ticks);
    const pass = (ms: number) => {
      now += ms;
      ticks += ms;
    };
    const first = started();
    expect([first.from, made(first, 1, 0)]).toEqual([0, undefined]);
    for (let beat = 1; beat <= 8; beat++) {
      first.sent(beat * 100, ticks);
      first.sent(beat * 100 + 1, ticks + 1_500);
      pass(15_000);
    }
    await store.write(() => {});
    const next = started();
    pass(5_000);
    next.sent(10_000, ticks);
    expect([next.from, next.first]).toEqual([300, 10_000]);
    // Sent between two that were kept, it counts as the one before it.
    expect([made(next, 800, 16_000), made(next, 801, 16_000)]).toEqual([ticks - 4_000, ticks - 4_000]);
    // Made before this run, and perhaps a repetition.
    expect(made(next, 800, 14_000)).toBeUndefined();
    expect([made(next, 299, 0), made(next, 10_000, 0)]).toEqual([undefined, ticks]);
    // A hub that is started once more soon after has not forgotten the others.
    await store.write(() => {});
    expect(started().from).toBe(400);
    pass(3_595_000);
    expect(started().from).toBe(10_000);
    const [, wasNow, wasTicks] = [pass(-3_595_000), now, ticks];
    // The machine was started again, its time was set, or the clock of a container began anew.
    run = "two";
    expect(started().from).toBe(0);
    run = "one";
    now += 6_000;
    expect(started().from).toBe(0);
    [now, ticks] = [wasNow - 100_000, wasTicks - 100_000];
    expect(started().from).toBe(0);
    [now, ticks] = [wasNow, wasTicks];
    // A small fleet is asked, and its disk is spared.
    nodes = 500;
    const write = vi.spyOn(store, "write");
    started().sent(20_000, ticks + 15_000);
    expect(write).not.toHaveBeenCalled();
  });
});

it("Nodes that report as soon as a hub starts, and prove no age, are asked again within a second", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const heartbeat = new Heartbeat({
    ...{ clock: { now: () => Date.now(), ticks: () => Date.now() }, nodes: () => 3, beats: { from: 7 } },
    notify: async (notice) => void said.push(...Object.keys(notice)),
  });
  // The connection is there, and start() is about to be called.
  heartbeat.hurry();
  await heartbeat.start();
  heartbeat.hurry();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(["report", "beat"]);
});

it("A node that proves no age is asked at once; when too many come, the rest hear a beat to all", () => {
  const [key, said] = [Buffer.alloc(32, 7), [] as unknown[]];
  const clock = { now: () => 60_000, ticks: () => 60_000 };
  const place = () => ({ addresses: [], certificate: undefined, fingerprint: undefined });
  const beats = new Beats("h1", { read: () => [], take() {} }, CLOCK);
  beats.sent(5, 50_000);
  const intake = new ReportIntake({
    ...{ clock, beats, instances: new Instances(), numbers: { surpass() {} }, keyOf: () => key },
    addressPush: new AddressPush({ place, nodes: () => 3, clock }),
    heartbeat: { hurry: () => said.push("beat to all") },
    notify: async (notice: unknown, node: unknown) => said.push([node, notice]),
    ignored: { add: (node: string, why: string) => said.push([node, why]) },
    ...{
      record: () => undefined,
      events: { onInstances() {}, onStopped: (node: string) => said.push(`${node} has stopped`) },
    },
  } as unknown as ConstructorParameters<typeof ReportIntake>[0]);
  const take = (node: string, more = {}) => {
    const numbered = { instance: "a", number: 1, heard: {}, at: 0, knows: "", ...more };
    intake.take(node, writeReport(key, numbered));
  };
  take("one");
  take("two", { left: true });
  expect(said.splice(0)).toEqual([
    ["one", { beat: { from: 5, within: 0 } }],
    ["two", { report: 0 }],
  ]);
  for (let n = 2; n < MOST_TAUGHT; n++) take(`more-${n}`);
  expect(said.splice(0)).toHaveLength(MOST_TAUGHT - 2);
  take("late");
  take("leaving", { left: true });
  take("back", { heard: { h1: [4, 9] } });
  // It costs nothing to find out who has made them.
  intake.take(
    "forged",
    writeReport(Buffer.alloc(32), { instance: "a", number: 1, heard: {}, at: 0, knows: "" }),
  );
  expect(said.splice(0)).toEqual(Array(4).fill("beat to all"));
  take("proved", { heard: { h0: [1, 2], h1: [5, 9] }, stopped: true });
  expect(said).toEqual(["proved has stopped"]);
});

it("A beat comes sooner when many wait for it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let beats = 0;
  const clock = { now: () => Date.now(), ticks: () => Date.now() };
  const heartbeat = new Heartbeat({
    ...{ clock, nodes: () => 50_000, beats: { from: 7 } },
    notify: async (notice) => void (notice.beat !== undefined && beats++),
  });
  await heartbeat.start();
  heartbeat.hurry();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(beats).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(beats).toBe(1);
  for (let n = 0; n < 5_000; n++) heartbeat.hurry();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beats).toBe(2);
});

describe("The instance of a node", () => {
  const report = (instance: string, number: number, more = {}) => {
    return { instance, number, heard: {}, at: 0, knows: "", ...more };
  };

  it("counts each report once and in order, and is replaced by the next one", () => {
    const all = new Instances();
    const take = (instance: string, number: number, made: number, now = made) =>
      all.take("n", report(instance, number), made, now);
    expect([take("a", 1, 10), take("a", 1, 20), take("a", 3, 20), take("a", 2, 20)]).toEqual([
      ...["new", "repeated", "news", "repeated"],
    ]);
    expect(take("b", 1, 30)).toBe("new");
    // The bus has held back reports of the one before.
    expect([take("a", 4, 25, 40), take("a", 9, 30, 40)]).toEqual(["late", "late"]);
    expect(all.addressee("n")).toMatchObject({ instance: "b" });
    expect([all.isFormer("n", "a"), all.isFormer("n", "b")]).toEqual([true, false]);
  });

  it("is not replaced by one whose late report says nothing about now", () => {
    const all = new Instances();
    all.take("n", report("b", 1), 100, 101);
    expect(all.take("n", report("a", 7), 99, 102)).toBe("late");
    expect(all.take("n", report("b", 2), 110, 110)).toBe("news");
  });

  it("is one of two when it was replaced and is still at work, and a person's decision ends that", () => {
    const all = new Instances();
    const take = (instance: string, number: number, made: number, more = {}, wanted = 0) =>
      all.take("n", report(instance, number, more), made, made, wanted);
    expect([take("a", 1, 10), take("b", 1, 20), take("a", 2, 30)]).toEqual(["new", "new", "duplicate"]);
    // Either connects again.
    expect([take("b2", 1, 40), take("a", 3, 50)]).toEqual(["new", "duplicate"]);
    expect([take("a2", 1, 60), take("b2", 2, 70)]).toEqual(["new", "duplicate"]);
    // The one that was kept, though it was the one replaced, and not the other, also after a restart of the hub.
    expect([take("b2", 3, 80, { generation: 7 }), take("a2", 2, 90)]).toEqual(["new", "copy"]);
    expect(all.addressee("n")).toMatchObject({ instance: "b2" });
    expect(new Instances().take("n", report("a3", 1), 1, 1, 7)).toBe("copy");
    // A copy of the one that was kept.
    expect([take("c", 1, 100, { generation: 7 }), take("b2", 4, 110, { generation: 7 })]).toEqual([
      ...["new", "duplicate"],
    ]);
  });

  it("is known with the node's clock, until it says that it ends", () => {
    const all = new Instances();
    all.take("n", report("a", 1, { at: 5_000 }), 100, 200);
    expect(all.addressee("n")).toMatchObject({ instance: "a", ahead: 4_800 });
    all.take("n", report("a", 2, { stopped: true }), 300, 300);
    expect(all.addressee("n")).toBeUndefined();
  });
});

describe("The numbers of what a hub signs", () => {
  it("rise, also after a restart, after a clock that was set back, and after an old backup", async () => {
    const dir = scratch();
    const store = Store.open(dir);
    onTestFinished(async () => {
      await store.close();
    });
    let now = 1_000_000;
    const started = () => new OrderNumbers(store, { now: () => now });
    const first = started();
    const taken = await Promise.all([first.next(), first.next(), first.next()]);
    expect(taken).toEqual([1_000_000, 1_000_001, 1_000_002]);
    now += 3_600_000;
    expect(await first.next()).toBe(4_600_000);
    now -= 3_000_000;
    expect(await first.next()).toBe(4_600_001);
    expect(await started().next()).toBeGreaterThan(4_600_001);
    now += 864_000_000;
    expect(await started().next()).toBe(now);
    // A node knows more, from a time when the clock had run ahead and that is not in the backup.
    const restored = started();
    restored.surpass(now + 864_000_000);
    const next = await restored.next();
    expect(next).toBeGreaterThan(now + 864_000_000);
    expect(await started().next()).toBeGreaterThan(next);
    restored.surpass(now);
    expect(await restored.next()).toBe(next + 1);
    // One that lies does not use them up.
    restored.surpass(Number.MAX_SAFE_INTEGER);
    expect(await restored.next()).toBeLessThan(Number.MAX_SAFE_INTEGER / 100);
    now += 8_640_000_000_000;
    store.write = () => Promise.reject(new Error("the disk is full"));
    now += 3_600_000;
    expect(await started().next()).toBe(now);
  });
});
