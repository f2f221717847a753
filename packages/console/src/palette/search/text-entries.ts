import { isPageName, type PageName } from "../../page-names.js";
import { withoutDots } from "../../texts/fill.js";
import { loadMainTexts, loadTexts } from "../../texts/language.js";
import type { Parts, Texts } from "../../texts/texts.js";

/** Something that a page shows, and how it is found. */
export interface Entry {
  readonly page: PageName;
  /** As it stands on the page. */
  readonly label: string;
  /** What explains it, if it is not the name of the page. */
  readonly more?: string;
  /** Other search words, such as its English name. */
  readonly words: string;
}

/** The pages of texts that are not named like theirs: with one label or sentence, the page is found. */
const PAGES: { readonly [section: string]: PageName } = {
  ...{
    graphs: "overview",
    stats: "rates",
    password: "sessions",
    lifeHelp: "control",
    tokens: "applications",
  },
  ...{ backup: "control", uptime: "overview" },
};
const FLEET: { readonly [section: string]: PageName } = {
  ...{ totals: "fleet", states: "fleet", nodes: "fleet", queue: "fleet", waiting: "fleet", bulk: "fleet" },
  ...{ invite: "invitations", made: "invitations", unknown: "fleet", restart: "rollouts" },
};

const LONGEST_LABEL = 60;
const LONGEST_SHOWN = 100;

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** Every text of the pages, in the reader's language and found by its English too. */
export async function textEntries(language: string, isHub: boolean): Promise<readonly Entry[]> {
  const [own, english] = await Promise.all(
    [language, "en"].map(async (one) => {
      const [main, pages, fleet] = await Promise.all([
        loadMainTexts(one),
        loadTexts("pages", one),
        isHub ? loadTexts("fleet", one) : undefined,
      ]);
      return { main, pages, fleet } satisfies Loaded;
    }),
  );
  if (own === undefined || english === undefined) return [];
  return [
    ...sections(own.main, english.main, PAGES, own.main),
    ...sections(own.pages, english.pages, isHub ? { ...PAGES, backup: "fleet" } : PAGES, own.main),
    ...(own.fleet ? sections(own.fleet, english.fleet ?? {}, FLEET, own.main) : []),
  ];
}

interface Loaded {
  readonly main: Texts;
  readonly pages: Parts["pages"];
  readonly fleet: Parts["fleet"] | undefined;
}

function sections(own: Tree, english: Tree, pages: typeof PAGES, { pages: names }: Texts): readonly Entry[] {
  return Object.entries(own).flatMap(([section, texts]) => {
    const page = pages[section] ?? (isPageName(section) && section !== "welcome" ? section : undefined);
    return page === undefined
      ? []
      : entriesIn(texts, english[section], { page, name: names[page], path: section });
  });
}

interface Where {
  readonly page: PageName;
  readonly name: string;
  readonly path: string;
}

/** A field with a label and help is one entry. A text that is filled in later is none. */
function entriesIn(own: unknown, english: unknown, where: Where): readonly Entry[] {
  const { page, name, path } = where;
  if (typeof own === "string") {
    if (own.includes("{")) return [];
    const words = `${path} ${english}`;
    const isLabel = own.length <= LONGEST_LABEL && !/[.。]$/.test(own);
    if (isLabel) return [{ page, label: withoutDots(own), words }];
    return [{ page, label: name, more: shortened(own), words: `${words} ${own}` }];
  }
  if (!isTree(own) || !isTree(english)) return [];
  if (typeof own["label"] === "string")
    return [{ page, label: own["label"], words: [path, own["help"], ...Object.values(english)].join(" ") }];
  return Object.entries(own).flatMap(([key, one]) =>
    entriesIn(one, english[key], { ...where, path: `${path} ${key}` }),
  );
}

const shortened = (text: string): string =>
  text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
