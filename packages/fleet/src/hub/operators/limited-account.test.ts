import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HubStage } from "../testing/stage.js";

const ANNA = "the password of anna";
let stage: HubStage;
let token: string;
beforeEach(async () => {
  stage = await HubStage.open();
  for (const [id, name, site] of [
    ["UA", "attic", "ams"],
    ["UB", "barn-of-others", "fra"],
  ] as const) {
    await stage.bus.join(id, { name, labels: { site } });
    await stage.call("fleet.queue", { node: name, method: "RouterManager", params: { Restart: null } });
  }
  await stage.call("fleet.operators", {
    ...{ name: "anna", password: ANNA, role: "admin", labels: { site: "ams" } },
  });
  await stage.call("fleet.operators", { name: "someone-else", password: ANNA, role: "viewer" });
  const template = "[[group]]\nlabels.site = 'ams'\nnetwork = { 'bw.in' = 4711 }\n";
  await stage.call("fleet.rollout", { kind: "apply", template });
  token = await stage.login(ANNA, "anna");
});
afterEach(() => stage.close());

/** Refused because the scope at the hub is too small, because it concerns the whole fleet, or answered. */
type Fate = "scope" | "whole" | "own";
/** Every method of a hub. A new one is added here with what accounts that are limited by labels get from it. */
const FATES: { readonly [method: string]: readonly [Fate, object?] } = {
  Authenticate: ["own", { API: 1, Password: ANNA, User: "anna" }],
  Echo: ["own", { Echo: "x" }],
  ServiceControl: ["scope", { "svccontrol.password": "some new password" }],
  "rpc.discover": ["own"],
  "pilothouse.setup": ["own"],
  "pilothouse.challenge": ["own"],
  "pilothouse.signIn": ["own"],
  "pilothouse.status": ["own"],
  "pilothouse.sessions": ["scope"],
  "pilothouse.tokens": ["scope"],
  "pilothouse.createToken": ["scope", { name: "x", scope: "read" }],
  "pilothouse.password": ["scope", { password: "some new password" }],
  "pilothouse.webapps": ["whole"],
  "pilothouse.history": ["whole", { from: 1, to: 2 }],
  "pilothouse.events": ["own"],
  "pilothouse.audit": ["whole"],
  "pilothouse.notify": ["whole"],
  "pilothouse.health": ["own"],
  "pilothouse.settings": ["whole"],
  "pilothouse.backup": ["scope"],
  "pilothouse.backupPart": ["scope", { file: "backup-0" }],
  "pilothouse.restoreUpload": ["scope", { password: "x", bytes: 1 }],
  "pilothouse.restorePart": ["scope", { file: "restore-0", from: 0, part: "AAAA" }],
  "pilothouse.restoreCheck": ["scope", { file: "restore-0" }],
  "pilothouse.restore": ["scope", { file: "restore-0", password: "x" }],
  "fleet.nodes": ["own"],
  "fleet.node": ["own", { node: "attic" }],
  "fleet.summary": ["own"],
  "fleet.label": ["own", { node: "attic", labels: { tier: "edge" } }],
  "fleet.rename": ["own", { node: "attic", name: "roof" }],
  "fleet.adopt": ["scope", { node: "attic" }],
  "fleet.remove": ["scope", { node: "attic" }],
  "fleet.keep": ["scope", { node: "attic" }],
  "fleet.invite": ["scope"],
  "fleet.invitations": ["scope"],
  "fleet.waiting": ["scope"],
  "fleet.operators": ["scope"],
  "fleet.password": ["own", { current: "wrong password", password: "some new password" }],
  "fleet.queue": ["own"],
  "fleet.rollout": ["whole", { kind: "apply", template: "" }],
  "fleet.rollouts": ["own"],
  "fleet.template": ["whole"],
  "fleet.drift": ["whole"],
  "fleet.import": ["own"],
  "pilothouse.logout": ["own"],
};

describe("an account that is limited by labels", () => {
  it("gets from each method of a hub what concerns its own nodes, or a refusal", async () => {
    const discovered = (await stage.call("rpc.discover")).result?.["methods"] as { readonly name: string }[];
    const canonical = new Set(discovered.map(({ name }) => name.replace("I2PControl", "ServiceControl")));
    expect(Object.keys(FATES).sort()).toEqual([...canonical].sort());
    for (const [method, [fate, params]] of Object.entries(FATES)) {
      const answer = await stage.call(method, params, { token });
      const { error } = answer;
      const got =
        error?.code === -32008
          ? "scope"
          : error?.message.includes("limited to nodes with site=ams")
            ? "whole"
            : "own";
      expect(`${method}: ${got}`).toBe(`${method}: ${fate}`);
      const text = method === "rpc.discover" ? "" : JSON.stringify(answer);
      // A random token may hold two of these letters, but has no end within it.
      for (const hidden of ["barn-of-others", "UB", "fra", "someone-else", "4711"])
        expect(`${method}: ${text}`).not.toMatch(new RegExp(`(?<![\\w-])${hidden}(?![\\w-])`));
    }
  });

  it("does not see a roll-out of others, also when its nodes were removed", async () => {
    await stage.call("fleet.rollout", {
      kind: "restart",
      nodes: ["barn-of-others"],
      labels: { site: "fra" },
    });
    await stage.call("fleet.remove", { node: "barn-of-others" });
    const seen = async (by?: string) => {
      const { result } = await stage.call("fleet.rollouts", {}, by === undefined ? {} : { token: by });
      return (result?.["rollouts"] as { readonly kind: string }[] | undefined)
        ?.map(({ kind }) => kind)
        .sort();
    };
    expect([await seen(), await seen(token)]).toEqual([["apply", "restart"], ["apply"]]);
  });

  it("cannot change a label that limits it, but others", async () => {
    const label = async (labels: object, by = token) =>
      (await stage.call("fleet.label", { node: "attic", labels }, { token: by })).error?.message ?? "done";
    const own = "site=ams is part of the limit of this account";
    expect(await label({ site: "fra" })).toContain(own);
    expect(await label({ site: null, tier: "edge" })).toContain(own);
    expect(await label({ site: "ams", tier: "edge" })).toBe("done");
    expect((await stage.call("fleet.node", { node: "attic" })).result).toMatchObject({
      node: { labels: { site: "ams", tier: "edge" } },
    });
    expect(
      (await stage.call("fleet.label", { node: "attic", labels: { site: "fra" } })).error,
    ).toBeUndefined();
    expect(await label({ tier: "core" })).toContain("attic");
  });
});

describe("labels of one node that are changed at the same moment", () => {
  it("are all kept, whoever changes them and at whichever hub", async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `key-${n}`);
    const answers = await Promise.all(
      keys.map((key) => stage.call("fleet.label", { node: "attic", labels: { [key]: "x" } })),
    );
    expect(answers.map(({ error }) => error?.message)).toEqual(keys.map(() => undefined));
    const { result } = await stage.call("fleet.node", { node: "attic" });
    const { labels } = (result as { readonly node: { readonly labels: object } }).node;
    expect(Object.keys(labels).sort()).toEqual([...keys, "site"].sort());
  });

  it("are refused when there are too many together", async () => {
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key-${from + n}`, "x"]));
    const answers = await Promise.all(
      [0, 20].map((from) => stage.call("fleet.label", { node: "attic", labels: many(from) })),
    );
    expect(answers.filter(({ error }) => error?.code === -32602)).toHaveLength(1);
  });
});
