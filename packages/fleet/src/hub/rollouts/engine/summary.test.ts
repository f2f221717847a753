import { reason } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import type { FleetView } from "../../view/view.js";
import { keptWhy, type Rollout } from "./rollout.js";
import { entryOf } from "./summary.js";

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
