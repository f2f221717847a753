import type { IconName } from "./icon-shapes.js";

/** The menu: its groups, and the pages in each with their icon. A page's name is its address. */
export const MENU = {
  router: { overview: "gauge", control: "power", network: "sliders", advanced: "list", changes: "back" },
  access: { sessions: "key", applications: "plug" },
  insight: { events: "flag", logs: "lines", notifications: "bell", audit: "book" },
  developer: { explorer: "code", rates: "chart" },
} as const satisfies Record<string, Record<string, IconName>>;

export type GroupName = keyof typeof MENU;
/** Pages that are reached by links only. */
const UNLISTED = ["welcome"] as const;
export type PageName = { [G in GroupName]: keyof (typeof MENU)[G] }[GroupName] | (typeof UNLISTED)[number];

export const GROUP_NAMES = Object.keys(MENU) as readonly GroupName[];
export const PAGES_OF = (group: GroupName) =>
  Object.entries(MENU[group]) as readonly (readonly [PageName, IconName])[];
export const PAGE_NAMES: readonly PageName[] = [
  ...GROUP_NAMES.flatMap((group) => PAGES_OF(group).map(([name]) => name)),
  ...UNLISTED,
];

export const isPageName = (name: string): name is PageName => PAGE_NAMES.some((page) => page === name);

export const pageAddress = (page: PageName): string => `#/${page}`;
