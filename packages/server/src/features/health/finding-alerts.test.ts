import type { FindingEntry } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { type AlertStates, checkFindings, RULES } from "./finding-alerts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const finding = (key: string): FindingEntry => ({
  ...{ key, level: "warning", text: `${key} is so`, todo: "", values: {}, action: null, ports: [] },
});

/** Looks once a minute at what is found, and lists what is sent, with its minute. */
class Looks {
  states: AlertStates = {};
  now = 0;
  readonly sent: string[] = [];

  constructor(
    readonly off: readonly string[] = [],
    readonly pause = HOUR,
  ) {}

  look(minutes: number, ...keys: readonly string[]): this {
    for (let n = 0; n < minutes; n++) {
      const { states, alerts } = checkFindings(this.states, {
        findings: keys.map(finding),
        now: this.now,
        isOn: (key) => !this.off.includes(key),
        pause: this.pause,
      });
      // As after a restart of the service.
      this.states = JSON.parse(JSON.stringify(states)) as AlertStates;
      this.sent.push(...alerts.map(({ event, finding: { key } }) => `${this.now / MINUTE} ${event} ${key}`));
      this.now += MINUTE;
    }
    return this;
  }
}

describe("the rules of notifications", () => {
  it("are those that an operator wants by default", () => {
    for (const key of [
      ...["router.stopped", "router.unreachable", "net.firewalled", "router.crashloop", "update.available"],
      ...["disk.low", "certificate.expires", "budget.near", "budget.used", "logins.failed"],
    ])
      expect(RULES.map((rule) => rule.key)).toContain(key);
    expect(RULES.map((rule) => rule.key)).not.toContain("router.starting");
  });

  it("alert once when a finding has held for its time, and say when it is over", () => {
    const looks = new Looks().look(20, "net.firewalled").look(5);
    expect(looks.sent).toEqual(["15 alert net.firewalled", "22 resolved net.firewalled"]);
  });

  it("send nothing for a finding that was over in time", () => {
    expect(new Looks().look(14, "net.firewalled").look(10).sent).toEqual([]);
  });

  it("ignore a gap of a minute, and treat a finding that comes and goes as one", () => {
    const looks = new Looks();
    for (let n = 0; n < 20; n++) looks.look(1, "net.firewalled").look(1);
    expect(looks.sent).toEqual(["16 alert net.firewalled"]);
    expect(looks.look(3).sent.at(-1)).toBe("41 resolved net.firewalled");
  });

  it("alert of the same thing again only after the pause", () => {
    const looks = new Looks();
    for (let n = 0; n < 6; n++) looks.look(10, "router.stopped").look(10);
    expect(looks.sent).toEqual([
      "2 alert router.stopped",
      "12 resolved router.stopped",
      "62 alert router.stopped",
      "72 resolved router.stopped",
    ]);
  });

  it("alert after the pause of what came back within it and still holds", () => {
    const looks = new Looks().look(10, "router.stopped").look(10).look(60, "router.stopped");
    expect(looks.sent).toEqual([
      "2 alert router.stopped",
      "12 resolved router.stopped",
      "62 alert router.stopped",
    ]);
  });

  it("notify only once where the end does not matter", () => {
    expect(new Looks().look(3, "update.available").look(10).sent).toEqual(["0 alert update.available"]);
  });

  it("can be switched off, each by itself", () => {
    const looks = new Looks(["disk.low"]).look(3, "disk.low", "update.available");
    expect(looks.sent).toEqual(["0 alert update.available"]);
  });

  it("wait no longer when the clock is set back", () => {
    const looks = new Looks().look(10, "router.stopped");
    looks.now -= 24 * HOUR;
    looks.look(5).look(65, "router.stopped");
    expect(looks.sent.map((one) => one.split(" ").slice(1).join(" "))).toEqual([
      "alert router.stopped",
      "resolved router.stopped",
      "alert router.stopped",
    ]);
  });
});
