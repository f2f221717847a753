import { expect, it } from "vitest";
import { checksumOfBus } from "../bus/report-mark.js";
import { jitterFor, MOST_TAUGHT, Teaching } from "./teaching.js";

function stage(fleet: { nodes: number; time: number }) {
  const addresses = ["tls://hub.example:7651"];
  const place = () => ({ addresses, certificate: undefined, fingerprint: undefined });
  const clock = { now: () => fleet.time, ticks: () => fleet.time };
  return new Teaching({ place, nodes: () => fleet.nodes, clock });
}

it("A node that knows the current addresses gets nothing, and one that does not gets them at once", () => {
  const teaching = stage({ nodes: 3, time: 0 });
  expect(teaching.whom("old")).toBe("one");
  expect(teaching.whom(checksumOfBus(teaching.whereabouts))).toBe("nobody");
});

it("A change is signed once for all nodes; those that missed it get it one by one, a limited number a second", () => {
  const fleet = { nodes: 3_000, time: 0 };
  const teaching = stage(fleet);
  const knew = checksumOfBus(teaching.whereabouts);
  expect(teaching.whom(knew)).toBe("nobody");
  fleet.nodes = 50_000;
  expect(jitterFor(fleet.nodes)).toBe(75_000);
  expect(teaching.whom(knew)).toBe("all");
  const answers = Array.from({ length: 5_000 }, () => teaching.whom(knew));
  expect(answers.filter((whom) => whom === "one")).toHaveLength(MOST_TAUGHT);
  expect(answers.filter((whom) => whom === "all")).toHaveLength(0);
  fleet.time += 1_000;
  expect(teaching.whom(knew)).toBe("one");
  expect(teaching.whom(checksumOfBus(teaching.whereabouts))).toBe("nobody");
});
