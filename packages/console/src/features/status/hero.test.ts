import { expect, it } from "vitest";
import { netStatusOf } from "./hero.js";

it("Whether others reach a router is known only while it runs: while it starts, it has no peers yet", () => {
  const seen = (phase: "running" | "draining" | "starting" | "stopping") =>
    netStatusOf({ info: { "net.status": 13 }, status: { phase }, away: undefined });
  expect([seen("running"), seen("draining")]).toEqual([13, 13]);
  expect([seen("starting"), seen("stopping")]).toEqual([undefined, undefined]);
});
