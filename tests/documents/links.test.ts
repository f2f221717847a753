import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTS, read, root } from "./documents.js";

/** Without code, in which brackets are no links. */
const proseOf = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "code");

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(document: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = read(document)
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, "")
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) => {
      const anchor = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-");
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

const counted = new Map<string, number>();

/** How many lines a file has; thousands of links lead to the lines of a few. */
function linesOf(file: string): number {
  const count = counted.get(file) ?? read(file).split("\n").length;
  counted.set(file, count);
  return count;
}

/** What a link within the repository lacks; undefined if it leads somewhere. */
function complaintAbout(document: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(root, target))) return "no such file";
  if (anchor === undefined) return undefined;
  const line = /^L(\d+)$/.exec(anchor)?.[1];
  if (line !== undefined) return Number(line) <= linesOf(target) ? undefined : "no such line";
  return anchorsOf(target).has(anchor) ? undefined : "no such heading";
}

describe("Every link of", () => {
  it.each(DOCUMENTS)("%s leads to a file and heading that exist", (document) => {
    const links = [...proseOf(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const wrong = links
      .filter((link) => !/^(https?|mailto):/.test(link))
      .map((link) => [link, complaintAbout(document, link)])
      .filter(([, complaint]) => complaint !== undefined);
    expect(wrong).toEqual([]);
  });

  it("the index has every document of its folder, each once", () => {
    const links = [...read("docs/README.md").matchAll(/\]\(([^)#\s]+)\)/g)].map(([, link = ""]) => link);
    const pages = DOCUMENTS.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== "docs/README.md");
    expect(links.filter((link) => /^[\w-]+\.md$/.test(link)).sort()).toEqual(
      pages.map((file) => file.slice("docs/".length)),
    );
  });
});

it.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("%s names only files and folders that exist", (document) => {
  const named = [...read(document).matchAll(/`((?:packages|tests|scripts|docs|bench|deploy)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
