import type { Tunnel, TunnelConfig } from "@pilothouse/drivers/port";
import { describe, expect, it } from "vitest";
import { changesTowards, valuesOf } from "./tunnel-values.js";

const tunnel = (name: string, options: { readonly [option: string]: string }, address?: string): Tunnel => ({
  ...{ name, type: "server", server: true, state: "running", address },
  config: new Map(Object.entries({ Type: "server", StartOnLoad: "true", ...options })) as TunnelConfig,
});
const towards = (now: readonly Tunnel[], then: readonly Tunnel[]) => {
  const [before, after] = [valuesOf(now), valuesOf(then)];
  const gone = [...before.keys()].filter((key) => !after.has(key)).map((key) => [key, null] as const);
  return changesTowards(before, new Map<string, string | null>([...after, ...gone]));
};

describe("the way back of tunnels", () => {
  const web = tunnel("web", { TargetPort: "80" }, "a.b32.i2p");

  it("deletes what was created, and creates with its old key what was deleted", () => {
    expect(towards([web], [])).toEqual([{ action: "delete", name: "web" }]);
    expect(towards([], [web])).toEqual([
      { action: "create", name: "web", config: web.config, kept: "a.b32.i2p" },
    ]);
  });

  it("edits only what differs", () => {
    const other = tunnel("web", { TargetPort: "81", TunnelLength: "2" }, "a.b32.i2p");
    expect(towards([other], [web])).toEqual([
      {
        action: "edit",
        name: "web",
        set: new Map([
          ["TargetPort", "80"],
          ["TunnelLength", null],
        ]),
      },
    ]);
    expect(towards([web], [web])).toEqual([]);
  });

  it("renames what has another name and the same address", () => {
    const renamed = tunnel("site", { TargetPort: "81" }, "a.b32.i2p");
    expect(towards([renamed], [web])).toEqual([
      { action: "edit", name: "site", set: new Map([["TargetPort", "80"]]), newName: "web" },
    ]);
  });

  it("is refused where the key is another one", () => {
    expect(() => towards([tunnel("web", { TargetPort: "80" }, "b.b32.i2p")], [web])).toThrow("another key");
  });

  it.each(["StartOnLoad", "Description"])("is refused for %s of a tunnel that is gone", (option) => {
    expect(() => changesTowards(valuesOf([]), new Map([[`web.${option}`, "true"]]))).toThrow(
      `Name "web" is no tunnel now, so that its ${option} cannot be set`,
    );
  });

  it("deletes a created tunnel with what was set of it later", () => {
    const edited = valuesOf([tunnel("web", { TargetPort: "80", Description: "mine" })]);
    const created = valuesOf([tunnel("web", { TargetPort: "80" })]);
    const wanted = new Map([...created.keys()].map((key) => [key, null] as const));
    expect(changesTowards(edited, wanted)).toEqual([{ action: "delete", name: "web" }]);
  });

  it("knows tunnels of other programs whose names have dots", () => {
    const foreign = tunnel("a.b", { TargetPort: "80" });
    expect(towards([foreign], [])).toEqual([{ action: "delete", name: "a.b" }]);
  });
});
