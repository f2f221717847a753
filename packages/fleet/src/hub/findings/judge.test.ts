import { FLEET_FINDING_KEYS } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Report } from "../../bus/report.js";
import { fingerprintOf } from "../../joining/join-messages.js";
import { HubStage } from "../testing/stage.js";

const MINUTE = 60_000;
/** The hub's own, as the stage has it. */
const VERSION = "1.2.3";

let stage: HubStage;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  stage = await HubStage.open();
});
afterEach(async () => {
  await stage.close();
  vi.useRealTimers();
});

/** In capitals, as real ids are. */
const idOf = (name: string) => `U-${name.toUpperCase()}`;
const report = (name: string, more: Partial<Report> = {}) =>
  stage.bus.report(idOf(name), { at: stage.time, service: VERSION, verdict: "ok", ...more });

async function joined(name: string, more?: Partial<Report>): Promise<void> {
  await stage.bus.join(idOf(name), { name });
  report(name, more);
}

async function verdict(token?: string) {
  const { result } = await stage.call("pilothouse.health", {}, token === undefined ? {} : { token });
  const found = result?.["findings"] as { key: string; values: { nodes?: string; all?: number } }[];
  return {
    verdict: result?.["verdict"],
    findings: found.map(({ key, values }) => [key, values.nodes, values.all] as const),
  };
}

async function row(name: string) {
  const { result } = await stage.call("fleet.nodes", { columns: ["name", "verdict", "findings"] });
  const columns = result?.["columns"] as { name: string[]; verdict: string[]; findings: string[][] };
  const at = columns.name.indexOf(name);
  return { verdict: columns.verdict[at], findings: columns.findings[at] };
}

/** Another machine with the key of a node, as the bus sees it. */
const duplicate = async () => {
  stage.bus.options.events.onInstances("U-A", ["one", "two"]);
  await expect.poll(() => stage.core.inventory.find("a")?.state).toBe("duplicate");
};

/** What is the case with a node, what that comes to, and what is found. */
const SITUATIONS: readonly (readonly [string, string, readonly string[], () => unknown])[] = [
  ["is well", "ok", [], () => {}],
  ["is stopped", "problem", ["nodes.stopped"], () => report("a", { phase: "stopped", verdict: "problem" })],
  ["has crashed", "problem", ["nodes.crashed"], () => report("a", { phase: "crashed", verdict: "problem" })],
  ["hangs", "problem", ["nodes.hung"], () => report("a", { phase: "unreachable", verdict: "problem" })],
  [
    "crashes again and again",
    "problem",
    ["nodes.crashloop"],
    () => report("a", { verdict: "problem", crashing: true }),
  ],
  ["is firewalled", "warning", ["nodes.firewalled"], () => report("a", { netStatus: 2, verdict: "warning" })],
  ["has drifted", "warning", ["nodes.drifted"], () => report("a", { drifted: true })],
  ["needs a restart", "warning", ["nodes.restart"], () => report("a", { restartNeeded: true })],
  ["finds a problem itself", "problem", ["nodes.problem"], () => report("a", { verdict: "problem" })],
  ["warns of something itself", "warning", ["nodes.warning"], () => report("a", { verdict: "warning" })],
  ["is starting", "wait", ["nodes.busy"], () => report("a", { phase: "starting" })],
  ["drains before a restart", "wait", ["nodes.busy"], () => report("a", { phase: "draining" })],
  [
    "drains before the restart that it needed",
    "wait",
    ["nodes.busy"],
    () => report("a", { phase: "draining", restartNeeded: true }),
  ],
  [
    "is stopped, and needed a restart",
    "problem",
    ["nodes.stopped"],
    () => report("a", { phase: "stopped", verdict: "problem", restartNeeded: true }),
  ],
  ["tests whether it is reachable", "wait", ["nodes.busy"], () => report("a", { netStatus: 1 })],
  ["says nothing of its phase", "wait", ["nodes.busy"], () => report("a", { phase: "" })],
  ["is older than the hub", "ok", ["nodes.outdated"], () => report("a", { service: "1.2.2" })],
  ["is newer than the hub", "ok", [], () => report("a", { service: "1.10.0" })],
  ["is used by two machines", "problem", ["nodes.duplicate"], duplicate],
  [
    "is offline",
    "problem",
    ["nodes.offline"],
    () => {
      stage.time += 2 * MINUTE;
      stage.core.inventory.cleanUp();
      report("b");
    },
  ],
  [
    "is away while the hub was restarted",
    "wait",
    ["nodes.awaited"],
    async () => {
      await stage.restart();
      report("b");
    },
  ],
];

describe("The verdict of a hub", () => {
  it.each(SITUATIONS)("on a node that %s is %s: %j", async (_what, is, keys, happens) => {
    await joined("a");
    await joined("b");
    await happens();
    expect(await row("a")).toEqual({ verdict: is, findings: keys });
    expect(await row("b")).toEqual({ verdict: "ok", findings: [] });
    expect(await verdict()).toEqual({ verdict: is, findings: keys.map((key) => [key, "a", 1]) });
    for (const finding of FLEET_FINDING_KEYS.filter((key) => key.startsWith("nodes."))) {
      const { result } = await stage.call("fleet.nodes", { finding, columns: ["name"] });
      expect(result?.["columns"]).toEqual({ name: keys.includes(finding) ? ["a"] : [] });
    }
  });

  it("puts the worst first, with the number of nodes", async () => {
    await joined("a", { netStatus: 2 });
    for (const name of ["b", "c"]) await joined(name, { phase: "stopped" });
    await stage.bus.wait("U-new", "new");
    stage.bus.report("U-lost", { phase: "crashed" });
    expect(await verdict()).toEqual({
      verdict: "problem",
      findings: [
        ["nodes.stopped", "b, c", 2],
        ["nodes.firewalled", "a", 1],
        ["nodes.unknown", fingerprintOf("U-lost"), 1],
        ["nodes.waiting", fingerprintOf("U-new"), 1],
      ],
    });
  });

  it("without a bus says that, and of no node that it is well or ill", async () => {
    await joined("a");
    await joined("b", { phase: "stopped" });
    stage.bus.connected = false;
    expect(await verdict()).toEqual({ verdict: "problem", findings: [["fleet.bus", undefined, undefined]] });
    for (const name of ["a", "b"])
      expect(await row(name)).toEqual({ verdict: "wait", findings: ["fleet.bus"] });
  });

  it("does not call a router down that a roll-out restarts", async () => {
    await stage.bus.join("U-A", { name: "a" }, () => new Promise<string>(() => {}));
    report("a");
    await stage.call("fleet.rollout", { kind: "restart", nodes: ["a"] });
    for (let n = 0; n < 5; n++) {
      stage.time += 1_000;
      report("a");
      await stage.core.rollouts.tick();
    }
    expect(stage.core.rollouts.changing()).toEqual(new Set(["U-A"]));
    report("a", { phase: "stopped", verdict: "problem" });
    expect(await row("a")).toEqual({ verdict: "wait", findings: ["nodes.busy"] });
  });

  it("judges a node again only when something of it has changed", async () => {
    for (const name of ["a", "b"]) await joined(name);
    const judged = () => ["a", "b"].map((name) => stage.core.inventory.find(name)?.found);
    await verdict();
    const [a, b] = judged();
    report("a", { inbound: 77 });
    await verdict();
    expect(judged().map((found, at) => found === [a, b][at])).toEqual([true, true]);
    report("a", { phase: "stopped" });
    expect(await verdict()).toMatchObject({ verdict: "problem", findings: [["nodes.stopped", "a", 1]] });
    expect(judged().map((found, at) => found === [a, b][at])).toEqual([false, true]);
  });

  it("names nodes in the order of their numbers, and not more than ten", async () => {
    for (let n = 12; n > 0; n--) await joined(`n-${n}`, { phase: "stopped" });
    expect((await verdict()).findings).toEqual([
      ["nodes.stopped", "n-1, n-2, n-3, n-4, n-5, n-6, n-7, n-8, n-9, n-10 and 2 more", 12],
    ]);
  });

  it("is what the rules of notifications show too, from the first moment", async () => {
    const holding = async () => {
      const { result } = await stage.call("pilothouse.notify");
      const rules = result?.["rules"] as { key: string; holds: boolean }[];
      return rules.flatMap(({ key, holds }) => (holds ? [key] : []));
    };
    stage.bus.connected = false;
    expect(await holding()).toEqual(["fleet.bus"]);
    stage.bus.connected = true;
    expect(await holding()).toEqual([]);
    await joined("a", { phase: "stopped" });
    expect(await holding()).toEqual(["nodes.stopped"]);
  });

  it("is on the page for Prometheus too", async () => {
    await joined("a", { phase: "stopped" });
    await joined("b", { phase: "stopped" });
    const page = await stage.core.metrics("text/plain; version=0.0.4; charset=utf-8");
    expect(page).toContain('pilothouse_verdict{verdict="problem"} 1');
    expect(page).toContain('pilothouse_findings{finding="nodes.stopped",level="problem"} 2');
  });
});
