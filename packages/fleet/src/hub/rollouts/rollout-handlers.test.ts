import { type ComparisonEntry, codedTextOf, reason } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BusAway, type Command, NodeAway, NodeRefused } from "../../bus/hub-bus.js";
import { HubStage } from "../testing/stage.js";

interface Node {
  readonly id: string;
  readonly name: string;
  network: { [key: string]: string };
  applied: string | null;
  starts: number;
  /** What its traffic budget has done. */
  budget?: { readonly own: object; readonly now: object };
  /** What of tunnels was sent to it. */
  asked?: unknown;
  /** Its tunnels with their options; without, its router has none. */
  tunnels?: { [name: string]: { [option: string]: string } };
}

/** Nodes that answer as a service does, as far as roll-outs ask. */
class Fleet {
  readonly nodes: Node[] = [];

  constructor(readonly stage: HubStage) {}

  async join(name: string, labels: { [key: string]: string } = {}): Promise<Node> {
    const node: Node = {
      id: `U${name.toUpperCase()}`,
      name,
      network: { "router.net.bw.in": "100", "router.net.upnp": "true" },
      applied: null,
      starts: 1,
    };
    this.nodes.push(node);
    await this.stage.bus.join(node.id, { name, labels }, (command) => this.#answer(node, command));
    this.report(node);
    return node;
  }

  report(node: Node): void {
    const { starts, applied } = node;
    this.stage.bus.report(node.id, { at: this.stage.time, starts, applied, uptime: 60_000 });
  }

  #answer(node: Node, { text }: Command): string {
    const asked = JSON.parse(text) as Request | Request[];
    const one = ({ id, method, params }: Request) =>
      method === "pilothouse.tunnels" && node.tunnels === undefined
        ? { jsonrpc: "2.0", id, error: { code: -32004, message: "This router has no way to tunnels" } }
        : { jsonrpc: "2.0", id, result: this.#result(node, method, params) };
    return JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked));
  }

  #result(node: Node, method: string, params: { readonly [key: string]: unknown }): object {
    if (method === "NetworkSetting")
      return Object.fromEntries(
        Object.keys(params).map((wire) => [wire, node.network[wire.replace("svc.", "")] ?? null]),
      );
    if (method === "pilothouse.traffic") return { budget: node.budget ?? null };
    if (method === "AdvancedSettings") return { getAll: { "some.name": "1", "some.password": "hidden" } };
    if (method === "pilothouse.tunnels")
      return { tunnels: Object.entries(node.tunnels ?? {}).map(([name, options]) => ({ name, options })) };
    if (method === "RouterManager") {
      node.starts++;
      return {};
    }
    if (typeof params["checksum"] === "string") {
      node.applied = params["checksum"];
      node.asked = params["tunnels"];
      node.network = { ...node.network, ...(params["network"] as Node["network"]) };
    }
    return { state: "applied", applied: node.applied, reason: null };
  }

  /** Lets time pass, with reports and with looks of the hub. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.stage.time += 1_000;
      for (const node of this.nodes) this.report(node);
      await this.stage.core.rollouts.tick();
    }
  }
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly [key: string]: unknown };
}

let stage: HubStage;
let fleet: Fleet;
beforeEach(async () => {
  stage = await HubStage.open();
  fleet = new Fleet(stage);
});
afterEach(() => stage.close());

const call = async (method: string, params: object = {}, token?: string) => {
  const { result, error } = await stage.call(method, params, token === undefined ? {} : { token });
  if (result === undefined) throw new Error(error?.message);
  return result as unknown as Answer;
};
/** What the methods of roll-outs and templates answer, as far as it is asked for here. */
interface Answer {
  readonly rollout: { readonly id: string };
  readonly rollouts: readonly { readonly status: string }[];
  readonly nodes: readonly object[];
  readonly next: unknown;
  readonly node: object;
  readonly text: string;
  readonly template: string | null;
  readonly revision: number;
  readonly checked: number;
  readonly missing: readonly string[];
}
const TEMPLATE = `[[group]]
labels = { site = "ams" }
network = { "bw.in" = 200 }
`;

describe("a hub", () => {
  it("selects nodes by a part of their names as its list does, in small letters or large", async () => {
    await fleet.join("attic");
    await fleet.join("cellar");
    const { rollout } = await call("fleet.rollout", { kind: "restart", filter: "ATT" });
    expect(rollout).toMatchObject({ total: 1 });
  });

  it("restarts the selected nodes, and reports the progress", async () => {
    const [a, b, c] = [
      await fleet.join("a", { site: "ams" }),
      await fleet.join("b"),
      await fleet.join("c", { site: "ams" }),
    ];
    const { rollout } = await call("fleet.rollout", {
      kind: "restart",
      labels: { site: "ams" },
      maxParallel: 2,
    });
    expect(rollout).toMatchObject({ status: "running", total: 2, waiting: 2, by: "local" });
    await fleet.pass(30);
    expect([a.starts, b.starts, c.starts]).toEqual([2, 1, 2]);
    const { id } = rollout;
    const reply = await call("fleet.rollouts", { id });
    expect(reply).toMatchObject({
      rollouts: [{ id, status: "done", done: 2 }],
      nodes: [
        { name: "a", outcome: "done" },
        { name: "c", outcome: "done" },
      ],
      next: null,
    });
    expect((await call("fleet.rollouts", { id, limit: 1 })).next).toBe(0);
    expect(await call("fleet.rollouts", { id, limit: 0 })).toMatchObject({ nodes: [], next: null });
    expect((await call("fleet.rollouts", { id, after: 0 })).nodes).toHaveLength(1);
    expect((await call("fleet.rollouts", { id, outcome: "failed" })).nodes).toEqual([]);
    expect((await call("fleet.rollouts")).rollouts).toHaveLength(1);
  });

  it("continues a roll-out after a restart, and restarts no node twice", async () => {
    for (const name of ["a", "b", "c"]) await fleet.join(name);
    const { rollout } = await call("fleet.rollout", { kind: "restart" });
    await fleet.pass(8);
    await stage.restart();
    const again = new Fleet(stage);
    for (const { name, starts } of fleet.nodes) Object.assign(await again.join(name), { starts });
    await again.pass(120);
    expect((await call("fleet.rollouts", { id: rollout.id })).rollouts).toMatchObject([
      { status: "done", done: 3 },
    ]);
  });

  it("pauses, resumes and ends one", async () => {
    await fleet.join("a");
    await fleet.join("b");
    const { rollout } = await call("fleet.rollout", { kind: "restart" });
    const { id } = rollout;
    const status = async (params: object) =>
      (await call("fleet.rollouts", { id, ...params })).rollouts[0]?.status;
    expect(await status({ pause: true })).toBe("paused");
    await expect(status({ pause: true })).rejects.toThrow("pause is not possible");
    expect(await status({ resume: true })).toBe("running");
    expect(await status({ end: true })).toBe("stopping");
    await fleet.pass(3);
    expect(await status({})).toBe("ended");
    await expect(call("fleet.rollouts", { pause: true })).rejects.toThrow("id is missing");
    await expect(call("fleet.rollouts", { id, pause: true, end: true })).rejects.toThrow("contradicts");
    await expect(call("fleet.rollouts", { id: "none" })).rejects.toThrow("names no roll-out");
  });

  it("refuses what makes no sense, and changes nothing", async () => {
    await fleet.join("a");
    await expect(call("fleet.rollout", { kind: "restart", labels: { site: "x" } })).rejects.toThrow(
      "no node fits",
    );
    await expect(call("fleet.rollout", { kind: "restart", nodes: ["b"] })).rejects.toThrow(
      'names no node: "b"',
    );
    await expect(call("fleet.rollout", { kind: "apply" })).rejects.toThrow("template is missing");
    for (const key of ["minHealthy", "tunnelShare"])
      await expect(call("fleet.rollout", { kind: "apply", template: TEMPLATE, [key]: 10 })).rejects.toThrow(
        `${key} does not go with the kind apply`,
      );
    await expect(call("fleet.rollout", { kind: "restart", template: "" })).rejects.toThrow(
      "goes with the kind apply",
    );
    await expect(call("fleet.rollout", { kind: "apply", template: "[x" })).rejects.toThrow(
      "is not a good fleet.toml: line 1",
    );
    await expect(call("fleet.rollout", { kind: "apply", template: "[nodes.b]" })).rejects.toThrow(
      'names "b"',
    );
    await expect(call("fleet.drift")).rejects.toThrow("the fleet has no template yet");
    expect(await call("fleet.rollouts")).toMatchObject({ rollouts: [] });
    expect(await call("fleet.template")).toMatchObject({ template: null, nodes: [] });
  });

  it("shows what a template would change, applies it, and finds what has drifted", async () => {
    const a = await fleet.join("a", { site: "ams" });
    const b = await fleet.join("b");
    const preview = await call("fleet.template", { text: TEMPLATE });
    expect(preview.nodes).toEqual([
      {
        name: "a",
        state: "online",
        drift: "unapplied",
        differences: [{ name: "router.net.bw.in", wanted: "200", found: "100" }],
        reason: null,
        coded: null,
      },
    ]);
    const { rollout } = await call("fleet.rollout", { kind: "apply", template: TEMPLATE });
    expect(rollout).toMatchObject({ kind: "apply", total: 1 });
    await fleet.pass(10);
    expect([a.network["router.net.bw.in"], b.network["router.net.bw.in"]]).toEqual(["200", "100"]);
    expect(await call("fleet.template")).toMatchObject({ template: TEMPLATE });
    expect(await call("fleet.drift")).toEqual({ nodes: [], checked: 1, next: null });
    // What a template wants of nobody is no change either, and is told apart from what is there already.
    const dryRun = async (text: string) => {
      const { nodes, checked } = await call("fleet.template", { text });
      return [nodes, checked];
    };
    expect(await dryRun(TEMPLATE)).toEqual([[], 1]);
    expect(await dryRun(TEMPLATE.replaceAll('"ams"', '"amd"'))).toEqual([[], 0]);
    // Applied already: nothing is to be done.
    expect((await call("fleet.rollout", { kind: "apply", template: TEMPLATE })).rollout).toMatchObject({
      status: "done",
      total: 0,
    });
    a.network["router.net.bw.in"] = "7";
    stage.bus.report(a.id, { applied: a.applied, drifted: true });
    expect(await call("fleet.drift")).toMatchObject({
      nodes: [
        {
          name: "a",
          drift: "changed",
          differences: [{ name: "router.net.bw.in", wanted: "200", found: "7" }],
        },
      ],
    });
    // The finding is of it alone, also when another node, and the node itself, have not applied the newest template.
    await fleet.join("c", { site: "ams" });
    stage.bus.report(a.id, { applied: "of an earlier template", drifted: true });
    expect((await call("fleet.drift")).nodes).toMatchObject([
      { name: "a", drift: "changed" },
      { name: "c", drift: "unapplied" },
    ]);
    const { findings } = stage.core.judge.verdict();
    expect(findings.find(({ key }) => key === "nodes.drifted")?.values).toMatchObject({ nodes: "a", all: 1 });
  });

  it("leaves no node out from one page of the drift to the next: node-10 comes after node-9", async () => {
    await fleet.join("a", { site: "ams" });
    await call("fleet.rollout", { kind: "apply", template: TEMPLATE });
    await fleet.pass(10);
    for (const name of ["node-9", "node-10"]) await fleet.join(name, { site: "ams" });
    const { nodes, next } = await call("fleet.drift", { limit: 1 });
    expect(nodes).toMatchObject([{ name: "node-9" }]);
    expect((await call("fleet.drift", { limit: 1, after: next })).nodes).toMatchObject([{ name: "node-10" }]);
  });

  it("writes no template whose nodes another roll-out changes", async () => {
    await fleet.join("a", { site: "ams" });
    await call("fleet.rollout", { kind: "apply", template: TEMPLATE });
    const other = TEMPLATE.replace("200", "300");
    await expect(call("fleet.rollout", { kind: "apply", template: other })).rejects.toThrow(
      /nodes of it are in the roll-out [0-9a-f]{8} \(apply\), which is not over/,
    );
    expect(await call("fleet.template")).toMatchObject({ template: TEMPLATE });
  });

  it("does not replace a template that somebody else has applied since", async () => {
    await fleet.join("a", { site: "ams" });
    const { revision } = await call("fleet.template");
    expect(revision).toBe(0);
    const mine = { kind: "apply", template: TEMPLATE, ifRevision: revision };
    await call("fleet.rollout", { ...mine, template: TEMPLATE.replace("200", "300") });
    await expect(call("fleet.rollout", mine)).rejects.toThrow(/ifRevision .*changed fleet\.toml at 20/);
    const there = await call("fleet.template", { text: TEMPLATE });
    expect(there.template).toContain("300");
    await expect(
      call("fleet.rollout", { kind: "restart", nodes: ["a"], ifRevision: there.revision }),
    ).rejects.toThrow("ifRevision goes with the kind apply only");
    await fleet.pass(10);
    await call("fleet.rollout", { ...mine, ifRevision: there.revision });
    expect(await call("fleet.template")).toMatchObject({ template: TEMPLATE });
  });

  it("takes no limit for another that only the node's traffic budget has lowered", async () => {
    const a = await fleet.join("a", { site: "ams" });
    a.network["router.net.bw.in"] = "10";
    const [share, out] = [80, 512];
    a.budget = { own: { in: 200, out, share }, now: { in: 10, out, share } };
    expect((await call("fleet.template", { text: TEMPLATE })).nodes).toMatchObject([{ differences: [] }]);
    expect((await call("fleet.import")).text).toContain('"bw.in" = "200"');
  });

  it("says with a code why a node cannot be asked", async () => {
    const { id } = await fleet.join("a", { site: "ams" });
    const refusing = (error: Error) =>
      stage.bus.join(id, { name: "a", labels: { site: "ams" } }, () => {
        throw error;
      });
    const reasons = async () => {
      stage.bus.report(id);
      const { nodes } = await call("fleet.template", { text: TEMPLATE });
      return (nodes as readonly ComparisonEntry[]).map(({ reason, coded }) => [reason, coded?.code]);
    };
    await refusing(new NodeAway("The node did not answer in time"));
    expect(await reasons()).toEqual([["no answer", "away.none"]]);
    await refusing(new BusAway("The connection to the bus was lost"));
    expect(await reasons()).toMatchObject([
      [expect.stringContaining("no connection to its bus"), "bus.away"],
    ]);
    const why = reason("hub.repeated");
    await refusing(new NodeRefused(codedTextOf(why)));
    expect(await reasons()).toEqual([["it was carried out before", why.code]]);
    await stage.bus.join(id, { name: "a", labels: { site: "ams" } }, async () => "{}");
    expect(await reasons()).toEqual([["its answer is not a JSON-RPC answer", "rollout.noAnswer"]]);
    const data = reason("router.silent", { text: "it hangs" });
    const error = { code: -32603, message: "The router does not answer: it hangs", data };
    await stage.bus.join(id, { name: "a", labels: { site: "ams" } }, async () =>
      JSON.stringify([{ jsonrpc: "2.0", id: 1, error }]),
    );
    expect(await reasons()).toEqual([[error.message, data.code]]);
  });

  it("shows what a template would change of tunnels, and sends it to the node", async () => {
    const a = await fleet.join("a");
    a.tunnels = { web: { Type: "httpserver", TargetPort: "8080", StartOnLoad: "true" } };
    await fleet.join("b");
    const template =
      '[[group]]\n[group.tunnels]\nweb = { Type = "httpserver", TargetPort = 8081 }\nirc = { Port = 6668 }\n';
    expect((await call("fleet.template", { text: template })).nodes).toMatchObject([
      {
        name: "a",
        differences: [
          { name: "tunnels.web.TargetPort", wanted: "8081", found: "8080" },
          { name: "tunnels.irc.Port", wanted: "6668", found: null },
        ],
        reason: null,
      },
      { name: "b", differences: [], reason: "This router has no way to tunnels" },
    ]);
    await call("fleet.rollout", { kind: "apply", template, nodes: ["a"] });
    await fleet.pass(10);
    expect(a.asked).toEqual({ "web.Type": "httpserver", "web.TargetPort": "8081", "irc.Port": "6668" });
    stage.bus.report(a.id, { applied: a.applied, drifted: true });
    expect((await call("fleet.drift")).nodes).toMatchObject([
      {
        name: "a",
        drift: "changed",
        differences: [{ name: "tunnels.web.TargetPort" }, { name: "tunnels.irc.Port" }],
      },
      { name: "b", drift: "unapplied", reason: "This router has no way to tunnels" },
    ]);
  });

  it("gives nodes the labels of the template", async () => {
    await fleet.join("a", { old: "x" });
    const template = `${TEMPLATE}[nodes.a]\nlabels = { site = "ams" }\n`;
    expect((await call("fleet.template", { text: template })).nodes).toMatchObject([
      {
        differences: [
          { name: "label site", wanted: "ams", found: null },
          { name: "label old", wanted: null, found: "x" },
          { name: "router.net.bw.in" },
        ],
      },
    ]);
    expect((await call("fleet.rollout", { kind: "apply", template })).rollout).toMatchObject({ total: 1 });
    expect((await call("fleet.node", { node: "a" })).node).toMatchObject({ labels: { site: "ams" } });
    await fleet.pass(10);
    // Its settings are in place, and its labels are not.
    const labelled = `${TEMPLATE}[nodes.a]\nlabels = { site = "ams", tier = "edge" }\n`;
    expect((await call("fleet.template", { text: labelled })).nodes).toMatchObject([
      { drift: "unapplied", differences: [{ name: "label tier" }] },
    ]);
  });

  it("writes what is there as a fleet.toml, without secrets, and says who could not be asked", async () => {
    await fleet.join("a", { site: "ams" });
    await stage.bus.join("UOFF", { name: "off" });
    const { text, missing } = await call("fleet.import", { advanced: true });
    expect(missing).toEqual(["off"]);
    expect(text).toContain("# 1 of 2 nodes");
    expect(text).toContain('nodes = [ "a" ]');
    expect(text).toContain('"bw.in" = "100"');
    expect(text).toContain('"some.name" = "1"');
    expect(text).not.toContain("hidden");
    const { nodes } = await call("fleet.template", { text });
    expect(nodes).toMatchObject([{ name: "a", differences: [] }]);
  });

  it("lets a person control only the nodes with their labels", async () => {
    await fleet.join("a", { site: "ams" });
    await fleet.join("b", { site: "fra" });
    const password = "a long password of anna";
    await call("fleet.operators", { name: "anna", role: "operator", labels: { site: "ams" }, password });
    const token = await stage.login(password, "anna");
    const all = (await call("fleet.rollout", { kind: "restart" })).rollout;
    expect((await call("fleet.rollouts", {}, token)).rollouts).toEqual([]);
    await expect(call("fleet.rollouts", { id: all.id, end: true }, token)).rejects.toThrow(
      "names no roll-out",
    );
    await call("fleet.rollouts", { id: all.id, end: true });
    await fleet.pass(3);
    const { rollout } = await call("fleet.rollout", { kind: "restart" }, token);
    expect(rollout).toMatchObject({ total: 1, by: "anna" });
  });
});
