import {
  DETAIL_KEYS,
  INFO_KEYS,
  type InfoKey,
  ROUTER_DETAILS,
  ROUTER_INFO,
  SERVICE_NAMES,
} from "@pilothouse/protocol";
import { expect } from "vitest";
import { fullServices, type Phase, type Reading } from "../../port.js";
import {
  busy,
  type Case,
  DRAINED,
  given,
  type Harness,
  inPhase,
  MINUTE,
  read,
  reading,
  reported,
  running,
  SECOND,
  SOON,
} from "./harness.js";

type ReportedKey = Exclude<InfoKey, "router.status">;
const REPORTED_KEYS = INFO_KEYS.filter((key): key is ReportedKey => key !== "router.status");

/** Asks for a graceful end and sees the wait for it. */
async function drain(harness: Harness, next: "restart" | "stop"): Promise<Phase & { name: "draining" }> {
  await harness.router.lifecycle(next === "restart" ? "RestartGraceful" : "ShutdownGraceful");
  const { phase } = await reading(harness, ({ phase }) => phase.name === "draining" && phase.next === next);
  return phase as Phase & { name: "draining" };
}

/** Uptimes may be whole seconds. */
const RESOLUTION = SECOND;

/** A time that the start of the router is not later than. */
const startOf = (harness: Harness, reading: Reading) =>
  harness.clock.now() - reported(reading, "router.uptime");

/** Waits until the router was started again, later than at `start`. */
const anotherLife = (harness: Harness, start: number, limitMs?: number) =>
  reading(
    harness,
    (now, asked) => inPhase("running")(now) && asked - reported(now, "router.uptime") > start + RESOLUTION,
    limitMs,
  );

/** Waits until the router is old enough to tell another start from this one, and returns when it started. */
const aged = async (harness: Harness, uptime = 5 * SECOND) => {
  const now = await reading(harness, (now) => reported(now, "router.uptime") >= uptime, uptime + SOON);
  return startOf(harness, now);
};

export const LIFE_CASES = {
  "a start that is asked for twice happens once": async (harness) => {
    const before = reported(await running(harness), "router.uptime");
    await harness.router.start();
    const after = await read(harness.router);
    expect(after.phase).toEqual({ name: "running" });
    expect(reported(after, "router.uptime")).toBeGreaterThanOrEqual(before);
  },

  "every key is reported, and fits its kind": async (harness) => {
    const { facts } = await running(harness);
    for (const key of REPORTED_KEYS) {
      const reason = harness.unreported?.[key];
      if ("optional" in ROUTER_INFO[key] && facts[key] === undefined) continue;
      if (reason !== undefined) expect(facts[key], `${key}: ${reason}`).toBeUndefined();
      else expect(ROUTER_INFO[key].type.read(facts[key]), key).toBe(facts[key]);
    }
    expect(Object.keys(facts).filter((key) => !REPORTED_KEYS.includes(key as ReportedKey))).toEqual([]);
  },

  "what the router tells beyond that fits its kind": async (harness) => {
    const { router } = harness;
    await running(harness);
    const told = await router.details?.(DETAIL_KEYS, AbortSignal.timeout(10 * SECOND));
    for (const key of DETAIL_KEYS)
      if (told?.[key] !== undefined) expect(ROUTER_DETAILS[key].type.read(told[key]), key).toEqual(told[key]);
  },

  "every client service is described in the shape of i2pd's answers": async (harness) => {
    const { router } = harness;
    await running(harness);
    const reported = await router.services?.(SERVICE_NAMES, AbortSignal.timeout(10 * SECOND));
    const { I2PTunnel, ...others } = fullServices(SERVICE_NAMES, reported);
    expect(Object.keys(others)).toEqual(SERVICE_NAMES.filter((name) => name !== "I2PTunnel"));
    for (const [name, description] of Object.entries(others))
      expect(description, name).toMatchObject({ enabled: expect.stringMatching(/^(true|false)$/) });
    for (const tunnels of [I2PTunnel?.["client"], I2PTunnel?.["server"]])
      if (tunnels !== "")
        for (const one of Object.values(tunnels as object))
          expect(one).toMatchObject({ address: expect.any(String) });
  },

  "peers that are active, fast or of high capacity are among the known ones": async (harness) => {
    const { facts } = await busy(harness);
    const known = facts["router.netdb.knownpeers"] ?? 0;
    expect(known).toBeGreaterThan(0);
    expect(facts["router.netdb.activepeers"] ?? 0).toBeLessThanOrEqual(known);
    expect(facts["router.netdb.fastpeers"] ?? 0).toBeLessThanOrEqual(known);
    expect(facts["router.netdb.highcapacitypeers"] ?? 0).toBeLessThanOrEqual(known);
  },

  "uptime grows, and begins again with a restart, which is counted": async (harness) => {
    const before = await running(harness);
    const start = await aged(harness, reported(before, "router.uptime") + 5 * SECOND);
    await harness.router.lifecycle("Restart");
    const { starts } = await anotherLife(harness, start);
    expect(starts).toBe(before.starts + 1);
  },

  "after Shutdown the router is stopped, and its counts and rates are those of a stopped one": async (
    harness,
  ) => {
    await busy(harness);
    await harness.router.lifecycle("Shutdown");
    const { facts } = await reading(harness, inPhase("stopped"));
    for (const key of REPORTED_KEYS) {
      const row = ROUTER_INFO[key];
      if ("stopped" in row) expect(facts[key] ?? row.stopped, key).toBe(row.stopped);
    }
    await harness.router.lifecycle("Shutdown");
    expect((await read(harness.router)).phase).toEqual({ name: "stopped" });
  },

  "Restart starts a stopped router": async (harness) => {
    await running(harness);
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    await harness.router.lifecycle("Restart");
    await reading(harness, inPhase("running"));
  },

  "start starts a stopped router": async (harness) => {
    await running(harness);
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    await running(harness);
  },

  "the later of two requests wins": async (harness) => {
    await running(harness);
    await harness.router.lifecycle("Restart");
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    await running(harness);
    await harness.router.lifecycle("Shutdown");
    await harness.router.lifecycle("Restart");
    const later = harness.clock.now() + 10 * SECOND;
    await reading(harness, (now) => harness.clock.now() >= later && inPhase("running")(now));
  },

  "RestartGraceful waits for the last tunnel, then restarts": async (harness) => {
    await busy(harness);
    const { until } = await drain(harness, "restart");
    const now = harness.clock.now();
    expect(until).toBeGreaterThan(now);
    expect(until).toBeLessThanOrEqual(now + 11 * MINUTE);
    const start = startOf(harness, await read(harness.router));
    await anotherLife(harness, start, DRAINED);
    expect(harness.clock.now()).toBeLessThanOrEqual(until + MINUTE);
  },

  "ShutdownGraceful takes no more tunnels, waits for the last, then stops": async (harness) => {
    await busy(harness);
    await drain(harness, "stop");
    const tunnels: number[] = [];
    await reading(
      harness,
      ({ phase, facts }) => {
        tunnels.push(facts["router.net.tunnels.participating"] ?? 0);
        return phase.name === "stopped";
      },
      DRAINED,
    );
    expect(tunnels).toEqual(tunnels.toSorted((a, b) => b - a));
  },

  "the same graceful request again changes nothing": async (harness) => {
    await busy(harness);
    const first = await drain(harness, "stop");
    expect(await drain(harness, "stop")).toEqual(first);
  },

  "Restart ends a graceful wait": async (harness) => {
    await busy(harness);
    await drain(harness, "stop");
    const start = await aged(harness);
    await harness.router.lifecycle("Restart");
    await anotherLife(harness, start);
  },

  "Shutdown ends a graceful wait": async (harness) => {
    await busy(harness);
    await drain(harness, "restart");
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
  },

  "the other graceful request replaces a graceful wait": async (harness) => {
    await busy(harness);
    await drain(harness, "stop");
    await drain(harness, "restart");
    await drain(harness, "stop");
  },

  "a graceful wait can be cancelled, and the router keeps running without a restart": async (harness) => {
    await busy(harness);
    const cancel = async () => given(harness.router.cancel, "router.cancel").call(harness.router);
    expect(await cancel(), "nothing to cancel").toBe(false);
    await drain(harness, "restart");
    const start = startOf(harness, await read(harness.router));
    await expect(
      given(harness.router.cancel, "router.cancel").call(harness.router, AbortSignal.abort()),
    ).rejects.toThrow();
    expect((await read(harness.router)).phase.name).toBe("draining");
    expect(await cancel()).toBe(true);
    // By the time when it was asked: a busy machine may get the answer late.
    let startedAfter = 0;
    await reading(harness, (now, asked) => {
      startedAfter = asked - reported(now, "router.uptime");
      return inPhase("running")(now);
    });
    expect(startedAfter).toBeLessThanOrEqual(start + RESOLUTION);
    expect(await cancel()).toBe(false);
    // It is not left half way: it can be asked to wait again.
    await drain(harness, "stop");
    expect(await cancel()).toBe(true);
    await reading(harness, inPhase("running"));
  },

  "a reseed is seen, ends, and leaves no fewer known peers": async (harness) => {
    const { router } = harness;
    await running(harness);
    const before = await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === false);
    await router.reseed();
    await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === true);
    const after = await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === false);
    expect(reported(after, "router.netdb.knownpeers")).toBeGreaterThanOrEqual(
      reported(before, "router.netdb.knownpeers"),
    );
  },

  "a crash is seen and told, and the router is started again": async (harness) => {
    const told: unknown[] = [];
    harness.router.onCrash((why) => told.push(why));
    await running(harness);
    const start = await aged(harness);
    await given(harness.crash, "crash").call(harness);
    await reading(harness, inPhase("crashed"));
    expect(told).toHaveLength(1);
    await anotherLife(harness, start);
    expect(told).toHaveLength(1);
  },

  "an end that was asked for is not told as a crash": async (harness) => {
    const told: unknown[] = [];
    harness.router.onCrash((why) => told.push(why));
    await running(harness);
    const start = await aged(harness);
    await harness.router.lifecycle("Restart");
    await anotherLife(harness, start);
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    expect(told).toEqual([]);
  },

  "Shutdown keeps a crashed router from being started again": async (harness) => {
    await running(harness);
    await given(harness.crash, "crash").call(harness);
    await reading(harness, inPhase("crashed"));
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    const later = harness.clock.now() + 5 * SECOND;
    await harness.until(async () => harness.clock.now() >= later, MINUTE);
    expect((await read(harness.router)).phase).toEqual({ name: "stopped" });
  },

  "an installed update is what runs after a restart": async (harness) => {
    await running(harness);
    const program = given(harness.program, "program").bind(harness);
    const before = await program();
    const update = await given(harness.update, "update").call(harness);
    expect(update.program).not.toBe(before);
    const steps: string[] = [];
    const status = await harness.router.install(update, (message) => steps.push(message));
    expect(status).not.toBe("");
    expect(await program()).toBe(before);
    const start = await aged(harness);
    await harness.router.lifecycle("Restart");
    const after = await anotherLife(harness, start);
    expect(await program()).toBe(update.program);
    expect(after.facts["router.version"]).toBe(update.version);
  },

  "an update whose file is missing is not installed": async (harness) => {
    const { facts } = await running(harness);
    const program = given(harness.program, "program").bind(harness);
    const before = await program();
    const { version, file } = await given(harness.update, "update").call(harness);
    await expect(harness.router.install({ version, file: `${file}.missing` }, () => {})).rejects.toThrow();
    const start = await aged(harness);
    await harness.router.lifecycle("Restart");
    const after = await anotherLife(harness, start);
    expect(await program()).toBe(before);
    expect(after.facts["router.version"]).toBe(facts["router.version"]);
  },

  "an aborted reading rejects": async (harness) => {
    await running(harness);
    await expect(harness.router.read(AbortSignal.abort())).rejects.toThrow();
    const calledOff = new AbortController();
    const pending = harness.router.read(calledOff.signal);
    calledOff.abort();
    await Promise.allSettled([pending]);
    await expect(read(harness.router)).resolves.toBeDefined();
  },

  "closing twice does no harm": async (harness) => {
    await running(harness);
    await harness.router.close();
    await expect(harness.router.close()).resolves.toBeUndefined();
  },
} as const satisfies Record<string, Case>;
