import { describe, expect, it } from "vitest";
import { CHECKS } from "../checks/index.js";
import { certificate } from "../wire/certificate.js";
import { judged, TOKEN_LIFETIME } from "./judging.js";
import { MUTANTS } from "./mutants/index.js";

const notPassed = (run: Awaited<ReturnType<typeof judged>>) =>
  run.results
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ id, outcome, reason }) => `${id}: ${outcome}: ${reason}`);

describe("A server that does everything right", () => {
  const EXPIRY = ["auth.token.expired", "auth.token.removed"];

  it("passes every check over https", async () => {
    const run = await judged({ tls: certificate() }, undefined);
    expect(notPassed(run).filter((line) => !EXPIRY.some((id) => line.startsWith(id)))).toEqual([]);
    expect(run.results).toHaveLength(CHECKS.length);
    expect(run.leftovers).toEqual([]);
  });

  it("passes the checks of tokens that expire", async () => {
    const short = { tokenLifetime: TOKEN_LIFETIME };
    expect(notPassed(await judged(short, EXPIRY, short))).toEqual([]);
  });

  it("loses nothing by it: settings and password are as they were", async () => {
    const { ReferenceServer } = await import("../reference/server.js");
    const { Runner } = await import("../run/runner.js");
    const { targetOf } = await import("./judging.js");
    const server = await new ReferenceServer().start();
    const before = { settings: [...server.state.settings], password: server.state.password };
    const checks = CHECKS.filter(({ id }) => /^(settings|advanced|service)\./.test(id));
    await new Runner(targetOf(server), checks).run();
    expect({ settings: [...server.state.settings].sort(), password: server.state.password }).toEqual({
      ...before,
      settings: before.settings.sort(),
    });
    await server.stop();
  });

  it("keeps nothing of the tunnels and names that it should have refused", async () => {
    const { ReferenceServer } = await import("../reference/server.js");
    const { Runner } = await import("../run/runner.js");
    const { targetOf } = await import("./judging.js");
    const faults = MUTANTS.filter(({ caught: [id] }) => /^(tunnels\.type|addressbook\.(name|dest))/.test(id));
    expect(faults.length).toBeGreaterThan(4);
    for (const { fault, caught } of faults) {
      const server = await new ReferenceServer({ behaviour: fault }).start();
      const had = () => [[...server.state.tunnels], [...server.state.names]];
      const before = had();
      const { results } = await new Runner(
        targetOf(server),
        CHECKS.filter(({ id }) => caught.includes(id)),
      ).run();
      expect([results.map(({ outcome }) => outcome), had()]).toEqual([["fail"], before]);
      await server.stop();
    }
  });

  it("has what is not allowed skipped, with the reason, and nothing done", async () => {
    const allowed = { writes: false, restart: false, shutdown: false, update: false, passwordChange: false };
    const run = await judged({}, undefined, { allowed });
    const skipped = new Map(
      run.results.filter(({ outcome }) => outcome === "skipped").map(({ id, reason }) => [id, reason]),
    );
    expect(skipped.get("actions.restart")).toBe("needs --allow-restart");
    expect(skipped.get("actions.shutdown")).toBe("needs --allow-shutdown");
    expect(skipped.get("actions.update")).toBe("needs --allow-update");
    expect(skipped.get("service.password.change")).toBe("needs --allow-password-change");
    expect(skipped.get("settings.write.bw.in")).toBe("changes settings, and --read-only forbids it");
    expect(skipped.get("auth.token.expired")).toContain("--token-lifetime");
    expect(skipped.get("security.tls.old")).toBe("needs an https address");
    expect(run.results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });
});

describe("A server that lacks something", () => {
  it("is unsupported there, and fails nothing", async () => {
    const { METHODS } = await import("../reference/methods.js");
    const { GetRate: _rate, AdvancedSettings: _advanced, TunnelManager: _tunnels, ...methods } = METHODS;
    const run = await judged({ behaviour: { methods } }, undefined);
    const outcomes = (prefix: string) =>
      new Set(run.results.filter(({ id }) => id.startsWith(prefix)).map(({ outcome }) => outcome));
    expect(outcomes("rates.")).toEqual(new Set(["unsupported"]));
    expect(outcomes("advanced.")).toEqual(new Set(["unsupported"]));
    expect(outcomes("tunnels.get")).toEqual(new Set(["unsupported"]));
    expect(run.results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });

  it("has advanced settings tried with a name that it knows, when one is given", async () => {
    const { METHODS } = await import("../reference/methods.js");
    const { Refusal } = await import("../reference/behaviour.js");
    const behaviour = {
      methods: {
        ...METHODS,
        AdvancedSettings: (...[params, state]: Parameters<typeof METHODS.AdvancedSettings>) => {
          const names = Object.keys((params["set"] ?? params["setAll"] ?? {}) as object);
          if (names.some((name) => /conformance/.test(name))) throw new Refusal("invalidParams");
          return METHODS.AdvancedSettings(params, state);
        },
      },
    };
    const ids = ["advanced.set", "advanced.setAll"];
    const without = await judged({ behaviour }, ids);
    expect(without.results.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual(
      ids.map(() => expect.stringMatching(/^skipped: .*--probe-setting/)),
    );
    const given = await judged({ behaviour }, ids, { probe: ["some.other", "one", "two"] });
    expect(given.results.map(({ outcome }) => outcome)).toEqual(["pass", "pass"]);
  });
});
