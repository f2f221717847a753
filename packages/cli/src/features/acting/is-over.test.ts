import { describe, expect, it } from "vitest";
import type { AnsweredObservation, Observation, ServiceStatus } from "../../remote/observation.js";
import { type IsOver, restartIsOver, shutdownIsOver } from "./is-over.js";

/** A look at `at` that took 10 ms. */
const answered = (at: number, uptime: number, own?: Partial<ServiceStatus>): AnsweredObservation => ({
  askedAt: at,
  answeredAt: at + 10,
  uptime,
  service: own && {
    phase: "running",
    starts: undefined,
    note: undefined,
    leftMs: undefined,
    restartNeeded: false,
    ...own,
  },
});
const failed = (kind: "network" | "login" | "tls" | "timeout", code = "ECONNRESET"): Observation => ({
  failed: { kind, code },
});
/** The number of the look with which it was over; undefined when it never was. */
const overAt = (isOver: IsOver, observations: readonly Observation[]): number | undefined => {
  const at = observations.findIndex(isOver);
  return at === -1 ? undefined : at;
};
/** Looks once a second from 1,000 on, while the router that started at `born` keeps running. */
const goingOn = (born: number, seconds: number, own?: Partial<ServiceStatus>) =>
  Array.from({ length: seconds }, (_, second) =>
    answered((second + 1) * 1_000, (second + 1) * 1_000 - born, own),
  );

describe("a restart seen through our own service", () => {
  const before = answered(0, 500, { starts: 1 });

  it("is over when a start was counted and the router works, however young it was before", () => {
    const observations = [
      answered(1_000, 1_500, { starts: 1, phase: "stopping" }),
      answered(2_000, 100, { starts: 2, phase: "starting" }),
      answered(3_000, 1_100, { starts: 2 }),
    ];
    expect(overAt(restartIsOver(before, 20), observations)).toBe(2);
  });

  it("is over also when all of it happened between two looks", () => {
    // The restarted router has already run longer than the one before had.
    expect(overAt(restartIsOver(before, 20), [answered(1_000, 900, { starts: 2 })])).toBe(0);
  });

  it("is not over because a router that had no uptime yet has one now", () => {
    const starting = answered(0, 0, { starts: 1, phase: "starting" });
    expect(overAt(restartIsOver(starting, 20), goingOn(100, 900, { starts: 1 }))).toBeUndefined();
  });

  it("is not over while the count is the same, even if the router's clock jumps", () => {
    const set = [answered(1_000, 20, { starts: 1 }), answered(2_000, 0, { starts: 1, phase: "unreachable" })];
    expect(overAt(restartIsOver(answered(0, 60_000, { starts: 1 }), 20), set)).toBeUndefined();
  });

  it("is not over while the router crashes and is started again and again", () => {
    const observations = [2, 3, 4].flatMap((starts) => [
      answered(starts * 1_000, 0, { starts, phase: "starting" }),
      answered(starts * 1_000 + 500, 0, { starts, phase: "crashed" }),
    ]);
    expect(overAt(restartIsOver(before, 20), observations)).toBeUndefined();
  });

  it("is judged by the router's start when the service was away and counts from nothing", () => {
    const long = answered(0, 3_600_000, { starts: 5 });
    const away = [failed("network", "ECONNREFUSED"), failed("tls", "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE")];
    const same = answered(3_000, 3_603_000, { starts: 0 });
    expect(overAt(restartIsOver(long, 20), [...away, same, answered(9_000, 500, { starts: 1 })])).toBe(3);
  });

  it("is not over when the service asks for a login and was never away", () => {
    expect(overAt(restartIsOver(before, 20), [failed("login")])).toBeUndefined();
  });
});

describe("a restart seen through another server", () => {
  it("is over when the router started after it was asked for", () => {
    const observations = [
      answered(1_000, 61_000),
      answered(2_000, 62_000),
      failed("timeout"),
      answered(20_000, 3_000),
    ];
    expect(overAt(restartIsOver(answered(0, 60_000), 20), observations)).toBe(3);
  });

  it("of a young router is over although the new one soon has run longer than the old one", () => {
    const observations = [answered(1_000, 2_000), failed("network"), answered(20_000, 12_000)];
    expect(overAt(restartIsOver(answered(0, 1_000), 20), observations)).toBe(2);
  });

  it("of a young router is not over while the router has not restarted", () => {
    for (const uptime of [0, 1, 999, 1_500, 5_000])
      expect(overAt(restartIsOver(answered(0, uptime), 20), goingOn(-uptime, 900))).toBeUndefined();
  });

  it("is not over when uptimes are rounded to seconds and answers come late", () => {
    const isOver = restartIsOver(answered(0, 4_000), 20);
    const rounded = goingOn(-4_999, 60).map((one) => ({
      ...one,
      uptime: Math.floor(one.uptime / 1_000) * 1_000,
    }));
    const late = rounded.map((one) => ({ ...one, askedAt: one.askedAt - 900 }));
    expect(overAt(isOver, [...rounded, ...late])).toBeUndefined();
  });

  it.each([-30_000, -3_000, 3_000, 3_600_000])("is not over because a clock was set by %i ms", (set) => {
    const observations = goingOn(-60_000, 30).map((one) => ({
      ...one,
      uptime: Math.max(1, one.uptime + set),
    }));
    expect(overAt(restartIsOver(answered(0, 60_000), 20), observations)).toBeUndefined();
  });

  it("is over when the router reported that it was down, and is up", () => {
    const observations = [answered(1_000, 0), answered(2_000, 0), answered(3_000, 500)];
    expect(overAt(restartIsOver(answered(0, 60_000), 20), observations)).toBe(2);
  });

  it("that ends with its router is over when it was gone and asks for a login", () => {
    const observations = [
      failed("network", "ECONNREFUSED"),
      failed("network", "ECONNREFUSED"),
      failed("login"),
    ];
    expect(overAt(restartIsOver(answered(0, 60_000), 20), observations)).toBe(2);
  });

  it("that never comes back is never over", () => {
    const observations = Array.from({ length: 900 }, () => failed("network", "ECONNREFUSED"));
    expect(overAt(restartIsOver(answered(0, 60_000), 20), observations)).toBeUndefined();
  });
});

describe("a shutdown", () => {
  it("seen through our own service is over when the router is stopped, and not when the service is away", () => {
    const observations = [
      answered(1_000, 0, { phase: "stopping" }),
      failed("network", "ECONNREFUSED"),
      answered(3_000, 0, { phase: "unreachable" }),
      answered(4_000, 0, { phase: "stopped" }),
    ];
    expect(overAt(shutdownIsOver(answered(0, 60_000, { starts: 1 })), observations)).toBe(3);
  });

  it("seen through another server is over when that has no router, or is gone", () => {
    const isOver = shutdownIsOver(answered(0, 60_000));
    expect(overAt(isOver, [answered(1_000, 61_000), failed("timeout"), answered(3_000, 0)])).toBe(2);
    expect(overAt(isOver, [failed("network"), failed("network", "ECONNREFUSED")])).toBe(1);
  });
});
