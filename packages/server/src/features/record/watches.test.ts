import type { Phase } from "@pilothouse/drivers/port";
import { type NetStatus, reason, textOfReason } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../log.js";
import { Store } from "../../store/store.js";
import { MachineWatch, spaceOf } from "../machine/machine-watch.js";
import { RouterWatch } from "../sampling/router-watch.js";
import { EventLog } from "./event-log.js";
import { LoginWatch } from "./login-watch.js";

const MINUTE = 60_000;
const DAY = 86_400_000;
const MIB = 2 ** 20;

let dir: string;
let store: Store;
let now: number;
let events: EventLog;
const clock = { now: () => now };

beforeEach(() => {
  dir = scratch();
  store = Store.open(dir);
  now = Date.UTC(2027, 0, 1);
  events = new EventLog(store, clock, silentLog);
});
afterEach(async () => {
  await store.close();
});

/** All events so far, oldest first. Writes are done in order, so this read sees all earlier ones. */
async function allEvents(): Promise<[string, object][]> {
  await store.write(() => {});
  return (await events.read({ after: 0 })).map(({ kind, data }) => [kind, data]);
}
const kinds = async () => (await allEvents()).map(([kind]) => kind);

async function watching(): Promise<RouterWatch> {
  const watch = new RouterWatch(events, clock);
  await watch.start();
  return watch;
}
const seen = (phase: Phase, starts = 1, more: { note?: string; status?: NetStatus } = {}) => ({
  at: now,
  phase,
  starts,
  note: more.note,
  facts: more.status === undefined ? {} : { "router.net.status": more.status },
});
const running = (starts = 1, more = {}) => seen({ name: "running" }, starts, more);

describe("the life of the router", () => {
  it("is reported: stop, start, restart, but not a router that already runs when the service starts", async () => {
    const watch = await watching();
    for (const one of [
      ...[
        running(),
        running(),
        seen({ name: "stopping" }),
        seen({ name: "stopped" }),
        seen({ name: "stopped" }),
      ],
      ...[seen({ name: "starting" }, 2), running(2), seen({ name: "starting" }, 3), running(3), running(4)],
    ])
      watch.see(one);
    expect(await kinds()).toEqual([
      "router.stopped",
      "router.started",
      "router.restarted",
      "router.restarted",
    ]);
  });

  it("is reported from its first start, when the service starts it", async () => {
    const watch = await watching();
    for (const one of [seen({ name: "starting" }), running()]) watch.see(one);
    expect(await kinds()).toEqual(["router.started"]);
  });

  it("has each crash that the driver tells of, however many lie between two readings", async () => {
    const watch = await watching();
    watch.see(running());
    const why = reason("exit.signal", { signal: "SIGKILL" });
    for (let crash = 0; crash < 3; crash++, now += 1_000) watch.crashed(why);
    watch.see(seen({ name: "crashed", until: now }, 3));
    watch.see(running(4));
    watch.crashed("its own words");
    watch.see(running(5));
    const data = { cause: "killed by SIGKILL", "cause.code": "exit.signal", "cause.signal": "SIGKILL" };
    expect(await allEvents()).toEqual([
      ...Array(3).fill(["router.crashed", data]),
      ["router.started", {}],
      ["router.crashed", { cause: "its own words" }],
      ["router.started", {}],
    ]);
  });

  it("has a start after a crash before the first reading", async () => {
    const watch = await watching();
    watch.crashed("its own words");
    watch.see(running(2));
    expect(await kinds()).toEqual(["router.crashed", "router.started"]);
  });

  it("has no crash because of a note on an earlier one", async () => {
    const watch = await watching();
    for (const one of [running(), running(2, { note: "The router ended by itself" })]) watch.see(one);
    expect(await kinds()).toEqual(["router.restarted"]);
  });

  it("has silence only when it lasts, once, and its end, also after a restart of the service", async () => {
    const watch = await watching();
    watch.see(running());
    for (let second = 0; second < 14; second++) watch.silent(second * 1_000, "timeout");
    watch.see(running());
    expect(await kinds()).toEqual([]);
    for (let second = 10; second < 60; second++) watch.silent(second * 1_000, "login");
    expect(await allEvents()).toEqual([
      ["router.unreachable", { reason: textOfReason(reason("away.login")), "reason.code": "away.login" }],
    ]);
    (await watching()).see(running());
    expect(await kinds()).toEqual(["router.unreachable", "router.answers"]);
  });

  it("has the end of a silence when the router answers, and not while it still starts", async () => {
    const watch = await watching();
    watch.see(running());
    watch.silent(14_000, "timeout");
    watch.see({ ...running(2), phase: { name: "starting" } });
    expect(await kinds()).toEqual(["router.unreachable"]);
    watch.see(running(2));
    expect(await kinds()).toEqual(["router.unreachable", "router.answers", "router.restarted"]);
  });
});

describe("reachability", () => {
  const [OK, TESTING, FIREWALLED] = [0, 1, 2] as const;
  const during = (watch: RouterWatch, status: NetStatus, minutes: number) => {
    for (let n = 0; n <= minutes * 4; n++, now += MINUTE / 4) watch.see(running(1, { status }));
  };

  it("is reported when it has been different for a while; being reachable at first is no event", async () => {
    const watch = await watching();
    during(watch, OK, 5);
    during(watch, TESTING, 5);
    expect(await allEvents()).toEqual([]);
    during(watch, FIREWALLED, 5);
    during(watch, TESTING, 60);
    during(watch, OK, 5);
    expect(await allEvents()).toEqual([
      ["reachability.bad", { now: "FIREWALLED", was: "OK" }],
      ["reachability.good", { now: "OK", was: "FIREWALLED" }],
    ]);
  });

  it("must last for a minute after a start, whatever was seen before it", async () => {
    const watch = await watching();
    during(watch, OK, 5);
    during(watch, FIREWALLED, 0.5);
    during(watch, TESTING, 5);
    for (const starts of [2, 3]) {
      watch.see(seen({ name: "starting" }, starts));
      for (let n = 0; n < 4; n++, now += MINUTE / 4) watch.see(running(starts, { status: FIREWALLED }));
    }
    expect(await kinds()).toEqual(["router.restarted", "router.restarted"]);
    watch.see(running(3, { status: FIREWALLED }));
    expect(await kinds()).toEqual(["router.restarted", "router.restarted", "reachability.bad"]);
  });

  it("must last for a minute also when the start itself was not seen", async () => {
    const watch = await watching();
    during(watch, OK, 5);
    during(watch, FIREWALLED, 0.5);
    now += MINUTE;
    watch.see(running(2, { status: FIREWALLED }));
    expect(await kinds()).toEqual(["router.restarted"]);
  });

  it("is not judged by the time in which the router tests itself", async () => {
    const watch = await watching();
    during(watch, OK, 5);
    for (let n = 0; n < 3; n++) {
      watch.see(running(1, { status: FIREWALLED }));
      now += 20_000;
      watch.see(running(1, { status: FIREWALLED }));
      expect(await kinds()).toEqual(n < 2 ? [] : ["reachability.bad"]);
      during(watch, TESTING, 10);
    }
  });

  it("is reported at most a few times when it keeps changing", async () => {
    const watch = await watching();
    during(watch, OK, 2);
    for (let n = 0; n < 100; n++) during(watch, n % 2 === 0 ? FIREWALLED : OK, 0.5);
    expect(await kinds()).toEqual([]);
    for (let n = 0; n < 40; n++) during(watch, n % 2 === 0 ? FIREWALLED : OK, 3);
    expect((await kinds()).length).toBeLessThan(8);
  });

  it("continues from what an earlier run of the service reported", async () => {
    during(await watching(), FIREWALLED, 5);
    expect(await kinds()).toEqual(["reachability.bad"]);
    const again = await watching();
    during(again, FIREWALLED, 5);
    during(again, OK, 5);
    expect(await kinds()).toEqual(["reachability.bad", "reachability.good"]);
  });
});

describe("failed logins", () => {
  it("are reported when there are many within minutes, and then not again for an hour", async () => {
    const watch = new LoginWatch(events, clock);
    for (let n = 0; n < 19; n++, now += MINUTE) watch.refused("192.0.2.1");
    expect(await kinds()).toEqual([]);
    for (let n = 0; n < 200; n++, now += 1_000) watch.refused("192.0.2.2");
    expect(await allEvents()).toEqual([["logins.failed", { count: 20, minutes: 10, address: "192.0.2.2" }]]);
    now += 61 * MINUTE;
    for (let n = 0; n < 20; n++) watch.refused("192.0.2.3");
    expect(await kinds()).toEqual(["logins.failed", "logins.failed"]);
  });
});

describe("the machine", () => {
  const state = { free: 10_000 * MIB, size: 100_000 * MIB, expires: 0, address: "", version: "", router: "" };
  beforeEach(() => {
    Object.assign(state, { free: 10_000 * MIB, expires: now + 365 * DAY, address: "", version: "" });
    state.router = "i2pd";
  });
  const watch = () =>
    new MachineWatch({
      ...{ events, store, clock, log: silentLog },
      space: async () => state,
      certificateExpires: () => state.expires,
      address: async () => state.address,
      version: () => state.version,
      router: () => state.router || undefined,
    });

  it("reports once that its disk is nearly full, and when there is room again", async () => {
    for (const free of [10_000, 90, 80, 101, 1_900, 4_000, 3_000]) {
      state.free = free * MIB;
      await watch().look();
    }
    expect(await allEvents()).toEqual([
      ["disk.low", { freeMiB: 90, percent: 0 }],
      ["disk.enough", { freeMiB: 4_000, percent: 4 }],
    ]);
    expect((await spaceOf(dir)).size).toBeGreaterThan(0);
  });

  it("reports a certificate three weeks before its end, three days before, and when it is renewed", async () => {
    const expires = new Date(state.expires).toISOString().slice(0, 10);
    for (const days of [100, 22, 20, 19, 10, 2, 1]) {
      now = state.expires - days * DAY;
      await watch().look();
    }
    state.expires += 90 * DAY;
    await watch().look();
    await watch().look();
    expect(await allEvents()).toEqual([
      ["certificate.expiring", { expires }],
      ["certificate.expiring", { expires }],
      ["certificate.renewed", { expires: new Date(state.expires).toISOString().slice(0, 10) }],
    ]);
  });

  it("reports a changed router address or version, but not an unknown one", async () => {
    for (const [address, version] of [
      ["", ""],
      ["192.0.2.1", "2.9.0"],
      ["192.0.2.1", "2.9.0"],
      ["", ""],
      ["192.0.2.9", "2.10.0"],
    ]) {
      Object.assign(state, { address, version });
      await watch().look();
    }
    expect(await allEvents()).toEqual([
      ["address.changed", { was: "192.0.2.1", now: "192.0.2.9" }],
      ["update.installed", { was: "2.9.0", now: "2.10.0" }],
    ]);
  });

  it("does not compare the address and version of one router with those of another", async () => {
    for (const [router, address, version] of [
      ["i2pd", "192.0.2.1", "2.56.0"],
      ["", "192.0.2.2", "2.10.0"],
      ["upstream", "192.0.2.2", "2.10.0"],
      ["upstream", "192.0.2.2", "2.11.0"],
      ["i2pd", "192.0.2.1", "2.56.0"],
    ] as const) {
      Object.assign(state, { router, address, version });
      await watch().look();
    }
    expect(await allEvents()).toEqual([["update.installed", { was: "2.10.0", now: "2.11.0" }]]);
  });

  it("checks the rest when one check fails", async () => {
    Object.assign(state, { free: 0 });
    const { options } = watch();
    await new MachineWatch({ ...options, address: () => Promise.reject(new Error("no answer")) }).look();
    expect(await kinds()).toEqual(["disk.low"]);
  });
});
