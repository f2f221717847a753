import type { Facts, NetworkView } from "@pilothouse/drivers/port";
import type { NetworkKey } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import type { Situation } from "../../telemetry/situation.js";
import type { SeenPhase } from "../../telemetry/snapshot.js";
import { accessChecks } from "../access/feature.js";
import { MACHINE_CHECKS } from "../machine/feature.js";
import { SETTINGS_CHECKS } from "../router-settings/feature.js";
import type { BudgetView } from "../traffic/budget/budget.js";
import { budgetChecks } from "../traffic/checks.js";
import { updateChecks } from "../updates/checks.js";
import { ROUTER_CHECKS } from "./checks.js";
import { verdictOf } from "./health.js";

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;
const WELL: Facts = {
  "router.uptime": 60 * MINUTE,
  "router.net.status": 0,
  "router.netdb.activepeers": 60,
  "router.netdb.knownpeers": 900,
  "router.net.tunnels.successrate": 40,
};

const network = (
  values: { readonly [K in NetworkKey]?: string | null } = {},
  restartNeeded = false,
): NetworkView => ({
  values: new Map(
    Object.entries({
      "router.net.ntcp.port": "24117",
      "router.net.ssu.port": "24118",
      "router.net.bw.in": "100",
      "router.net.bw.out": "50",
      "router.net.bw.share": "80",
      ...values,
    }) as [NetworkKey, string | null][],
  ),
  restartNeeded,
});

const budget = {
  ...{ limit: 1_000, used: 0, percent: 0, begins: 0, ends: NOW, schedule: null, lowered: false },
  ...{ own: { share: 80, in: 1, out: 1 }, now: { share: 80, in: 1, out: 1 }, unable: null },
};

interface Changes extends Partial<Omit<Situation, "snapshot">> {
  readonly phase?: SeenPhase;
  readonly facts?: Facts;
  readonly budget?: BudgetView | null;
  readonly factory?: boolean;
  readonly updateFound?: boolean;
  readonly updateVersion?: string;
}

const checksOf = ({
  budget = null,
  factory = false,
  updateFound,
  updateVersion,
}: Omit<Changes, "phase">) => ({
  ...ROUTER_CHECKS,
  ...SETTINGS_CHECKS,
  ...MACHINE_CHECKS,
  ...accessChecks({ isFactory: factory }),
  ...budgetChecks(() => budget),
  ...updateChecks({ found: updateFound, version: updateVersion }),
});

function look({ phase = { name: "running" }, facts = {}, ...more }: Changes = {}) {
  return verdictOf(checksOf(more), {
    now: NOW,
    age: 500,
    waiting: 0,
    snapshot: { at: NOW - 500, phase, facts: { ...WELL, ...facts } },
    network: network(),
    watched: 60 * MINUTE,
    mean: () => 10_000,
    happened: () => 0,
    open: () => undefined,
    openedAt: () => undefined,
    ...more,
  });
}

const keys = (changes: Changes) => look(changes).findings.map(({ key }) => key);
const net = (code: Facts["router.net.status"]): Changes => ({
  facts: { ...(code !== undefined && { "router.net.status": code }) },
});

/** For each finding a situation in which it, and nothing else, is found. */
const CASES: { readonly [key: string]: Changes } = {
  "sample.none": { age: undefined, phase: { name: "unreachable", reason: "timeout" } },
  "sample.old": { age: 4_200, waiting: 3_100 },
  "router.unreachable": { age: 20_000, phase: { name: "unreachable", reason: "login" } },
  "router.stopped": { phase: { name: "stopped" } },
  "router.crashed": { phase: { name: "crashed", report: { cause: "SIGSEGV", lines: [] } } },
  "router.crashloop": { happened: (kind) => (kind === "router.crashed" ? 3 : 0) },
  "router.starting": { phase: { name: "starting" } },
  "router.stopping": { phase: { name: "stopping" } },
  "router.draining": { phase: { name: "draining", next: "restart", until: NOW } },
  "net.testing": net(1),
  "net.firewalled": net(2),
  "net.hidden": net(3),
  "net.clock": net(9),
  "net.symmetric_nat": net(11),
  "net.private_address": net(10),
  "net.port_in_use": net(12),
  "net.no_transport": net(14),
  "net.i2cp": net(8),
  "peers.none": { facts: { "router.netdb.activepeers": 0 } },
  "peers.few": { facts: { "router.netdb.knownpeers": 24 } },
  "tunnels.failing": { facts: { "router.net.tunnels.successrate": 9.94 } },
  "traffic.none": { mean: () => 0 },
  "traffic.full": { mean: (stat) => (stat === "bw.sendRate" ? 50 * 1_024 : 10_000) },
  "limit.in_zero": { network: network({ "router.net.bw.in": "0" }) },
  "limit.out_zero": { network: network({ "router.net.bw.out": "0" }) },
  "limit.share_zero": { network: network({ "router.net.bw.share": "0" }) },
  "settings.restart": { network: network({}, true) },
  "update.restart": {
    open: (kind) => (kind === "update.ready" ? { status: "x", version: "2.11.0" } : undefined),
    openedAt: () => NOW - MINUTE,
  },
  "update.available": { updateFound: true },
  "password.factory": { factory: true },
  "disk.low": { open: (kind) => (kind === "disk.low" ? { freeMiB: 20, percent: 1 } : undefined) },
  "certificate.expires": {
    open: (kind) =>
      kind === "certificate.expiring"
        ? { expires: new Date(NOW + 2.5 * 1_440 * MINUTE).toISOString() }
        : undefined,
  },
  "budget.near": { budget: { ...budget, percent: 85 } },
  "budget.used": { budget: { ...budget, percent: 101 } },
  "budget.unable": { budget: { ...budget, unable: "the router has no such setting" } },
  "logins.failed": {
    open: (kind) => (kind === "logins.failed" ? { count: 12, minutes: 10, address: "x" } : undefined),
  },
};

describe("the verdict", () => {
  it("is ok for a router that is well, with nothing found", () => {
    expect(look()).toEqual({ verdict: "ok", findings: [] });
  });

  it.each(Object.keys(checksOf({})))(
    "finds %s where it is so, alone, with every value of its sentences",
    (key) => {
      const { findings, verdict } = look(CASES[key] ?? {});
      expect(findings.map((finding) => finding.key)).toEqual([key]);
      for (const { text, todo, level } of findings) {
        expect(`${text} ${todo}`).not.toMatch(/[{}?]/);
        expect(verdict).toBe(level === "note" ? "ok" : level);
      }
    },
  );

  it("is that of the worst finding, which comes first", () => {
    const { verdict, findings } = look({ ...net(2), factory: true, updateFound: true });
    expect(findings.map(({ key }) => key)).toEqual([
      "password.factory",
      "net.firewalled",
      "update.available",
    ]);
    expect(verdict).toBe("problem");
  });

  it("names the very ports to forward, and says so where they are not known", () => {
    const [finding] = look(net(2)).findings;
    expect(finding?.ports).toEqual([
      { protocol: "tcp", port: 24_117 },
      { protocol: "udp", port: 24_118 },
    ]);
    expect(finding?.todo).toContain("TCP port 24117 and UDP port 24118");
    const [unknown] = look({ ...net(2), network: undefined }).findings;
    expect(unknown?.ports).toEqual([]);
    expect(unknown?.todo).toContain("the router's ports");
  });

  it("leaves a young router and a service that has just begun to watch their time", () => {
    const young = { "router.uptime": MINUTE, "router.netdb.activepeers": 0, "router.netdb.knownpeers": 0 };
    expect(keys({ facts: young, mean: () => 0 })).toEqual([]);
    expect(keys({ watched: MINUTE, mean: () => 0 })).toEqual([]);
  });

  it("ignores peers and reachability of a router in another phase, where zeros are only placeholders", () => {
    const zeros = { "router.net.status": 13, "router.netdb.activepeers": 0 } as const;
    expect(keys({ phase: { name: "stopped" }, facts: zeros })).toEqual(["router.stopped"]);
  });

  it("asks for no restart of a router that is down or ends, whose next start does the same", () => {
    const waiting = { ...CASES["update.restart"], ...CASES["settings.restart"] };
    expect(keys(waiting)).toEqual(["settings.restart", "update.restart"]);
    expect(keys({ ...waiting, ...CASES["router.stopped"] })).toEqual(["router.stopped"]);
    expect(keys({ ...waiting, ...CASES["router.crashed"] })).toEqual(["router.crashed"]);
    expect(keys({ ...waiting, ...CASES["router.stopping"] })).toEqual(["router.stopping"]);
    expect(keys({ ...waiting, ...CASES["router.draining"] })).toEqual(["router.draining"]);
  });

  it("does not complain of a limit that the budget itself has lowered", () => {
    const lowered = { ...budget, percent: 50, lowered: true, own: { share: 80, in: 100, out: 100 } };
    const zero = network({ "router.net.bw.share": "0" });
    expect(keys({ network: zero, budget: { ...lowered, now: { share: 0, in: 100, out: 100 } } })).toEqual([]);
    const full = CASES["traffic.full"];
    expect(keys({ ...full, budget: { ...lowered, now: { share: 80, in: 100, out: 50 } } })).toEqual([]);
    // What is lowered is another limit: this one is your own.
    expect(keys({ ...full, budget: { ...lowered, now: { share: 80, in: 50, out: 100 } } })).toEqual([
      "traffic.full",
    ]);
  });
});

describe("an update that waits for a restart", () => {
  const ready = (version?: string): Changes => ({
    open: (kind) => (kind === "update.ready" ? { status: "x", ...(version && { version }) } : undefined),
    openedAt: () => NOW - 60 * MINUTE,
    updateFound: true,
  });
  const uptime = (minutes: number): Facts => ({ "router.uptime": minutes * MINUTE });

  it("is reported with its version if that is known, instead of the update that was found", () => {
    const [finding] = look({ ...ready("2.11.0"), facts: uptime(61) }).findings;
    expect(finding).toMatchObject({
      key: "update.restart",
      todo: "Restart it gracefully to run the new version, 2.11.0.",
      action: "RestartGraceful",
    });
    expect(keys({ ...ready(), facts: uptime(61) })).toEqual(["update.restart"]);
    expect(look({ ...ready(), facts: uptime(61) }).findings[0]?.todo).toBe(
      "Restart it gracefully to run the new version.",
    );
  });

  it("is over when the router was started since, also while the service was away", () => {
    expect(keys({ ...ready("2.11.0"), facts: uptime(59) })).not.toContain("update.restart");
  });

  it("that is only available is reported with its version", () => {
    const texts = [{ updateVersion: "2.11.0" }, {}].map(
      (more) => look({ updateFound: true, ...more }).findings[0]?.text,
    );
    expect(texts).toEqual([
      "There is an update of the router: version 2.11.0.",
      "There is an update of the router.",
    ]);
  });
});
