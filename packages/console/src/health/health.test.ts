import { NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import type { Seen } from "../state/live.js";
import { en } from "../texts/en.js";
import { health, severityOf } from "./health.js";

const status = (phase: string, next: string | null = null): Seen["status"] => ({
  simulated: false,
  router: "i2pd",
  phase,
  next,
  until: null,
  retryAt: null,
  crash: null,
  sampled: 1,
  starts: 1,
  note: null,
  restartNeeded: false,
  version: "1",
  time: 0,
  updates: "none",
  factory: false,
});
const CODES = Object.keys(NET_STATUS).map(Number) as NetStatus[];

describe("the router's health", () => {
  it.each(CODES)("has words, advice and a weight for network status %d", (code) => {
    const { says, advice, severity } = health(
      { status: status("running"), info: { "net.status": code } },
      en,
    );
    expect(says.length).toBeGreaterThan(3);
    expect(advice.length).toBeGreaterThan(20);
    expect(severity).toBe(severityOf(code));
  });

  it("weighs as the names in the interface's table do", () => {
    expect(([0, 1, 2, 3, 4, 9, 13] as const).map(severityOf)).toEqual([
      "good",
      "testing",
      "warning",
      "good",
      "warning",
      "error",
      "error",
    ]);
  });

  it("is told by the phase when the router does not run as usual", () => {
    expect(health({ status: status("crashed"), info: { "net.status": 0 } }, en)).toMatchObject({
      severity: "error",
      says: "Crashed",
    });
    expect(health({ status: status("draining", "restart"), info: {} }, en).says).toBe(
      en.phases.draining.restart,
    );
  });

  it("is not guessed where the router tells no network status", () => {
    expect(health({ status: status("running"), info: {} }, en)).toMatchObject({
      says: "Running",
      advice: "",
    });
  });
});
