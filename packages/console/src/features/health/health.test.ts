import { FINDING_KEYS, type FindingEntry, NET_STATUS, type NetStatus } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { makeFormat } from "../../format.js";
import type { RouterSnapshot } from "../../state/live.js";
import { loadMainTexts } from "../../texts/language.js";
import { portsText, severityOf, verdict, wordsOf } from "./health.js";

const NOW = 1_700_000_000_000;
const en = await loadMainTexts("en");
const format = makeFormat("en", en);

const finding = (key: string, more: Partial<FindingEntry> = {}): FindingEntry => ({
  key,
  level: "warning",
  text: "in the service's words",
  todo: "what to do",
  values: {},
  action: null,
  ports: [],
  ...more,
});

const snapshot = (more: Partial<RouterSnapshot> = {}): RouterSnapshot => ({
  status: {
    simulated: false,
    router: "i2pd",
    phase: "running",
    sampled: NOW,
    next: null,
    until: null,
    retryAt: null,
    crash: null,
    starts: 1,
    note: null,
    restartNeeded: false,
    version: "1",
    time: NOW,
    updates: "none",
    factory: false,
  },
  health: { time: NOW, sampled: NOW, age: 0, verdict: "ok", findings: [] },
  info: { "net.status": 0 },
  at: NOW,
  away: undefined,
  ...more,
});
const judged = (now: number, more: Partial<RouterSnapshot> = {}) => verdict(snapshot(more), now, en, format);
const health = (verdict: RouterSnapshot["health"]["verdict"], ...findings: FindingEntry[]) => ({
  health: { ...snapshot().health, verdict, findings },
});

describe("the verdict", () => {
  it("is good if nothing was found and the values are fresh", () => {
    expect(judged(NOW + 2_900)).toMatchObject({ severity: "good", says: "All is well" });
  });

  it("is not good on values older than three seconds, and says how old they are", () => {
    expect(judged(NOW + 4_000)).toMatchObject({ severity: "warning", says: "Values are 4\u00a0s old" });
  });

  it("is not good while the service does not answer, whatever it found before", () => {
    expect(judged(NOW, { away: "service" })).toMatchObject({
      severity: "error",
      says: "The service does not answer",
    });
  });

  it("is the worst finding in words; notes do not count", () => {
    const note = finding("limit.share_zero", { level: "note" });
    expect(judged(NOW, health("ok", note)).severity).toBe("good");
    const zero = finding("limit.in_zero", { level: "problem" });
    expect(judged(NOW, health("problem", zero, note))).toMatchObject({
      severity: "error",
      says: "Nothing can come in",
    });
  });
});

describe("the words of a finding", () => {
  it("exist for every key", () => {
    const spoken = FINDING_KEYS.filter((key) => !key.startsWith("net."));
    expect(Object.keys(en.findings).sort()).toEqual([...spoken].sort());
  });

  it("name the ports to forward", () => {
    const ports = [
      { protocol: "tcp" as const, port: 24_117 },
      { protocol: "udp" as const, port: 24_117 },
    ];
    expect(portsText(ports, en)).toBe("TCP and UDP 24117");
    expect(portsText([{ protocol: "tcp", port: 1 }, ...ports.slice(1)], en)).toBe("TCP 1 and UDP 24117");
    const words = wordsOf(finding("net.firewalled", { ports }), { info: { "net.status": 2 } }, en, format);
    expect(words.says).toBe("Behind a firewall");
    expect(words.more).toContain("Forward TCP and UDP 24117 to this machine");
  });

  it("say of a crash how it ended, also where the cause is not known", () => {
    const values = { cause: en.reasons["exit.unknown"] };
    expect(wordsOf(finding("router.crashed", { values }), { info: {} }, en, format).more).toBe(
      "It ended (the cause is not known) and is started again automatically; its log says more.",
    );
  });

  it("are the service's own for an unknown key of a newer service", () => {
    expect(wordsOf(finding("moon.full"), { info: {} }, en, format)).toEqual({
      says: "in the service's words",
      more: "what to do",
    });
  });
});

it("the severity of a network status follows from its name in the protocol", () => {
  const codes = Object.keys(NET_STATUS).map(Number) as NetStatus[];
  expect(codes.map(severityOf).slice(0, 5)).toEqual(["good", "testing", "warning", "good", "warning"]);
  expect(severityOf(9)).toBe("error");
});
