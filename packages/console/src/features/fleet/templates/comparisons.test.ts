import type { ComponentChildren, VNode } from "preact";
import { expect, it } from "vitest";
import { loadTexts } from "../../../texts/language.js";
import { Comparisons } from "./comparisons.js";

const isNode = (child: ComponentChildren): child is VNode<{ readonly children?: ComponentChildren }> =>
  typeof child === "object" && child !== null && "props" in child;

const within = (child: ComponentChildren): readonly ComponentChildren[] => {
  if (Array.isArray(child)) return child.flatMap(within);
  return isNode(child) ? [child, ...within(child.props.children)] : [child];
};

const textOf = (child: ComponentChildren): string =>
  within(child)
    .filter((one) => typeof one === "string" || typeof one === "number")
    .join("");

it("A node without a difference has a value in the column of differences, which a phone shows with its name", async () => {
  const words = await loadTexts("fleet", "en");
  const entry = { name: "attic", state: "online", drift: "none", differences: [], reason: null, coded: null };
  const cells = (one: object, said = words) =>
    within(
      Comparisons({
        title: "",
        none: "",
        words: said,
        compared: { nodes: [{ ...entry, ...one }], next: null },
      }),
    )
      .filter((child) => isNode(child) && child.type === "td")
      .map(textOf);
  expect(cells({})).toEqual([words.templates.kinds.none, "–"]);
  expect(cells({ differences: [{ name: "share", wanted: "80", found: null }] })[1]).toBe("share: – → 80");
  const labelled = await loadTexts("fleet", "fr");
  expect(cells({ differences: [{ name: "label site", wanted: "ams", found: null }] }, labelled)[1]).toBe(
    `${labelled.nodes.label} site: – → ams`,
  );
  expect(cells({ state: "offline", reason: "it is offline" })[1]).toBe(words.states.offline);
});
