/** The pages, in the order of the menu; each is the fragment of its address. */
export const PAGE_NAMES = [
  "overview",
  "control",
  "network",
  "advanced",
  "applications",
  "rates",
  "sessions",
  "audit",
  "explorer",
] as const;

export type PageName = (typeof PAGE_NAMES)[number];

export const isPageName = (name: string): name is PageName => PAGE_NAMES.some((page) => page === name);

export const pageAddress = (page: PageName): string => `#/${page}`;
