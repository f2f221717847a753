import { INFO_KEYS, type InfoKey, ROUTER_INFO } from "@pilothouse/protocol";
import { expect } from "vitest";
import type { Phase } from "../port.js";
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
  running,
  SECOND,
  told,
} from "./harness.js";

type ToldKey = Exclude<InfoKey, "router.status">;
const TOLD_KEYS = INFO_KEYS.filter((key): key is ToldKey => key !== "router.status");

/** Asks for a graceful end and sees the wait for it. */
async function drain(harness: Harness, next: "restart" | "stop"): Promise<Phase & { name: "draining" }> {
  await harness.router.lifecycle(next === "restart" ? "RestartGraceful" : "ShutdownGraceful");
  const { phase } = await reading(
    harness,
    ({ phase }) => phase.name === "draining" && phase.next === next,
    10 * SECOND,
  );
  return phase as Phase & { name: "draining" };
}

/** Waits for another life of the router, which has then lived for less time than the one before. */
const anotherLife = (harness: Harness, uptime: number, limitMs?: number) =>
  reading(harness, (now) => inPhase("running")(now) && told(now, "router.uptime") < uptime, limitMs);

/** Waits until the router is at least this old, so that another life can be told from this one. */
const aged = (harness: Harness, uptime: number) =>
  reading(harness, (now) => told(now, "router.uptime") >= uptime, uptime + MINUTE);

export const LIFE_CASES = {
  "a start that is asked for twice happens once": async (harness) => {
    const before = told(await running(harness), "router.uptime");
    await harness.router.start();
    const after = await read(harness.router);
    expect(after.phase).toEqual({ name: "running" });
    expect(told(after, "router.uptime")).toBeGreaterThanOrEqual(before);
  },

  "every key is told, and fits its kind": async (harness) => {
    const { facts } = await running(harness);
    for (const key of TOLD_KEYS) {
      // Only some routers have words of their own.
      if (key === "router.status.own" && facts[key] === undefined) continue;
      const reason = harness.untold?.[key];
      if (reason !== undefined) expect(facts[key], `${key}: ${reason}`).toBeUndefined();
      else expect(() => ROUTER_INFO[key].kind.read(facts[key]), key).not.toThrow();
    }
    expect(Object.keys(facts).filter((key) => !TOLD_KEYS.includes(key as ToldKey))).toEqual([]);
  },

  "peers that are active, fast or of high capacity are among the known ones": async (harness) => {
    const { facts } = await busy(harness);
    const known = facts["router.netdb.knownpeers"] ?? 0;
    expect(known).toBeGreaterThan(0);
    expect(facts["router.netdb.activepeers"] ?? 0).toBeLessThanOrEqual(known);
    expect(facts["router.netdb.fastpeers"] ?? 0).toBeLessThanOrEqual(known);
    expect(facts["router.netdb.highcapacitypeers"] ?? 0).toBeLessThanOrEqual(known);
  },

  "uptime grows, and begins again with a restart": async (harness) => {
    const before = told(await running(harness), "router.uptime");
    const after = await aged(harness, before + 10 * SECOND);
    await harness.router.lifecycle("Restart");
    await anotherLife(harness, told(after, "router.uptime"));
  },

  "Shutdown stops the router, whose counts and rates are then those of none": async (harness) => {
    await busy(harness);
    await harness.router.lifecycle("Shutdown");
    const { facts } = await reading(harness, inPhase("stopped"));
    for (const key of TOLD_KEYS) {
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

  "of two requests the later counts": async (harness) => {
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

  "RestartGraceful waits for the last tunnel and restarts then": async (harness) => {
    await busy(harness);
    const { until } = await drain(harness, "restart");
    const now = harness.clock.now();
    expect(until).toBeGreaterThan(now);
    expect(until).toBeLessThanOrEqual(now + 11 * MINUTE);
    const uptime = told(await read(harness.router), "router.uptime");
    await anotherLife(harness, uptime, DRAINED);
    expect(harness.clock.now()).toBeLessThanOrEqual(until + MINUTE);
  },

  "ShutdownGraceful takes no more tunnels, waits for the last and stops then": async (harness) => {
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

  "a graceful wait is overtaken by Restart": async (harness) => {
    await busy(harness);
    await drain(harness, "stop");
    const { facts } = await aged(harness, 10 * SECOND);
    await harness.router.lifecycle("Restart");
    await anotherLife(harness, facts["router.uptime"] ?? 0);
  },

  "a graceful wait is overtaken by Shutdown": async (harness) => {
    await busy(harness);
    await drain(harness, "restart");
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
  },

  "a graceful wait is overtaken by the other graceful request": async (harness) => {
    await busy(harness);
    await drain(harness, "stop");
    await drain(harness, "restart");
    await drain(harness, "stop");
  },

  "a reseed is seen, ends, and leaves no fewer known peers": async (harness) => {
    const { router } = harness;
    await running(harness);
    const before = await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === false);
    await router.reseed();
    await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === true, 5 * SECOND);
    const after = await reading(harness, ({ facts }) => facts["router.netdb.isreseeding"] === false);
    expect(told(after, "router.netdb.knownpeers")).toBeGreaterThanOrEqual(
      told(before, "router.netdb.knownpeers"),
    );
  },

  "a crash is seen, and the router is started again": async (harness) => {
    await running(harness);
    const { facts } = await aged(harness, 10 * SECOND);
    await given(harness.crash, "crash").call(harness);
    await reading(harness, inPhase("crashed"), 5 * SECOND);
    await anotherLife(harness, facts["router.uptime"] ?? 0);
  },

  "Shutdown keeps a crashed router from being started again": async (harness) => {
    await running(harness);
    await given(harness.crash, "crash").call(harness);
    await reading(harness, inPhase("crashed"), 5 * SECOND);
    await harness.router.lifecycle("Shutdown");
    await reading(harness, inPhase("stopped"));
    const later = harness.clock.now() + 5 * SECOND;
    await harness.until(async () => harness.clock.now() >= later, MINUTE);
    expect((await read(harness.router)).phase).toEqual({ name: "stopped" });
  },

  "an installed update is what runs after a restart": async (harness) => {
    const before = (await running(harness)).facts["router.version"];
    const update = await given(harness.update, "update").call(harness);
    expect(update.version).not.toBe(before);
    const steps: string[] = [];
    const status = await harness.router.install(update, (message) => steps.push(message));
    expect(status).not.toBe("");
    await harness.router.lifecycle("Restart");
    await reading(
      harness,
      (now) => inPhase("running")(now) && now.facts["router.version"] === update.version,
    );
  },

  "an update whose file is missing is not installed": async (harness) => {
    await running(harness);
    const { version, file } = await given(harness.update, "update").call(harness);
    await expect(harness.router.install({ version, file: `${file}.missing` }, () => {})).rejects.toThrow();
    await harness.router.lifecycle("Restart");
    const { facts } = await reading(harness, inPhase("running"));
    expect(facts["router.version"]).not.toBe(version);
  },

  "a reading that is called off rejects": async (harness) => {
    await running(harness);
    await expect(harness.router.read(AbortSignal.abort())).rejects.toThrow();
    const calledOff = new AbortController();
    const pending = harness.router.read(calledOff.signal);
    calledOff.abort();
    await Promise.allSettled([pending]);
    await expect(read(harness.router)).resolves.toBeDefined();
  },

  "closing twice is closing once": async (harness) => {
    await running(harness);
    await harness.router.close();
    await expect(harness.router.close()).resolves.toBeUndefined();
  },
} as const satisfies Record<string, Case>;
