import type { Tunnel } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import type { Situation } from "../../telemetry/situation.js";
import { tunnelChecks } from "./checks.js";
import { TUNNELS } from "./metrics.js";

const tunnel = (over: Partial<Tunnel>): Tunnel => ({
  ...{ name: "web", type: "httpserver", server: true, config: new Map(), state: "running" },
  ...over,
});
const situation = (name: "running" | "stopped") =>
  ({ snapshot: { at: 1, phase: { name }, facts: {} } }) as unknown as Situation;
const found = (
  key: keyof ReturnType<typeof tunnelChecks>,
  last: readonly Tunnel[],
  phase = situation("running"),
) => JSON.stringify(tunnelChecks({ last })[key](phase) ?? null);

describe("what is found of tunnels", () => {
  it("names those that do not work and why, while the router runs", () => {
    const last = [tunnel({ state: "failed", note: "its port is taken" }), tunnel({ name: "irc" })];
    expect(found("tunnels.down", last)).toContain("web (its port is taken)");
    expect(found("tunnels.down", last)).not.toContain("irc");
    expect(found("tunnels.down", last, situation("stopped"))).toBe("null");
    expect(found("tunnels.down", [tunnel({})])).not.toContain("web");
  });

  it("names ports that others can reach, unless the tunnel is stopped", () => {
    const config: Tunnel["config"] = new Map([
      ["ReachableBy", "0.0.0.0"],
      ["Port", "4444"],
    ]);
    expect(found("tunnels.open", [tunnel({ config })])).toContain("web (0.0.0.0:4444)");
    expect(found("tunnels.open", [tunnel({ config, state: "stopped" })])).not.toContain("web");
  });

  it("names keys that others can read, and not too many", () => {
    const last = Array.from({ length: 7 }, (_, n) => tunnel({ name: `t${n}`, exposed: "/x.dat" }));
    expect(found("tunnels.exposed", last)).toContain("t4 (/x.dat), and 2 more");
  });
});

it("the metric counts tunnels by their state", () => {
  const last = [tunnel({}), tunnel({ state: "failed" }), tunnel({})];
  const counted = TUNNELS["pilothouse_tunnels"]?.of({ last });
  expect(counted).toContainEqual([{ state: "running" }, 2]);
  expect(counted).toContainEqual([{ state: "failed" }, 1]);
  expect(counted).toContainEqual([{ state: "stopped" }, 0]);
});
