import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  ACTIONS,
  DETAIL_KEYS,
  INFO_KEYS,
  METHODS,
  methodDefinition,
  NETWORK_KEYS,
  SERVICE_METHOD_NAMES,
} from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";

const page = readFileSync(resolve(import.meta.dirname, "../docs/routers.md"), "utf8");

/** The rows of the table under a heading: what each is about, and its cells. */
const table = (title: string): readonly (readonly [string, ...string[]])[] =>
  (page.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1))
    .map(([name = "", ...cells]) => [/`(.+)`/.exec(name)?.[1] ?? "", ...cells.map((cell) => cell.trim())]);

/** Fleets, backups and devices do not depend on the router; a wait that can be cancelled exists only for minutes. */
const IS_NOT_ASKED = /^pilothouse\.(join|leave|membership|backup|restore\w*|cancel|challenge|signIn)$/;
const LISTED = new Set(table("Methods").map(([name]) => name));
/** An extension that is newer than the page comes into it before the next release: writing it needs root. */
const ABOUT_ROUTERS = SERVICE_METHOD_NAMES.filter(
  (name) => !IS_NOT_ASKED.test(name) && (LISTED.has(name) || !methodDefinition(name).extension),
);

const svc = (key: string): string => `svc.${key}`;

describe("the page about what each router answers (npm run routers writes it)", () => {
  it.each([
    ["Methods", ABOUT_ROUTERS],
    ["RouterInfo", INFO_KEYS.map(svc)],
    ["RouterInfo, of proposal 170", DETAIL_KEYS.filter((key) => key !== "router.logs").map(svc)],
    ["NetworkSetting", NETWORK_KEYS.map(svc)],
    [
      "AdvancedSettings",
      Object.keys(METHODS.AdvancedSettings.params).filter((name) => name !== "IfRevision"),
    ],
    ["RouterManager", ACTIONS],
  ])("has every row of %s, and a word on each router in it", (title, names) => {
    const rows = table(title);
    expect(rows.map(([name]) => name)).toEqual(names);
    for (const [name, ...cells] of rows) {
      expect(cells, name).toHaveLength(9);
      for (const cell of cells) expect(cell, name).toMatch(/^(yes|no|wrong(?=\[))(\[\^\d+\])*$/);
    }
  });

  it("has each note that it refers to, and refers to each", () => {
    const [written, referred] = [/^\[\^\d+\](?=: \S)/gm, /\[\^\d+\](?!:)/g].map(
      (pattern) => new Set(page.match(pattern)),
    );
    expect(written).toEqual(referred);
  });
});
