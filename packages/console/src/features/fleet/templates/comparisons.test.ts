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
  const [first, main, pages] = await Promise.all([
    loadTexts("first", "en"),
    loadTexts("main", "en"),
    loadTexts("pages", "en"),
  ]);
  const texts = { ...first, ...main };
  const entry = { name: "attic", state: "online", drift: "none", differences: [], reason: null, coded: null };
  const cells = (one: object, said = words) =>
    within(
      Comparisons({
        title: "",
        none: "",
        ...{ words: said, texts, pages },
        compared: { nodes: [{ ...entry, ...one }], next: null },
      }),
    )
      .filter((child) => isNode(child) && child.type === "td")
      .map(textOf);
  expect(cells({})).toEqual([words.templates.kinds.none, "–"]);
  // As the pages name them where they are set.
  const differs = (name: string, found: string | null, wanted: string | null) =>
    cells({ differences: [{ name, wanted, found }] })[1];
  expect(differs("router.sharePercentage", null, "80")).toBe("router.sharePercentage: – → 80");
  expect(differs("router.net.bw.in", "999", "2048")).toBe(
    `${texts.network.fields["router.net.bw.in"].label}: 999 → 2048`,
  );
  expect(differs("router.net.upnp", "false", "true")).toMatch(/^UPnP.*: off → on$/);
  expect(differs("tunnels.web.TargetPort", null, "8080")).toBe(
    `web · ${pages.tunnels.options.TargetPort}: – → 8080`,
  );
  const labelled = await loadTexts("fleet", "fr");
  expect(cells({ differences: [{ name: "label site", wanted: "ams", found: null }] }, labelled)[1]).toBe(
    `${labelled.nodes.label} site: – → ams`,
  );
  expect(cells({ state: "offline", reason: "it is offline" })[1]).toBe(words.states.offline);
});
