import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NodeAway } from "../bus/hub-bus.js";
import { fingerprintOf } from "../joining/join-messages.js";
import { MOST_UNKNOWN } from "./inventory/inventory.js";
import { HubStage, LOCAL_PEER, PASSWORD } from "./testing/stage.js";

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.open();
});
afterEach(() => stage.close());

/** What a node answers that repeats what it was sent. */
const echo = ({ text }: { readonly text: string }) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(JSON.parse(text).id)},"result":${text}}`;

const columns = async (params: object = {}, token?: string) => {
  const { result, error } = await stage.call("fleet.nodes", params, token ? { token } : {});
  expect(error).toBeUndefined();
  const found = { ...(result?.["columns"] as object), next: result?.["next"] };
  return found as { readonly [name: string]: unknown; readonly next: unknown };
};

describe("a hub", () => {
  it("has the methods of a hub but not those of a router, and says where those are", async () => {
    const { result } = await stage.call("rpc.discover");
    const methods = result?.["methods"] as { name: string }[];
    const names = methods.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["Authenticate", "Echo", "fleet.nodes", "pilothouse.audit"]),
    );
    expect(names).not.toContain("RouterInfo");
    const { error } = await stage.call("RouterInfo", { "svc.router.uptime": "" });
    expect(error?.code).toBe(-32601);
    expect(error?.message).toContain(
      "this is a hub, which has no router; call a node of its fleet at /nodes/NAME/",
    );
  });

  it("takes notification channels while it runs, and keeps them; it has no budget to set", async () => {
    const set = { "notify.webhook": "https://hooks.example/x", "notify.webhook_key": "a secret key" };
    const { result, error } = await stage.call("pilothouse.settings", { set });
    expect(error).toBeUndefined();
    const settings = result?.["settings"] as { name: string; source: string; hidden: boolean }[];
    expect(settings.every(({ name }) => name.startsWith("notify."))).toBe(true);
    expect(settings.find(({ name }) => name === "notify.webhook_key")).toMatchObject({
      ...{ source: "run time", hidden: true, value: null },
    });
    const channels = async () => (await stage.call("pilothouse.notify")).result?.["channels"];
    expect(await channels()).toMatchObject([{ name: "webhook" }]);
    await stage.restart();
    expect(await channels()).toMatchObject([{ name: "webhook" }]);
    const refused = await stage.call("pilothouse.settings", { set: { "budget.monthly": "1GB" } });
    expect(refused.error?.message).toContain('has "budget.monthly"; here only notify.… can be set');
    const audit = JSON.stringify((await stage.call("pilothouse.audit")).result);
    expect(audit).toContain("settings of the service");
    expect(audit).not.toContain("a secret key");
  });

  it("shows a node from its joining on, online while it reports, and offline when it misses three reports", async () => {
    await stage.bus.join("UA", { name: "attic", labels: { site: "ams" } });
    expect(stage.bus.notices.at(-1)).toEqual({ notice: { report: 0 }, node: "UA" });
    expect(await columns({ columns: ["name", "state", "labels", "version", "seen"] })).toEqual({
      ...{ name: ["attic"], state: ["offline"], labels: [{ site: "ams" }], version: [null], seen: [null] },
      next: null,
    });
    stage.bus.report("UA", { version: "2.5.0" });
    expect(await columns({ columns: ["state", "version", "seen"] })).toMatchObject({
      ...{ state: ["online"], version: ["2.5.0"], seen: [stage.time] },
    });
    stage.time += 44_999;
    stage.core.inventory.cleanUp();
    expect((await columns({}))["state"]).toEqual(["online"]);
    stage.time += 1;
    stage.core.inventory.cleanUp();
    expect((await columns({}))["state"]).toEqual(["offline"]);
    stage.bus.report("UA");
    expect((await columns({}))["state"]).toEqual(["online"]);
  });

  it("does not count a node as offline or online because the hub's clock was set", async () => {
    await stage.bus.join("UA", { name: "attic" });
    stage.bus.report("UA");
    for (const ahead of [3_600_000, -3_600_000]) {
      stage.ahead = ahead;
      stage.core.inventory.cleanUp();
      expect((await columns())["state"]).toEqual(["online"]);
    }
    stage.time += 45_000;
    stage.core.inventory.cleanUp();
    expect((await columns())["state"]).toEqual(["offline"]);
  });

  it("lists what fits of a report that a node of another version, or a hostile one, has made", async () => {
    await stage.bus.join("UA", { name: "attic" });
    const odd = {
      ...{ inbound: 12.6, outbound: -1, uptime: "long", starts: 1e300 },
      ...{ router: "x".repeat(1_000) },
    };
    stage.bus.report("UA", { ...odd, version: null, allow: "everything", applied: {} } as never);
    expect(await columns()).toMatchObject({
      ...{ inbound: [13], outbound: [0], uptime: [0], starts: [0], router: ["x".repeat(128)], version: [""] },
      ...{ allow: ["read"], applied: [null], state: ["online"] },
    });
  });

  it("knows after a restart when nodes were last seen", async () => {
    await stage.bus.join("UA", { name: "attic" });
    stage.bus.report("UA");
    const seen = stage.time;
    stage.time += 3_600_000;
    await stage.restart();
    expect(await columns({ columns: ["name", "state", "seen"] })).toEqual({
      ...{ name: ["attic"], state: ["offline"], seen: [seen] },
      next: null,
    });
  });

  it("lists nodes in pages, by name, and only those that fit", async () => {
    for (let n = 0; n < 25; n++)
      await stage.bus.join(`U${n}`, {
        name: `node-${String(n).padStart(2, "0")}`,
        labels: { site: n % 2 === 0 ? "ams" : "fra" },
      });
    const first = await columns({ columns: ["name"], labels: { site: "ams" }, limit: 10 });
    expect(first["name"]).toHaveLength(10);
    expect(first.next).toBe("node-18");
    const rest = await columns({ columns: ["name"], labels: { site: "ams" }, limit: 10, after: first.next });
    expect(rest).toEqual({ name: ["node-20", "node-22", "node-24"], next: null });
    expect((await columns({ filter: "E-07", columns: ["name"] }))["name"]).toEqual(["node-07"]);
    expect((await columns({ state: "online", columns: ["name"] }))["name"]).toEqual([]);
    const all = await columns({ columns: ["name"], limit: 25 });
    expect(all.next).toBeNull();
    expect((await stage.call("fleet.nodes", { columns: ["nonsense"] })).error?.code).toBe(-32602);
    expect((await stage.call("fleet.nodes", { labels: { "Bad key": "x" } })).error?.code).toBe(-32602);
  });

  it("labels and renames nodes, on record, and keeps that over a restart", async () => {
    await stage.bus.join("UA", { name: "attic", labels: { site: "ams", old: "x" } });
    await stage.bus.join("UB", { name: "barn" });
    const { result } = await stage.call("fleet.label", {
      node: "attic",
      labels: { tier: "edge", old: null },
    });
    expect(result).toEqual({ labels: { site: "ams", tier: "edge" } });
    expect((await stage.call("fleet.rename", { node: "attic", name: "barn" })).error?.code).toBe(-32602);
    expect((await stage.call("fleet.rename", { node: "UA", name: "roof" })).result).toEqual({ name: "roof" });
    await stage.restart();
    expect((await stage.call("fleet.node", { node: "roof" })).result?.["node"]).toMatchObject({
      ...{ id: "UA", name: "roof", labels: { site: "ams", tier: "edge" }, version: null },
    });
    const { entries } = (await stage.call("pilothouse.audit")).result as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["node labelled", "node renamed"]),
    );
    expect((await stage.call("fleet.node", { node: "attic" })).error).toMatchObject({
      code: -32602,
      data: { key: "node" },
    });
  });

  it("records the fingerprint of a node that is removed: its key would be hidden like a secret", async () => {
    const id = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
    await stage.bus.join(id, { name: "attic" });
    await stage.call("fleet.remove", { node: "attic" });
    expect((await stage.call("pilothouse.audit")).result).toMatchObject({
      entries: [{ action: "node removed", details: [{ name: "attic", old: fingerprintOf(id), new: null }] }],
    });
  });

  it("counts the fleet, and shows it to Prometheus", async () => {
    await stage.bus.join("UA", { name: "attic", labels: { site: "ams" } });
    await stage.bus.join("UB", { name: "barn", labels: { site: "ams" } });
    await stage.bus.wait("UC", "cellar", { site: "ams" });
    stage.bus.report("UA", { inbound: 5, outbound: 7, participating: 11 });
    expect((await stage.call("fleet.summary")).result).toEqual({
      nodes: 3,
      states: [
        { name: "online", nodes: 1 },
        { name: "offline", nodes: 1 },
        { name: "waiting", nodes: 1 },
        { name: "unknown", nodes: 0 },
        { name: "duplicate", nodes: 0 },
      ],
      versions: [{ name: "0.9.64", nodes: 1 }],
      services: [{ name: "0.1.0", nodes: 1 }],
      labels: [{ name: "site=ams", nodes: 2 }],
      ...{ inbound: 5, outbound: 7, participating: 11, restartNeeded: 0, bus: true, damaged: [] },
    });
    // The list by a label has as many: one that waits is there if that is asked for.
    const states = async (more: object) =>
      (await columns({ columns: ["state"], labels: { site: "ams" }, ...more }))["state"];
    expect(await states({})).toEqual(["online", "offline"]);
    expect(await states({ state: "waiting" })).toEqual(["waiting"]);
    expect(await states({ finding: "nodes.waiting" })).toEqual(["waiting"]);
    const page = await stage.core.metrics("text/plain; version=0.0.4; charset=utf-8");
    expect(page).toContain('pilothouse_fleet_nodes{state="online"} 1');
    await stage.call("fleet.waiting", { accept: "UC" });
    expect((await stage.call("fleet.summary")).result?.["labels"]).toEqual([{ name: "site=ams", nodes: 3 }]);
    expect(page).toContain("pilothouse_fleet_bus_connected 1");
    expect(page).toContain('pilothouse_rpc_requests_total{method="fleet.summary",code="0"} 1');
  });

  it("invites, lists and revokes invitations; accepts and refuses those that wait; removes", async () => {
    const { result } = await stage.call("fleet.invite", { labels: { site: "ams" }, uses: 2 });
    const id = String(result?.["id"]);
    expect(result).toMatchObject({ token: expect.any(String), expires: stage.time + 3_600_000 });
    expect((await stage.call("fleet.invitations")).result).toMatchObject({
      invitations: [{ id, state: "open", uses: 2, used: 0, labels: { site: "ams" }, by: "local" }],
    });
    stage.time += 1;
    await stage.call("fleet.invite", { lifetime: 60_000 });
    stage.time += 60_000;
    expect((await stage.call("fleet.invitations", { revoke: id })).result).toMatchObject({
      invitations: [{ id, state: "revoked" }, { state: "expired" }],
    });
    expect((await stage.call("fleet.invitations", { revoke: "i9" })).error?.code).toBe(-32602);
    await stage.bus.wait("UA", "attic");
    await stage.bus.wait("UB", "barn");
    const fingerprint = fingerprintOf("UB");
    expect((await stage.call("fleet.waiting", { accept: fingerprintOf("UA") })).result).toMatchObject({
      waiting: [{ id: "UB", name: "barn", gets: "barn", fingerprint }],
      accepted: "attic",
    });
    expect(await columns({ columns: ["name", "asksFor", "state"], state: "waiting" })).toEqual({
      ...{ name: [fingerprint], asksFor: ["barn"], state: ["waiting"], next: null },
    });
    for (const [method, change] of Object.entries({ rename: { name: "x" }, label: { labels: {} } }))
      expect(
        (await stage.call(`fleet.${method}`, { node: fingerprint, ...change })).error?.message,
      ).toContain("waits to be accepted");
    expect((await stage.call("fleet.waiting", { refuse: "barn" })).result).toEqual({
      ...{ waiting: [], accepted: null },
    });
    expect((await columns({ columns: ["name"] }))["name"]).toEqual(["attic"]);
    expect((await stage.call("fleet.remove", { node: "attic" })).result).toEqual({ Removed: true });
    expect((await columns({ columns: ["name"] }))["name"]).toEqual([]);
  });

  it("says which name a node gets that asks for a taken one, before and after it is accepted or adopted", async () => {
    await stage.bus.join("UA", { name: "attic" });
    for (const id of ["UB", "UC"]) await stage.bus.wait(id, "attic");
    stage.bus.report("UD", { name: "attic" });
    const waiting = (await stage.call("fleet.waiting")).result?.["waiting"];
    expect(waiting).toMatchObject([{ gets: "attic-2" }, { gets: "attic-2" }]);
    expect((await columns({ columns: ["gets"], state: "unknown" }))["gets"]).toEqual(["attic-2"]);
    expect((await stage.call("fleet.waiting", { accept: "UB" })).result).toMatchObject({
      waiting: [{ id: "UC", name: "attic", gets: "attic-3" }],
      accepted: "attic-2",
    });
    expect((await stage.call("fleet.adopt", { node: "UD" })).result).toEqual({ name: "attic-3" });
    expect((await columns({ columns: ["gets"], state: "waiting" }))["gets"]).toEqual(["attic-4"]);
    expect((await columns({ columns: ["gets"], filter: "attic" }))["gets"]).toEqual([null, null, null]);
  });

  it("lists with an invitation which node it replaces, also when that is renamed and gone", async () => {
    await stage.bus.join("UA", { name: "attic" });
    await stage.call("fleet.invite", { replaces: "attic" });
    const replaced = async () => {
      const { result } = await stage.call("fleet.invitations");
      return (result?.["invitations"] as { replaces: unknown }[] | undefined)?.map(
        ({ replaces }) => replaces,
      );
    };
    expect(await replaced()).toEqual(["attic"]);
    await stage.call("fleet.rename", { node: "attic", name: "roof" });
    expect(await replaced()).toEqual(["roof"]);
    await stage.call("fleet.remove", { node: "roof" });
    stage.time += 1;
    await stage.call("fleet.invite");
    expect(await replaced()).toEqual(["roof", null]);
  });
});

describe("a hub that has lost records", () => {
  const unknown = async () =>
    columns({ columns: ["id", "name", "asksFor", "labels", "seen"], state: "unknown" });

  it("lists nodes with a key of the fleet as unknown, and calls and changes none of them before they are adopted", async () => {
    await stage.bus.join("UA", { name: "attic" });
    stage.bus.report("UB");
    const name = fingerprintOf("UB");
    expect(stage.bus.notices).toContainEqual({ notice: { report: 0 }, node: "UB" });
    stage.bus.report("UB", { name: "attic" });
    expect(await unknown()).toMatchObject({
      id: ["UB"],
      name: [name],
      asksFor: ["attic"],
      seen: [stage.time],
    });
    expect(await stage.core.metrics("text/plain; version=0.0.4; charset=utf-8")).toContain(
      'pilothouse_fleet_nodes{state="unknown"} 1',
    );
    // Of the two nodes here, one is a member that has not reported.
    expect((await stage.call("fleet.summary", {})).result).toMatchObject({ versions: [], services: [] });
    for (const [method, change] of Object.entries({ rename: { name: "x" }, label: { labels: {} } }))
      expect((await stage.call(`fleet.${method}`, { node: name, ...change })).error?.message).toContain(
        "this hub has no record of it",
      );
    expect((await stage.call("Echo", { Echo: "" }, { path: `/nodes/${name}/` })).error).toMatchObject({
      message: expect.stringContaining("pilothouse fleet adopt"),
      data: { reason: "unreachable" },
    });
    expect((await stage.call("fleet.adopt", { node: "attic" })).error?.message).toContain("is not unknown");
    expect((await stage.call("fleet.adopt", { node: name, name: "attic" })).error?.message).toContain(
      "is called attic",
    );
    const typed = name.replaceAll("-", "").toUpperCase();
    expect((await stage.call("fleet.adopt", { node: typed, labels: { site: "ams" } })).result).toEqual({
      name: "attic-2",
    });
    expect((await stage.call("fleet.node", { node: "attic-2" })).result).toMatchObject({
      node: { id: "UB", state: "online", labels: { site: "ams" }, asksFor: null },
    });
    const { entries } = (await stage.call("pilothouse.audit")).result as { entries: object[] };
    expect(entries).toContainEqual(expect.objectContaining({ action: "node adopted", outcome: "ok" }));
    await stage.restart();
    expect((await columns({ columns: ["name"] }))["name"]).toEqual(["attic", "attic-2"]);
  });

  it("revokes an unknown node that is removed, and never lists one that was removed", async () => {
    await stage.bus.join("UA", { name: "attic" });
    stage.bus.report("UB");
    for (const node of ["attic", fingerprintOf("UB")])
      expect((await stage.call("fleet.remove", { node })).result).toEqual({ Removed: true });
    // What they had sent arrives late.
    for (const id of ["UA", "UB"]) stage.bus.report(id);
    expect(await unknown()).toMatchObject({ id: [] });
    expect(await stage.core.inventory.state.get("revoked/UB")).toBeDefined();
    // A bus that does not refuse their keys cannot bring them back, not even to a hub that was started again.
    stage.time += 3_600_000;
    stage.core.inventory.cleanUp();
    stage.bus.report("UA");
    expect(await unknown()).toMatchObject({ id: [] });
    await stage.restart();
    stage.bus.report("UB");
    expect(await unknown()).toMatchObject({ id: [] });
  });

  it("forgets an unknown node that is silent, and lists no more than it can show", async () => {
    for (let n = 0; n < MOST_UNKNOWN + 5; n++) stage.bus.report(`U${n}`);
    expect((await unknown())["id"]).toHaveLength(MOST_UNKNOWN);
    stage.time += 5 * 60_000;
    stage.bus.report("U7");
    stage.time += 6 * 60_000;
    stage.core.inventory.cleanUp();
    expect((await unknown())["id"]).toEqual(["U7"]);
  });

  it("shows and gives unknown nodes to nobody who is limited to labels", async () => {
    stage.bus.report("UB");
    await stage.call("fleet.operators", {
      ...{ name: "anna", role: "admin", labels: { site: "ams" }, password: "a password for anna" },
    });
    const token = await stage.login("a password for anna", "anna");
    expect((await columns({ columns: ["id"] }, token))["id"]).toEqual([]);
    for (const method of ["fleet.adopt", "fleet.remove"])
      expect((await stage.call(method, { node: "UB" }, { token })).error).toBeDefined();
    expect((await unknown())["id"]).toEqual(["UB"]);
  });
});

describe("a node behind a hub", () => {
  it("is called with the hub's token, which it never sees, and answers as it would itself", async () => {
    const token = await stage.login();
    await stage.bus.join("UA", { name: "attic" }, echo);
    for (const path of ["/nodes/attic/", "/nodes/attic", "/nodes/attic/jsonrpc/", "/nodes/UA/jsonrpc"]) {
      const { result } = await stage.call("RouterInfo", { "svc.router.uptime": "" }, { path, token });
      expect(result).toEqual({
        jsonrpc: "2.0",
        id: 1,
        method: "RouterInfo",
        params: { "svc.router.uptime": "" },
      });
    }
    expect(stage.bus.commands.at(-1)).toMatchObject({ node: "UA", by: "admin", scope: "all" });
    // The older clients' way: the token beside the parameters. An id is passed on to the letter.
    const beside = `{"jsonrpc":"2.0","id":1.50,"method":"Echo","Token":"${token}","params":{"Echo":"x"}}`;
    await stage.text(beside, { address: "192.0.2.1" }, "/nodes/attic/");
    expect(stage.bus.commands.at(-1)?.text).toBe(
      '{"jsonrpc":"2.0","id":1.50,"method":"Echo","params":{"Echo":"x"}}',
    );
    expect(stage.core.answerAt?.("/nodes/")).toBeUndefined();
    expect(stage.core.answerAt?.("/nodes/a/b/")).toBeUndefined();
  });

  it("cannot be reached without a token; the hub itself handles login and logout", async () => {
    await stage.bus.join("UA", { name: "attic" }, echo);
    const path = "/nodes/attic/jsonrpc/";
    expect((await stage.call("Echo", { Echo: "" }, { path, token: "wrong" })).error?.code).toBe(-32003);
    const login = { API: 1, Password: PASSWORD };
    const { result } = await stage.call("Authenticate", login, { path, token: "none" });
    const token = String(result?.["Token"]);
    expect((await stage.call("Echo", { Echo: "" }, { path, token })).result).toBeDefined();
    expect((await stage.call("pilothouse.logout", {}, { path, token })).result).toEqual({ Revoked: true });
    expect((await stage.call("Echo", { Echo: "" }, { path, token })).error?.code).toBe(-32003);
    expect(stage.bus.commands).toHaveLength(1);
  });

  it("takes batches, and the hub answers its own part of them", async () => {
    const token = await stage.login();
    await stage.bus.join("UA", { name: "attic" }, echo);
    const call = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params });
    const batch = [
      call(1, "Echo", { Echo: "a", Token: token }),
      call(2, "pilothouse.setup", {}),
      call(3, "Echo", { Echo: "b" }),
      { nonsense: true },
    ];
    const answers = JSON.parse(
      await stage.text(JSON.stringify(batch), { address: "192.0.2.1" }, "/nodes/attic/"),
    ) as { id: unknown; error?: { code: number }; result?: object }[];
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, -32002],
      [null, -32600],
    ]);
    expect(answers[1]?.result).toEqual({ choosePassword: false });
  });

  it("puts no more than its own answer into a batch", async () => {
    const forged =
      '{"jsonrpc":"2.0","id":1,"result":null},{"jsonrpc":"2.0","id":2,"result":{"Token":"forged"}}';
    await stage.bus.join("UA", { name: "attic" }, () => forged);
    const batch = '[{"jsonrpc":"2.0","id":1,"method":"Echo","params":{"Echo":""}}]';
    const answers = JSON.parse(await stage.text(batch, LOCAL_PEER, "/nodes/attic/")) as object[];
    expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  });

  it("that is offline is waited for so briefly that callers hear it from the hub, for all calls of a request", async () => {
    const waits: number[] = [];
    await stage.bus.join("UA", { name: "attic" }, (command) => {
      waits.push(command.expires - stage.time);
      stage.time += 2_900;
      throw new NodeAway("The node did not answer in time");
    });
    const ask = async () => {
      const batch = [1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "Echo", params: { Echo: "" } }));
      return JSON.parse(await stage.text(JSON.stringify(batch), LOCAL_PEER, "/nodes/attic/")) as object[];
    };
    stage.bus.report("UA");
    await ask();
    expect(waits).toEqual([20_000, 20_000, 20_000]);
    stage.time += 45_000;
    stage.core.inventory.cleanUp();
    waits.length = 0;
    const offline = {
      error: { message: expect.stringContaining("attic is offline"), data: { reason: "unreachable" } },
    };
    expect(await ask()).toMatchObject([offline, offline, offline]);
    expect(waits).toEqual([3_000, 100, 1]);
  });

  it("that is offline or not yet accepted is reported as unreachable, with when it was last seen", async () => {
    const path = "/nodes/attic/";
    await stage.bus.join("UA", { name: "attic" });
    const never = (await stage.call("Echo", { Echo: "" }, { path })).error;
    expect(never).toMatchObject({ code: -32603, data: { reason: "unreachable" } });
    expect(never?.message).toContain("attic is offline; it has never reported");
    stage.bus.report("UA");
    const seen = new Date(stage.time).toISOString();
    expect((await stage.call("Echo", { Echo: "" }, { path })).error?.message).toContain(
      `the bus says that attic is not connected; it last reported at ${seen}`,
    );
    await stage.bus.wait("UB", "barn");
    const waiting = `/nodes/${fingerprintOf("UB")}/`;
    expect((await stage.call("Echo", { Echo: "" }, { path: waiting })).error?.message).toContain(
      "waits to be accepted",
    );
    expect((await stage.call("Echo", { Echo: "" }, { path: "/nodes/barn/" })).error?.code).toBe(-32602);
  });

  it("whose key two machines use is shown so, takes no changes until a person decides, and is read meanwhile", async () => {
    await stage.bus.join("UA", { name: "attic" }, echo);
    stage.bus.report("UA");
    const { onInstances } = stage.bus.options.events;
    onInstances("UA", ["i1"]);
    expect((await stage.call("fleet.node", { node: "attic" })).result?.["node"]).toMatchObject({
      ...{ state: "online", instances: ["i1"] },
    });
    onInstances("UA", ["i2", "i1"]);
    const shown = async () => (await stage.call("fleet.node", { node: "attic" })).result?.["node"];
    await expect.poll(shown).toMatchObject({ state: "duplicate", instances: ["i2", "i1"] });
    const path = "/nodes/attic/";
    const restart = () => stage.call("RouterManager", { Restart: null }, { path });
    expect((await restart()).error).toMatchObject({
      message: expect.stringContaining("two machines use the key of attic, so nothing is changed on it"),
    });
    expect((await stage.call("Echo", { Echo: "x" }, { path })).result).toBeDefined();
    expect((await stage.call("fleet.summary")).result?.["states"]).toContainEqual({
      name: "duplicate",
      nodes: 1,
    });
    expect(await stage.core.metrics("text/plain; version=0.0.4; charset=utf-8")).toContain(
      'pilothouse_fleet_nodes{state="duplicate"} 1',
    );
    // Only a decision ends it, also if the other is gone.
    await stage.restart();
    expect(await shown()).toMatchObject({ state: "duplicate" });
    stage.bus.options.events.onInstances("UA", ["i2", "i1"]);
    expect((await stage.call("fleet.keep", { node: "attic" })).error?.message).toContain(
      "instance is missing: which one stays attic; i2 and i1 are at work",
    );
    expect((await stage.call("fleet.keep", { node: "attic", instance: "i1" })).result).toEqual({
      instance: "i1",
    });
    expect(stage.bus.keeps).toEqual([["UA", "i1"]]);
    expect(await shown()).toMatchObject({ state: "offline" });
    expect(stage.bus.options.record("UA")).toMatchObject({ generation: 1 });
    const { entries } = (await stage.call("pilothouse.audit")).result as { entries: object[] };
    expect(JSON.stringify(entries)).toContain("node instance kept");
  });

  it("has what changes it on the hub's record too", async () => {
    const token = await stage.login();
    await stage.bus.join("UA", { name: "attic" }, echo);
    await stage.call("RouterManager", { Restart: null }, { path: "/nodes/attic/", token });
    await stage.call("RouterInfo", { "svc.router.uptime": "" }, { path: "/nodes/attic/", token });
    const { entries } = (await stage.call("pilothouse.audit")).result as { entries: object[] };
    const about = entries.filter((one) => /attic/.test(JSON.stringify(one)));
    expect(about).toMatchObject([{ action: "RouterManager with Restart at attic", outcome: "ok" }]);
  });
});
