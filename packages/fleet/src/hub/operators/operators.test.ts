import type { Session, Store } from "@pilothouse/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FleetState, Stored } from "../../state/state.js";
import { HubStage, PASSWORD } from "../testing/stage.js";
import { Operators } from "./operators.js";

let stage: HubStage;
beforeEach(async () => {
  stage = await HubStage.open();
  for (const [id, name, site] of [
    ["UA", "attic", "ams"],
    ["UB", "barn", "fra"],
  ] as const)
    await stage.bus.join(id, { name, labels: { site } }, ({ text }) => {
      const { id: call } = JSON.parse(text) as { id: number };
      return `{"jsonrpc":"2.0","id":${call},"result":{"Result":"from ${name}"}}`;
    });
});
afterEach(() => stage.close());

const ANNA = "the password of anna";
const make = (params: object) => stage.call("fleet.operators", { name: "anna", password: ANNA, ...params });
const code = async (method: string, params: object, token: string, path = "/") =>
  (await stage.call(method, params, { token, path })).error?.code ?? 0;
const names = async (token: string) => {
  const { result } = await stage.call("fleet.nodes", { columns: ["name"] }, { token });
  return (result?.["columns"] as { readonly name: string[] } | undefined)?.name;
};

describe("an account of a hub", () => {
  it("is made with a role and a password, listed without it, changed and removed, on record", async () => {
    expect((await stage.call("fleet.operators", { name: "anna", password: ANNA })).error?.message).toContain(
      "role",
    );
    expect((await stage.call("fleet.operators", { name: "anna", role: "viewer" })).error?.message).toContain(
      "password",
    );
    expect((await stage.call("fleet.operators", { role: "viewer" })).error?.message).toContain("name");
    expect((await make({ role: "viewer", labels: { site: "ams" } })).result).toEqual({
      operators: [{ name: "anna", role: "viewer", labels: { site: "ams" }, created: stage.time }],
    });
    expect((await stage.call("fleet.operators", { name: "anna", role: "admin" })).result).toMatchObject({
      operators: [{ role: "admin", labels: { site: "ams" } }],
    });
    await stage.restart();
    expect(await stage.login(ANNA, "anna")).toBeTypeOf("string");
    expect((await stage.call("fleet.operators", { name: "anna", remove: true })).result).toEqual({
      operators: [],
    });
    expect((await stage.call("fleet.operators", { name: "anna", remove: true })).error?.code).toBe(-32602);
    const text = JSON.stringify((await stage.call("pilothouse.audit")).result);
    for (const action of ["account made", "account changed", "account removed"])
      expect(text).toContain(action);
    expect(text).not.toContain(ANNA);
    expect(text).not.toContain("argon2");
  });

  it("does not get a name by which records know those who need no account", async () => {
    for (const name of ["admin", "local"])
      expect((await make({ name, role: "viewer" })).error?.message).toContain("is how records name those");
  });

  it("opens with its own password only, and an unknown name gives the same error", async () => {
    await make({ role: "viewer" });
    await expect(stage.login(PASSWORD, "anna")).rejects.toThrow("Invalid password");
    await expect(stage.login(ANNA)).rejects.toThrow("Invalid password");
    await expect(stage.login(PASSWORD, "nobody")).rejects.toThrow("Invalid password");
    expect(await stage.login(ANNA, "anna")).toBeTypeOf("string");
    // What was wrong for one account is not known as wrong for another.
    expect(await stage.login(PASSWORD)).toBeTypeOf("string");
  });

  it.each([
    ["viewer", { Echo: 0, Restart: -32008, label: -32008, invite: -32008, secret: -32008 }],
    ["operator", { Echo: 0, Restart: 0, label: 0, invite: -32008, secret: -32008 }],
    ["admin", { Echo: 0, Restart: 0, label: 0, invite: 0, secret: 0 }],
  ] as const)("may do what the role %s says, at the hub and on nodes", async (role, may) => {
    await make({ role });
    const token = await stage.login(ANNA, "anna");
    const path = "/nodes/attic/";
    expect({
      Echo: await code("Echo", { Echo: "" }, token, path),
      Restart: await code("RouterManager", { Restart: null }, token, path),
      label: await code("fleet.label", { node: "attic", labels: { a: "b" } }, token),
      invite: await code("fleet.invite", {}, token),
      secret: await code("AdvancedSettings", { get: "console.password" }, token, path),
    }).toEqual(may);
    const scope = { viewer: "read", operator: "settings", admin: "all" }[role];
    expect(stage.bus.commands[0]).toMatchObject({ by: "anna", scope });
  });

  it("limited by labels sees and controls only those nodes, and manages nothing of the hub", async () => {
    await make({ role: "admin", labels: { site: "ams" } });
    const token = await stage.login(ANNA, "anna");
    expect(await names(token)).toEqual(["attic"]);
    expect((await stage.call("fleet.summary", {}, { token })).result).toMatchObject({ nodes: 1 });
    expect(await code("Echo", { Echo: "" }, token, "/nodes/attic/")).toBe(0);
    expect(stage.bus.commands.at(-1)).toMatchObject({ node: "UA", by: "anna", scope: "all" });
    const unknown = (await stage.call("Echo", { Echo: "" }, { token, path: "/nodes/nonsense/" })).error;
    const hidden = (await stage.call("Echo", { Echo: "" }, { token, path: "/nodes/barn/" })).error;
    expect(hidden?.message.replace("barn", "nonsense")).toBe(unknown?.message);
    for (const method of ["fleet.node", "fleet.remove"])
      expect(await code(method, { node: "barn" }, token)).toBeLessThan(0);
    for (const method of ["fleet.invite", "fleet.operators", "pilothouse.tokens", "pilothouse.sessions"])
      expect(await code(method, {}, token)).toBe(-32008);
    // These show or change the whole fleet.
    const apply = { kind: "apply", template: "[defaults]\n" };
    for (const [method, params] of [
      ["fleet.template", {}],
      ["fleet.rollout", apply],
      ["pilothouse.audit", {}],
      ["pilothouse.webapps", { name: "jsonrpc", running: false }],
    ] as const)
      expect((await stage.call(method, params, { token })).error?.message).toContain(
        "this account is limited to nodes with site=ams",
      );
    expect((await stage.call("fleet.template")).result).toMatchObject({ template: null });
    expect(stage.bus.commands.filter(({ node }) => node === "UB")).toEqual([]);
  });

  it("that was removed does not count as unlimited while its sessions end", () => {
    const operators = new Operators({} as FleetState, { get: () => undefined } as unknown as Store);
    expect(() => operators.requireFullFleet({ person: "anna" } as Session)).toThrow("token");
    expect(() => operators.requireFullFleet({} as Session)).not.toThrow();
    expect(() => operators.requireFullFleet(undefined)).not.toThrow();
  });

  it("is as it was written last, also in a state that was put back after a loss and counts from the beginning", async () => {
    const stored = (role: string, revision: number) => ({
      text: JSON.stringify({ role, labels: {} }),
      revision,
    });
    let changed = (_key: string, _kept: Stored) => {};
    const state = {
      list: async () => new Map([["operator/anna", stored("admin", 500)]]),
      watch: (_prefix: string, heard: typeof changed) => {
        changed = heard;
        return () => {};
      },
    };
    const operators = new Operators(
      ...[state as unknown as FleetState, { get: () => undefined } as unknown as Store],
    );
    await operators.start();
    expect(operators.get("anna")).toMatchObject({ role: "admin", revision: 500 });
    changed("operator/anna", stored("viewer", 3));
    expect(operators.get("anna")).toMatchObject({ role: "viewer", revision: 3 });
  });

  it("loses its sessions and tokens with every change, and so what they may do", async () => {
    await make({ role: "admin" });
    const session = await stage.login(ANNA, "anna");
    const made = await stage.call(
      "pilothouse.createToken",
      { name: "ci", scope: "operate" },
      { token: session },
    );
    const program = String(made.result?.["Token"]);
    expect(await code("Echo", { Echo: "" }, program, "/nodes/attic/")).toBe(0);
    expect(stage.bus.commands.at(-1)).toMatchObject({ by: "token ci of anna", scope: "operate" });
    await stage.call("fleet.operators", { name: "anna", role: "viewer" });
    for (const token of [session, program])
      expect(await code("Echo", { Echo: "" }, token, "/nodes/attic/")).toBe(-32003);
    expect(await code("Echo", { Echo: "" }, await stage.login(ANNA, "anna"))).toBe(0);
  });

  it("that was changed has no session here any more, also if the disk is full, and they end when it is not", async () => {
    await make({ role: "admin" });
    const token = await stage.login(ANNA, "anna");
    const { tokens } = stage.core.auth;
    const end = vi.spyOn(tokens, "revokeEach").mockRejectedValue(new Error("the disk is full"));
    await stage.call("fleet.operators", { name: "anna", role: "viewer" });
    expect(tokens.open()).toHaveLength(1);
    expect(await code("fleet.invite", {}, token)).toBe(-32003);
    end.mockRestore();
    await expect.poll(() => tokens.open(), { timeout: 10_000 }).toEqual([]);
    expect(await code("fleet.invite", {}, await stage.login(ANNA, "anna"))).toBe(-32008);
  });

  it.each([
    ["removed", undefined],
    ["changed", { role: "viewer" }],
  ])(
    "that was %s at another hub while this one was stopped has no session here any more",
    async (_how, to) => {
      await make({ role: "admin" });
      await make({ name: "otto", role: "admin" });
      const [token, other] = [await stage.login(ANNA, "anna"), await stage.login(ANNA, "otto")];
      await stage.restart();
      expect(await code("fleet.invite", {}, token)).toBe(0);
      await stage.restart(async (state) => {
        const { revision, text } = (await state.get("operator/anna")) as Stored;
        if (to === undefined) await state.remove("operator/anna", revision);
        else await state.put("operator/anna", JSON.stringify({ ...JSON.parse(text), ...to }), revision);
      });
      expect(await code("fleet.invite", {}, token)).toBe(-32003);
      expect(await code("fleet.invite", {}, other)).toBe(0);
    },
  );

  it("can log out with any role; a program's token with as few rights cannot end itself", async () => {
    await make({ role: "admin" });
    const session = await stage.login(ANNA, "anna");
    const made = await stage.call(
      "pilothouse.createToken",
      { name: "ci", scope: "read" },
      { token: session },
    );
    expect(await code("pilothouse.logout", {}, String(made.result?.["Token"]))).toBe(-32008);
    await make({ role: "viewer" });
    const viewer = await stage.login(ANNA, "anna");
    expect(await code("pilothouse.logout", {}, viewer, "/nodes/attic/")).toBe(0);
    expect(await code("Echo", { Echo: "" }, viewer)).toBe(-32003);
  });

  it("changes its own password, for which it gives the old one", async () => {
    await make({ role: "viewer" });
    const token = await stage.login(ANNA, "anna");
    const next = "another good password";
    expect(await code("fleet.password", { current: "wrong", password: next }, token)).toBe(-32001);
    expect(await code("fleet.password", { current: ANNA, password: "short" }, token)).toBe(-32602);
    expect(await code("fleet.password", { current: ANNA, password: next }, token)).toBe(0);
    expect(await code("Echo", { Echo: "" }, token)).toBe(-32003);
    await expect(stage.login(ANNA, "anna")).rejects.toThrow();
    expect(await stage.login(next, "anna")).toBeTypeOf("string");
    const own = await stage.login();
    expect(await code("fleet.password", { current: PASSWORD, password: next }, own)).toBe(-32602);
  });
});
