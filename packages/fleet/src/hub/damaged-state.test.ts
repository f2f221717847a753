import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HubStage } from "./testing/stage.js";

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.open();
  for (const [id, name] of [
    ["UA", "attic"],
    ["UB", "barn"],
  ] as const)
    await stage.bus.join(id, { name });
});
afterEach(() => stage.close());

const result = async (method: string, params: object = {}) => {
  const answer = await stage.call(method, params);
  if (answer.result === undefined) throw new Error(answer.error?.message);
  return answer.result;
};

/** One document of each kind, as the hub itself writes it. */
async function documents(): Promise<ReadonlyMap<string, string>> {
  const RouterManager = { method: "RouterManager", params: { Restart: null } };
  await result("fleet.queue", { node: "attic", ...RouterManager });
  await result("fleet.operators", { name: "anna", password: "the password of anna", role: "viewer" });
  await stage.call("RouterManager", { RestartGraceful: null }, { path: "/nodes/barn/" });
  const template = '[[group]]\nnodes = ["barn"]\nnetwork.upnp = true\n';
  await result("fleet.rollout", { kind: "apply", template });
  stage.bus.report("UB");
  const invitation = { id: "i", labels: {}, uses: 1, used: [], created: 1, expires: 2, wait: false, by: "x" };
  const found = new Map([
    ["revoked/UC", JSON.stringify({ name: "cellar", at: 1 })],
    ["invitation/i", JSON.stringify(invitation)],
    ["waiting/i/UW", JSON.stringify({ name: "w", labels: {}, since: 1, invitation: "i" })],
  ]);
  await stage.restart(async (state) => {
    for (const [key, text] of found) await state.put(key, text, 0);
    for (const kind of [
      "node/UA",
      "name/attic",
      "queue/",
      "operator/",
      "graceful/",
      "rollout/",
      "plan/",
      "template/",
      "seen/",
    ])
      for (const [key, { text }] of await state.list(kind)) found.set(key, text);
    const last = await state.get("last-rollout");
    if (last !== undefined) found.set("last-rollout", last.text);
  });
  return found;
}

const DAMAGES: { readonly [name: string]: (text: string) => string } = {
  cut: (text) => text.slice(0, text.length / 2),
  // A text ends at its first zero, which must not be the first of them.
  "random bytes": () => `\u00ff${randomBytes(200).toString("latin1")}`,
  "a number": () => "5",
  "an empty object": () => "{}",
  "members of other types": (text) => text.replaceAll(/"[^"]*"(?=[,}\]])|\d+(?=[,}\]])/g, "[]"),
};

describe("a hub whose state is damaged", () => {
  it.each(Object.keys(DAMAGES))("starts, names what it has set aside, and works: %s", async (damage) => {
    const all = await documents();
    const kinds = new Set([...all.keys()].map((key) => key.split("/")[0]));
    expect(kinds.size).toBe(13);
    const damaged = new Map([...all].map(([key, text]) => [key, DAMAGES[damage]?.(text) ?? ""]));
    // Any object is a list of times, and any word the name of a node that has left.
    const isHarmless = (key: string) =>
      key.startsWith("plan/")
        ? key.endsWith("/document") || /cut|number|members/.test(damage)
        : key.startsWith("seen/") && /empty|members/.test(damage);
    await stage.restart(async (state) => {
      for (const [key, text] of damaged) await state.put(key, text, (await state.get(key))?.revision ?? 0);
    });
    const expected = [...all.keys()].filter((key) => !isHarmless(key)).sort();
    expect((await result("fleet.summary"))["damaged"]).toEqual(expected);
    expect((await result("pilothouse.status"))["note"]).toContain(
      "were set aside: graceful/UB, invitation/i",
    );
    expect((await result("fleet.nodes", { columns: ["name"] }))["columns"]).toEqual({ name: ["barn"] });
    for (const method of ["fleet.queue", "fleet.rollouts", "fleet.operators", "fleet.invitations"])
      expect(Object.values(await result(method))[0]).toEqual([]);
    expect((await result("fleet.template"))["template"]).toBeNull();
    // What a damaged entry held can be written again.
    await result("fleet.operators", { name: "anna", password: "the password of anna", role: "viewer" });
    await result("fleet.rollout", { kind: "restart", nodes: ["barn"] });
    await stage.restart(async (state) => {
      expect([...(await state.list("damaged/")).keys()].sort()).toEqual(
        expected.map((key) => `damaged/${key}`),
      );
      // A node that was removed stays removed.
      expect(JSON.parse((await state.get("revoked/UC"))?.text ?? "")).toEqual({ name: "UC", at: stage.time });
    });
    expect((await result("fleet.summary"))["damaged"]).toEqual(expected);
  });

  it("keeps the name of a node whose claim is damaged", async () => {
    await stage.restart(async (state) => {
      const claim = await state.get("name/attic");
      await state.put("name/attic", "{", claim?.revision ?? 0);
    });
    await stage.restart(async (state) =>
      expect(JSON.parse((await state.get("name/attic"))?.text ?? "")).toMatchObject({ node: "UA" }),
    );
  });

  it("sets aside what is damaged while it runs, and goes on", async () => {
    const { state } = stage.bus.options;
    for (const key of ["node/UA", "operator/anna", "queue/UA/1", "rollout/1"]) {
      const stored = await state.get(key);
      await state.put(key, "{", stored?.revision ?? 0);
    }
    await expect
      .poll(async () => (await result("fleet.summary"))["damaged"])
      .toEqual(["node/UA", "operator/anna", "queue/UA/1", "rollout/1"]);
    await expect
      .poll(async () => (await result("fleet.nodes", { columns: ["name"] }))["columns"])
      .toEqual({ name: ["barn"] });
  });

  it("forgets after a month what was set aside", async () => {
    await stage.restart(async (state) => {
      const stored = await state.get("node/UB");
      await state.put("node/UB", "{", stored?.revision ?? 0);
    });
    expect((await result("fleet.summary"))["damaged"]).toContain("node/UB");
    stage.time += 31 * 86_400_000;
    await stage.restart();
    expect((await result("fleet.summary"))["damaged"]).toEqual([]);
  });
});

describe("a hub that cannot start", () => {
  it("closes the bus and the rest, last opened first", async () => {
    const { closed, error } = await stage.failToStart("rollout/");
    expect(error.message).toBe("no watch of rollout/");
    expect(closed).toEqual(["bus", "state"]);
  });
});
