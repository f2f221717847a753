import type { DriverStorage, Router } from "@pilothouse/drivers/port";
import { Simulator } from "@pilothouse/drivers/simulator";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../log.js";
import { PASSWORD_VALUE } from "../../../store/opening/soundness.js";
import { Store } from "../../../store/store.js";
import { putValue, storage } from "../../../store/values.js";
import type { Snapshot } from "../../../telemetry/snapshot.js";
import { EventLog } from "../../record/event-log.js";
import { ChangeLog } from "../../router-settings/change-log.js";
import { RecordedSettings } from "../../router-settings/recorded-settings.js";
import { Traffic } from "../traffic.js";
import { Budget } from "./budget.js";

const HOUR = 3_600_000;
const GB = 1_000 ** 3;
const OPERATOR = { address: "192.0.2.1" };

let dir: string;
let now: number;
const clock = { now: () => now };
let played: Played;

/** A service with its traffic and budget, over a simulated router. */
class Played {
  readonly store = Store.open(dir);
  readonly events = new EventLog(this.store, clock, silentLog);
  readonly traffic = new Traffic(this.store, "simulator", clock, silentLog);
  readonly budget: Budget;
  readonly settings: RecordedSettings;

  constructor(
    readonly router: Router,
    public wanted: ReturnType<Budget["options"]["wanted"]>,
  ) {
    const { store, events, traffic } = this;
    this.settings = new RecordedSettings(router.settings, new ChangeLog(store, clock, silentLog), events);
    const sampler = { peek: () => this.sample() };
    const settings = this.settings;
    this.budget = new Budget({
      ...{ store, router, settings, traffic, events, clock, log: silentLog, sampler },
      wanted: () => this.wanted,
    });
  }

  async start(): Promise<this> {
    await this.store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
    await this.router.start();
    this.traffic.start();
    return this;
  }

  async sample(): Promise<Snapshot> {
    const snapshot = { at: now, ...(await this.router.read(new AbortController().signal)) };
    this.traffic.add(snapshot);
    return snapshot;
  }

  async pass(ms: number, every = HOUR): Promise<void> {
    for (const end = now + ms; now < end; ) {
      now += every;
      await this.sample();
      await this.budget.tick();
    }
    await this.traffic.save();
  }

  async limits(): Promise<string> {
    const { values } = await this.router.settings.network();
    return (["share", "in", "out"] as const).map((name) => values.get(`router.net.bw.${name}`)).join(" ");
  }

  async addedEvents(): Promise<string[]> {
    const events = await this.events.read({
      kinds: ["budget.lowered", "budget.restored", "budget.left", "budget.unable"],
    });
    return events
      .reverse()
      .map(({ kind, data }) => [kind, data["why"] ?? data["limits"] ?? data["names"]].join(": "));
  }

  async end({ save = true } = {}): Promise<void> {
    await this.budget.stop();
    if (save) await this.traffic.save();
    await this.router.close();
    await this.store.close();
  }
}

/** The router is made before the service whose store it uses. */
const LATER: DriverStorage = {
  load: () => storage(played.store, "simulator").load(),
  save: (text) => storage(played.store, "simulator").save(text),
};

function play(
  wanted: Partial<ReturnType<Budget["options"]["wanted"]>>,
  router: Router = new Simulator({ seed: 1, clock, storage: LATER }),
): Promise<Played> {
  const settings = { "budget.monthly": undefined, "budget.day": 1, "budget.schedule": [], ...wanted };
  played = new Played(router, settings);
  return played.start();
}

beforeEach(() => {
  dir = scratch();
  now = new Date(2027, 1, 2).getTime();
});
afterEach(async () => {
  await played.end();
});

const FULL = "80 1024 512";
const BACK = "budget.restored: share 80%, in 1024 KiB/s, out 512 KiB/s";
const used = (percent: number) => `budget.lowered: ${percent}% of the budget is used`;

describe("a monthly budget, over played months", () => {
  it("lowers limits in steps as it runs out, and puts them back in each new period, over restarts of both", async () => {
    const wanted = { "budget.monthly": 4 * GB, "budget.day": 5 };
    const month = [used(80), used(90), used(100)];
    for (let n = 0; n < 3; n++) {
      now = new Date(2027, 1 + n, 4, 22).getTime();
      await play(wanted);
      await played.pass(HOUR);
      expect(await played.limits()).toBe(n === 0 ? FULL : "0 51 25");
      // Midnight, and a new period.
      await played.pass(HOUR);
      expect(await played.limits()).toBe(FULL);
      expect(played.budget.view()).toMatchObject({ limit: 4 * GB, lowered: false });
      await played.pass(20 * HOUR, HOUR / 12);
      expect(await played.limits()).toBe("0 51 25");
      expect(played.budget.view()).toMatchObject({
        lowered: true,
        own: { share: 80, in: 1_024, out: 512 },
        now: { share: 0, in: 51, out: 25 },
      });
      expect(await played.addedEvents()).toEqual(
        [month, ...Array.from({ length: n }, () => [BACK, ...month])].flat(),
      );
      await played.end();
    }
    await play(wanted);
  });
});

describe("a preview", () => {
  const OWN = { share: 80, in: 1_024, out: 512 };

  it.each([
    ["is not used", 10 ** 15],
    ["is used in part", undefined],
    ["is used up", 1_000],
  ])("of a budget that %s says the limits that it then sets, and writes none", async (_how, limit) => {
    await play({});
    await played.pass(4 * HOUR);
    const { received, sent } = played.traffic.all;
    const monthly = limit ?? Math.round((received + sent) / 0.85);
    const { values } = await played.router.settings.network();
    const wanted = { "budget.monthly": monthly, "budget.day": 1, "budget.schedule": [] };
    const preview = await played.budget.preview(wanted, values);
    expect([await played.limits(), preview?.own, played.budget.view()]).toEqual([FULL, OWN, null]);
    played.wanted = wanted;
    await played.budget.tick();
    expect(preview).toMatchObject(played.budget.view() ?? {});
    expect(preview?.lowered).toBe(limit !== 10 ** 15);
    // A petabyte is more than a simulated router needs in a month; what is used up is full now.
    if (limit !== undefined) expect(preview?.full).toBe(limit === 1_000 ? now : null);
    else expect(preview?.full).toBeGreaterThan(now);
  });
});

describe("your own limits", () => {
  const wanted = { "budget.monthly": 1, "budget.schedule": [] };

  /** Lowered to the last step. */
  async function loweredBy(more: Parameters<typeof play>[0] = wanted): Promise<void> {
    await play(more);
    // The first sample only begins the count.
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 51 25");
  }

  it("come back after kill -9 and after the budget was lifted", async () => {
    await loweredBy();
    await played.end({ save: false });
    await play(wanted);
    await played.pass(HOUR);
    expect(await played.limits()).toBe("0 51 25");
    await played.end({ save: false });
    await play({});
    await played.pass(HOUR);
    expect(await played.limits()).toBe(FULL);
    expect(played.budget.view()).toBeNull();
  });

  it.each(["before", "after"])(
    "come back when the service is killed right %s a write to the router",
    async (when) => {
      const router = new Simulator({ seed: 1, clock, storage: LATER });
      const { settings } = router;
      const write = settings.writeNetwork.bind(settings);
      let killed = 0;
      settings.writeNetwork = async (writes) => {
        if (when === "after") await write(writes);
        killed++;
        throw new Error("killed");
      };
      await play(wanted, router);
      await played.pass(2 * HOUR);
      expect(killed).toBe(1);
      expect(await played.limits()).toBe(when === "after" ? "0 51 25" : FULL);
      await played.end({ save: false });
      await play({});
      await played.pass(HOUR);
      expect(await played.limits()).toBe(FULL);
    },
  );

  it("can be changed by you meanwhile: a newer value is neither lowered again nor overwritten", async () => {
    await loweredBy();
    await played.settings.writeNetwork(new Map([["router.net.bw.out", "700"]]), OPERATOR);
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 51 700");
    expect(await played.addedEvents()).toContain("budget.left: out");
    await played.end();
    await play({});
    await played.pass(HOUR);
    expect(await played.limits()).toBe("80 1024 700");
  });

  it("are lowered as before once your change of them is undone, and your own value is not lost", async () => {
    await loweredBy();
    await played.settings.writeNetwork(new Map([["router.net.bw.out", "700"]]), OPERATOR);
    await played.pass(HOUR);
    const changes = await played.settings.changes.read(1);
    await played.settings.undo({ part: "network", changes, actor: OPERATOR, check: () => {} });
    const { values } = await played.router.settings.network();
    expect(played.budget.view(values)).toMatchObject({ lowered: true, own: { out: 512 }, now: { out: 25 } });
    await played.pass(HOUR);
    expect(await played.limits()).toBe("0 51 25");
    await played.end();
    await play({});
    await played.pass(HOUR);
    expect(await played.limits()).toBe(FULL);
  });

  it("can be saved again as they were, also right before the router restarts", async () => {
    await loweredBy();
    await played.settings.writeNetwork(new Map([["router.net.bw.out", "512"]]), OPERATOR);
    await played.router.lifecycle("Restart");
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 51 512");
    expect(await played.addedEvents()).toContain("budget.left: out");
  });

  it("can be saved in two steps, the last one as an advanced setting", async () => {
    await loweredBy();
    await played.settings.writeNetwork(new Map([["router.net.bw.out", "33"]]), OPERATOR);
    await played.settings.writeAll(
      { set: new Map([["i2np.bandwidth.outboundKBytesPerSecond", "512"]]) },
      OPERATOR,
    );
    await played.router.lifecycle("Restart");
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 51 512");
  });

  it("that a router has forgotten to be lowered are lowered again", async () => {
    await loweredBy();
    // As a router does that keeps a limit only until it ends.
    await played.router.settings.writeNetwork(new Map([["router.net.bw.out", "512"]]));
    await played.router.lifecycle("Restart");
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 51 25");
  });

  it("are put back at once where another program wrote them in the middle of ours", async () => {
    const router = new Simulator({ seed: 1, clock, storage: LATER });
    const { settings } = router;
    const write = settings.writeNetwork.bind(settings);
    settings.writeNetwork = async (...given) => {
      settings.writeNetwork = write;
      await write(new Map([["router.net.bw.in", "333"]]));
      return write(...given);
    };
    await play(wanted, router);
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("0 333 25");
    expect(await played.addedEvents()).toContain("budget.left: in");
  });
});

describe("a schedule", () => {
  it("holds by weekday and hour, together with the budget, and gives way outside of it", async () => {
    // A Friday.
    now = new Date(2027, 0, 29, 16).getTime();
    await play({ "budget.schedule": ["mon-fri 08:00-18:00 out=50 share=10", "daily 17-18 in=100"] });
    await played.pass(HOUR / 4, HOUR / 4);
    const seen: string[] = [];
    for (let hour = 0; hour < 3; hour++) {
      await played.budget.tick();
      seen.push(await played.limits());
      await played.pass(HOUR);
    }
    expect(seen).toEqual(["10 1024 50", "10 100 50", FULL]);
    await played.pass(new Date(2027, 1, 1, 9).getTime() - now, 6 * HOUR);
    expect(await played.limits()).toBe("10 1024 50");
    expect(played.budget.view()).toMatchObject({
      limit: null,
      percent: null,
      lowered: true,
      schedule: "mon-fri 08:00-18:00 out=50 share=10",
    });
  });
});

describe("a router with one limit for both directions", () => {
  it("gets the lower of the two, keeps its share, and has its limit back", async () => {
    const router = new Simulator({ seed: 1, clock, storage: LATER });
    router.settings.instant = async () => [["router.net.bw.in", "router.net.bw.out"]];
    await play({ "budget.schedule": ["daily 0-24 in=90 out=40 share=1"] }, router);
    await router.settings.writeNetwork(
      new Map([
        ["router.net.bw.in", "300"],
        ["router.net.bw.out", "300"],
      ]),
    );
    await played.pass(2 * HOUR);
    expect(await played.limits()).toBe("80 40 40");
    expect(played.budget.view()).toMatchObject({ own: { share: 80, in: 300, out: 300 }, unable: null });
    await played.end();
    await play({});
    await played.pass(HOUR);
    expect(await played.limits()).toBe("80 300 300");
  });
});

describe("a router that cannot change its limits while it runs", () => {
  it("is left alone, and that is said once", async () => {
    const router = new Simulator({ seed: 1, clock, storage: LATER });
    router.settings.instant = async () => [];
    await play({ "budget.monthly": 1 }, router);
    await played.pass(3 * HOUR);
    expect(await played.limits()).toBe(FULL);
    const why = "this router cannot change its bandwidth without a restart";
    expect(await played.addedEvents()).toEqual([`budget.unable: ${why}`]);
    expect(played.budget.view()).toMatchObject({ unable: why, lowered: false });
  });
});
