import { reason } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import type { FleetView } from "../../view/view.js";
import { keptWhy, type Rollout } from "./rollout.js";
import { entryOf, pageOf } from "./summary.js";

/** As a hub reads it from what is kept. */
const shown = (kept: object) => {
  const rollout = JSON.parse(JSON.stringify({ strategy: {}, progress: "", ...kept })) as Rollout;
  const { why, whyCoded } = entryOf(rollout, [], {} as FleetView);
  return { why, code: whyCoded?.code };
};

it("Why a roll-out was stopped is shown as this, an earlier or a later version has kept it", () => {
  const why = "ended by bob";
  const ended = reason("rollout.ended", { name: "bob" });
  expect(shown(keptWhy(ended))).toEqual({ why, code: ended.code });
  expect(shown({ why: ended })).toEqual({ why, code: ended.code });
  expect(shown({ why })).toEqual({ why });
  const later = { why, coded: { text: why, code: "of.later", values: {} } };
  expect(shown(later)).toEqual({ why, code: "of.later" });
  // An earlier version shows the text.
  expect(keptWhy(ended).why).toBe(why);
});

it("A node that is offline is said to be waited for while its turn can come, and to be offline while it is under way", () => {
  const view = { find: (id: string) => ({ id, name: id, state: "offline" }) } as unknown as FleetView;
  const codes = (status: Rollout["status"]) => {
    const flights = { 0: { step: "restart", stepAt: 1 } };
    const rollout = { status, strategy: {}, progress: "o.", flights, reasons: {} } as unknown as Rollout;
    return pageOf(rollout, ["a", "b"], view, { limit: 9 }).nodes.map(({ coded }) => coded?.code);
  };
  expect(codes("running")).toEqual(["rollout.offline", "rollout.awaited"]);
  expect(codes("paused")).toEqual(["rollout.offline", "rollout.awaited"]);
  expect(codes("stopping")).toEqual(["rollout.offline", undefined]);
});
