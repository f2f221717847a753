import type { EventEntry } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../bus/report.js";
import { HubStage } from "../testing/stage.js";

let stage: HubStage;
const report = (id: string, says: Partial<Report> = {}) =>
  stage.bus.report(id, { service: "1.2.3", ...says });

beforeEach(async () => {
  stage = await HubStage.open();
  await stage.bus.join("UA", { name: "attic", labels: { site: "ams" } });
  await stage.bus.join("UB", { name: "barn", labels: { site: "fra" } });
  await settle();
});
afterEach(() => stage.close());

/** The hub has heard all nodes for long enough. */
async function settle(): Promise<void> {
  for (const id of ["UA", "UB"]) report(id);
  stage.time += 46_000;
  for (const id of ["UA", "UB"]) report(id);
  await stage.core.fleetWatch.look();
}

async function happened(params: object = {}, token?: string) {
  await stage.core.fleetWatch.look();
  const { result } = await stage.call("pilothouse.events", params, token === undefined ? {} : { token });
  return ((result?.["events"] ?? []) as readonly EventEntry[]).map(({ kind, severity, data }) =>
    [severity, kind, data["finding"], data["nodes"]].filter((part) => part !== undefined).join(" "),
  );
}

const KINDS = ["fleet.problem", "fleet.resolved"];
const JOINED = "info fleet.joined attic, barn";

describe("the timeline of a fleet", () => {
  it("has what becomes of nodes and their routers, and of the hub's bus", async () => {
    report("UA", { phase: "stopped" });
    report("UB", { netStatus: 2 });
    expect(await happened()).toEqual([
      "warning fleet.warning nodes.firewalled barn",
      "error fleet.problem nodes.stopped attic",
      JOINED,
    ]);
    report("UA", { starts: 2, version: "0.9.65" });
    expect((await happened({ limit: 3 })).sort()).toEqual([
      "info fleet.resolved nodes.stopped attic",
      "info router.started attic",
      "info update.installed attic",
    ]);
    stage.bus.connected = false;
    expect(await happened({ limit: 1 })).toEqual(["error fleet.problem fleet.bus"]);
    stage.bus.connected = true;
    expect(await happened({ limit: 1 })).toEqual(["info fleet.resolved fleet.bus"]);
    await stage.call("fleet.remove", { node: "barn" });
    expect(await happened({ limit: 1 })).toEqual(["info fleet.removed barn"]);
    expect(await happened({ severity: "error" })).toHaveLength(2);
  });

  it("goes on when the hub's clock is set back", async () => {
    stage.ahead -= 3_600_000;
    report("UA", { phase: "stopped" });
    expect(await happened()).toContain("error fleet.problem nodes.stopped attic");
  });

  it("has a roll-out that failed, until another is started or a day has passed", async () => {
    const refusal = JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "it is busy" } });
    await stage.bus.join("UA", { name: "attic" }, () => refusal);
    const rollOut = async () => {
      const { result } = await stage.call("fleet.rollout", { kind: "restart", nodes: ["attic"] });
      const started = result?.["rollout"] as { readonly id: string } | undefined;
      for (let ticks = 0; ticks < 4; ticks++) await stage.core.rollouts.tick();
      stage.time += 1_000;
      return started?.id ?? "";
    };
    const id = await rollOut();
    expect((await stage.call("fleet.rollouts", { id })).result).toMatchObject({
      rollouts: [{ status: "failed", whyCoded: { code: "rollout.budget" } }],
      nodes: [{ outcome: "failed", reason: "it is busy", coded: null, since: stage.time - 1_000 }],
    });
    const found = () =>
      stage.core.judge
        .verdict()
        .findings.filter(({ key }) => key === "fleet.rollout")
        .map(({ level, values }) => `${level} ${values["entries"]}`);
    expect(found()).toEqual([`warning restart ${id}`]);
    expect(await happened({ limit: 1 })).toEqual(["warning fleet.warning fleet.rollout"]);
    const { result } = await stage.call("pilothouse.events", { limit: 1 });
    expect(result?.["events"]).toMatchObject([{ data: { entries: `restart ${id}` } }]);
    const again = await rollOut();
    expect(found()).toEqual([`warning restart ${again}`]);
    stage.time += 86_400_000;
    expect(found()).toEqual([]);
    expect(await happened({ limit: 9 })).toContain("info fleet.resolved fleet.rollout");
  });

  it("says of a node that went away nothing else until it is back, and what a node says at once when the hub listens anew", async () => {
    report("UB", { netStatus: 2 });
    await happened();
    stage.time += 46_000;
    report("UA");
    stage.core.inventory.cleanUp();
    expect(await happened({ limit: 2 })).toEqual([
      "error fleet.problem nodes.offline barn",
      "warning fleet.warning nodes.firewalled barn",
    ]);
    report("UB");
    expect((await happened({ limit: 2 })).sort()).toEqual([
      "info fleet.resolved nodes.firewalled barn",
      "info fleet.resolved nodes.offline barn",
    ]);
    const before = (await happened()).length;
    stage.bus.connected = false;
    stage.bus.connected = true;
    expect(await happened()).toHaveLength(before);
    report("UA", { phase: "stopped" });
    expect((await happened())[0]).toBe("error fleet.problem nodes.stopped attic");
    await settle();
    expect((await happened())[0]).toBe("info fleet.resolved nodes.stopped attic");
    expect(await happened()).toHaveLength(before + 2);
  });

  it("tells in the first seconds after a restart what has changed meanwhile, and nothing of nodes that just come back", async () => {
    const told = () => happened({ kinds: [...KINDS, "router.started"] });
    await stage.bus.join("UC", { name: "cellar" });
    await stage.bus.join("UD", { name: "den" });
    // Barn is away before the restart, and cellar after it.
    stage.time += 46_000;
    report("UA");
    report("UC");
    report("UD", { phase: "stopped" });
    stage.core.inventory.cleanUp();
    const before = await told();
    expect(before).toHaveLength(2);
    await stage.restart();
    stage.time += 1_000;
    expect(await told()).toEqual(before);
    const since = async () => (await told()).slice(0, -before.length).sort();
    report("UA");
    report("UB", { starts: 2 });
    report("UD");
    const news = [
      "info fleet.resolved nodes.offline barn",
      "info fleet.resolved nodes.stopped den",
      "info router.started barn",
    ];
    expect(await since()).toEqual(news);
    report("UA", { phase: "crashed" });
    news.unshift("error fleet.problem nodes.crashed attic");
    expect(await since()).toEqual(news);
    stage.time += 43_000;
    for (const id of ["UB", "UD"]) report(id);
    report("UA", { phase: "crashed" });
    expect(await since()).toEqual(news);
    stage.time += 2_000;
    news.splice(1, 0, "error fleet.problem nodes.offline cellar");
    expect(await since()).toEqual(news);
  });

  it("says nothing of what nodes have when it has kept nothing to compare that with", async () => {
    report("UA", { phase: "stopped" });
    const before = await happened({ kinds: KINDS });
    await stage.restart((_state, store) =>
      store.write((db) => db.run("DELETE FROM value WHERE name LIKE 'fleet.told.%'")),
    );
    report("UA", { phase: "stopped" });
    expect(await happened({ kinds: KINDS })).toEqual(before);
    stage.time += 46_000;
    report("UA");
    expect(await happened({ kinds: KINDS })).toEqual(["info fleet.resolved nodes.stopped attic", ...before]);
  });

  it("tells nothing again after a restart of the hub, and what is over since", async () => {
    report("UA", { phase: "stopped" });
    await happened();
    await stage.restart();
    report("UA", { phase: "stopped" });
    report("UB");
    stage.time += 46_000;
    report("UA", { phase: "stopped" });
    report("UB");
    expect(await happened({ kinds: KINDS })).toEqual(["error fleet.problem nodes.stopped attic"]);
    report("UA");
    expect((await happened({ kinds: KINDS }))[0]).toBe("info fleet.resolved nodes.stopped attic");
  });

  it("has one event of what happens to many nodes at once, with the first names", async () => {
    for (let n = 0; n < 60; n++) await stage.bus.join(`UN${n}`, { name: `n-${n}` });
    await stage.core.fleetWatch.look();
    const { result } = await stage.call("pilothouse.events", { limit: 1 });
    const [event] = (result?.["events"] ?? []) as readonly EventEntry[];
    expect(event?.data["count"]).toBe(60);
    expect(String(event?.data["nodes"]).split(", ")).toHaveLength(50);
    expect(event?.data["nodes"]).toMatch(/^n-0, n-1, n-2, /);
  });

  it("shows an account only its nodes, as many as it asks for", async () => {
    const anna = { name: "anna", password: "the password of anna", role: "viewer", labels: { site: "ams" } };
    await stage.call("fleet.operators", anna);
    const token = await stage.login(anna.password, anna.name);
    report("UA", { phase: "stopped" });
    report("UB", { phase: "stopped", netStatus: 2 });
    expect(await happened({}, token)).toEqual([
      "error fleet.problem nodes.stopped attic",
      "info fleet.joined attic",
    ]);
    expect(await happened({ limit: 1 }, token)).toEqual(["error fleet.problem nodes.stopped attic"]);
    expect(await happened({ after: 1 }, token)).toEqual(["error fleet.problem nodes.stopped attic"]);
  });

  it("refuses kinds that there are not", async () => {
    const { error } = await stage.call("pilothouse.events", { kinds: ["moon.full"] });
    expect(error?.data).toMatchObject({ key: "kinds" });
  });
});
