import { expect, it } from "vitest";
import { checksumOfBus } from "../bus/report-mark.js";
import { AddressPush, jitterFor, MOST_TAUGHT } from "./address-push.js";

function stage(fleet: { nodes: number; time: number }) {
  const addresses = ["tls://hub.example:7651"];
  const place = () => ({ addresses, certificate: undefined, fingerprint: undefined });
  const clock = { now: () => fleet.time, ticks: () => fleet.time };
  return new AddressPush({ place, nodes: () => fleet.nodes, clock });
}

it("A node that knows the current addresses gets nothing, and one that does not gets them at once", () => {
  const addressPush = stage({ nodes: 3, time: 0 });
  expect(addressPush.whom("old")).toBe("one");
  expect(addressPush.whom(checksumOfBus(addressPush.whereabouts))).toBe("nobody");
});

it("A change is signed once for all nodes; those that missed it get it one by one, a limited number a second", () => {
  const fleet = { nodes: 3_000, time: 0 };
  const addressPush = stage(fleet);
  const knew = checksumOfBus(addressPush.whereabouts);
  expect(addressPush.whom(knew)).toBe("nobody");
  fleet.nodes = 50_000;
  expect(jitterFor(fleet.nodes)).toBe(75_000);
  expect(addressPush.whom(knew)).toBe("all");
  const answers = Array.from({ length: 5_000 }, () => addressPush.whom(knew));
  expect(answers.filter((whom) => whom === "one")).toHaveLength(MOST_TAUGHT);
  expect(answers.filter((whom) => whom === "all")).toHaveLength(0);
  fleet.time += 1_000;
  expect(addressPush.whom(knew)).toBe("one");
  expect(addressPush.whom(checksumOfBus(addressPush.whereabouts))).toBe("nobody");
});
