import { FLEET_METHODS, type FleetMethod, METHODS, type MethodName } from "@pilothouse/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readTemplate,
  shownTemplate,
  TEMPLATE_KEY,
} from "../../../packages/fleet/src/hub/rollouts/template/adopt.js";
import { HubStage } from "../../../packages/fleet/src/hub/testing/stage.js";
import { SECRET_VALUES } from "../../../packages/protocol/src/secrets/testing/planted.js";
import { BELOW, callsOf, leaks, PLANTED, QUOTED } from "./planted.js";

const advanced = (settings: Iterable<readonly [string, string]>) =>
  `[[group]]\n[group.advanced]\n${[...settings].map((one) => one.map((text) => JSON.stringify(text)).join(" = ")).join("\n")}\n`;

describe("A planted secret comes out of a hub", () => {
  let stage: HubStage;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    stage = await HubStage.open();
    // A template that an earlier version took, and nodes of earlier versions, which hide nothing.
    const kept = { text: advanced(PLANTED), by: "local", at: 1 };
    await stage.restart(async (state) => void (await state.put(TEMPLATE_KEY, JSON.stringify(kept), 0)));
    const settings = Object.fromEntries([...PLANTED].map(([name, value]) => [name, `${value} ${value}`]));
    await stage.bus.join("UA", { name: "attic" }, ({ text }) =>
      JSON.stringify([JSON.parse(text)].flat().map(({ id }) => ({ id, result: { getAll: settings } }))),
    );
    await stage.bus.join("UB", { name: "barn" }, ({ text }) =>
      JSON.stringify([JSON.parse(text)].flat().map(({ id }) => ({ id, error: { message: QUOTED.join() } }))),
    );
    for (const id of ["UA", "UB"]) stage.bus.report(id, { applied: "0".repeat(32), drifted: true });
    for (const scope of BELOW) {
      const { result } = await stage.call("pilothouse.createToken", { name: scope, scope });
      tokens.set(scope, String(result?.["Token"]));
    }
  });
  afterAll(() => stage.close());

  const methods = Object.keys(FLEET_METHODS) as FleetMethod[];
  const own: readonly MethodName[] = ["pilothouse.audit", "pilothouse.events", "pilothouse.health"];
  const MORE: { readonly [M in FleetMethod]?: readonly object[] } = {
    "fleet.import": [{ advanced: true }],
    "fleet.template": [
      { text: advanced([["a", "b"]]) },
      { text: advanced(PLANTED).split("\n", 3).join("\n") },
    ],
  };

  it.each(BELOW.flatMap((scope) => [...methods, ...own].map((method) => [method, scope] as const)))(
    "nowhere in %s with the scope %s",
    async (method, scope) => {
      const token = tokens.get(scope) ?? "";
      for (const params of [...callsOf(method), ...(MORE[method as FleetMethod] ?? [])])
        expect(leaks(JSON.stringify(await stage.call(method, params, { token })))).toBeUndefined();
    },
  );

  it("nowhere, though a template and both nodes hold them", async () => {
    const { result } = await stage.call("fleet.drift", {}, { token: tokens.get("read") ?? "" });
    expect(result?.["nodes"]).toMatchObject([{ name: "attic" }, { name: "barn" }]);
    expect(JSON.stringify(result)).toContain("(hidden)");
    expect(Object.keys(METHODS)).toEqual(expect.arrayContaining(methods));
  });
});

describe("a secret in a fleet.toml", () => {
  it.each([...PLANTED])("is refused: %s = %s", (name, value) => {
    expect(() => readTemplate(advanced([[name, value]]), "template")).toThrow(`${name} holds a secret`);
  });

  it("is not shown of one that an earlier version took, and what is shown in its place is refused", () => {
    const kept = `# ours\n${advanced([["proxy", "http://canary:word@proxy.example/"]])}`;
    const shown = shownTemplate(kept);
    expect(shown).toBe(kept.replace("canary:word", "(hidden)"));
    expect(() => readTemplate(shown, "template")).toThrow("stands for a secret");
    const harmless = advanced([["trust.routers", SECRET_VALUES["a key in I2P's base64"]]]);
    expect(shownTemplate(harmless)).toBe(harmless);
  });
});
