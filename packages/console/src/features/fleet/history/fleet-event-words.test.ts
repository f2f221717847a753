import { FLEET_EVENTS, FLEET_FINDING_KEYS } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { makeFormat } from "../../../format.js";
import { makeFill } from "../../../texts/fill.js";
import { LANGUAGE_NAMES, loadMainTexts, loadTexts } from "../../../texts/language.js";
import { fleetEventWords, nodesOf } from "./fleet-event-words.js";

async function wordsIn(language: string) {
  const texts = await loadMainTexts(language);
  const words = await loadTexts("fleet", language);
  const i18n = { texts, format: makeFormat(language, texts), fill: makeFill(language) };
  return (kind: string, data = {}) => fleetEventWords({ kind, data }, words, i18n as never);
}

describe("the words of an event of a fleet", () => {
  it.each(LANGUAGE_NAMES)("exist for every kind and finding in %s", async (language) => {
    const says = await wordsIn(language);
    for (const kind of Object.keys(FLEET_EVENTS))
      for (const finding of FLEET_FINDING_KEYS)
        for (const count of [1, 2, 5]) {
          const said = says(kind, { finding, what: "English", nodes: "a, b", count });
          expect(said, `${kind} ${finding}`).not.toMatch(/[{}?]|English/);
        }
  });

  it("say of one node what it is, and of several how many are so", async () => {
    const says = await wordsIn("en");
    expect(says("fleet.problem", { finding: "nodes.offline", nodes: "a", count: 1 })).toBe("Offline");
    expect(says("fleet.resolved", { finding: "nodes.offline", nodes: "a", count: 1 })).toBe("Over: offline");
    expect(says("fleet.resolved", { finding: "nodes.offline", nodes: "a", count: 3 })).toBe(
      "Over: 3 nodes are offline",
    );
    expect(says("fleet.problem", { finding: "fleet.bus" })).toBe("No connection to the bus");
    expect(says("fleet.warning", { finding: "moon.full", what: "The moon is full" })).toBe(
      "The moon is full",
    );
    expect(says("update.installed", { was: "1", now: "2", nodes: "a", count: 1 })).toBe(
      "Router updated from 1 to 2",
    );
  });

  it("are about the nodes that it names, or about the hub", () => {
    expect(nodesOf({ data: { nodes: "a, b" } })).toEqual(["a", "b"]);
    expect(nodesOf({ data: {} })).toEqual([]);
  });
});
