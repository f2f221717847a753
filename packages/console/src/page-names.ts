import type { Scope } from "@pilothouse/protocol";
import type { IconName } from "./icon-shapes.js";

/** The menu: its groups, and the pages in each with their icon. A page's name is its address. */
export const MENU = {
  fleet: { fleet: "globe", rollouts: "share", invitations: "plug", templates: "list", operators: "key" },
  router: {
    overview: "gauge",
    control: "power",
    network: "sliders",
    traffic: "share",
    advanced: "list",
    changes: "back",
    tunnels: "tunnel",
    addressbook: "book",
  },
  access: { sessions: "key", applications: "plug" },
  insight: { events: "flag", logs: "lines", notifications: "bell", audit: "book" },
  developer: { explorer: "code", rates: "chart" },
} as const satisfies Record<string, Record<string, IconName>>;

export type GroupName = keyof typeof MENU;
/** Pages that are not in the menu. */
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

/** What the console manages: one router, a fleet from its hub, or a node of that fleet. */
export type Place = "router" | "hub" | "node";

const FLEET_PAGES: readonly string[] = Object.keys(MENU.fleet);
/** The other pages that a hub has, which need no router. */
const HUB_TOO: readonly string[] = [
  ...(["sessions", "applications", "events", "notifications", "audit", "explorer"] satisfies PageName[]),
];

export const isFleetPage = (page: PageName): boolean => FLEET_PAGES.includes(page);
/** Pages that show nothing to a session which may not do everything. */
const FOR_ALL: readonly string[] = ["invitations", "operators"] satisfies PageName[];
/** Pages of a hub about the whole fleet. An account that is limited to some nodes is refused what they show. */
const FOR_WHOLE: readonly string[] = [
  ...(["templates", "applications", "notifications", "audit"] satisfies PageName[]),
];
export const isIn = (place: Place, page: PageName, scope: Scope, isLimited: boolean): boolean => {
  if (place === "hub" && isLimited && FOR_WHOLE.includes(page)) return false;
  // At a hub, accounts change their own password there.
  const isForAll = FOR_ALL.includes(page) || (page === "sessions" && place !== "hub");
  if (isForAll && scope !== "all") return false;
  return place === "hub" ? isFleetPage(page) || HUB_TOO.includes(page) : !isFleetPage(page);
};
/** The page, or the default page if this place does not have it. */
export const pageIn = (place: Place, page: PageName, scope: Scope, isLimited: boolean): PageName =>
  isIn(place, page, scope, isLimited) ? page : place === "hub" ? "fleet" : "overview";

const NODE = /^#\/nodes\/([a-z0-9][a-z0-9.-]{0,62})\//;

/** The node whose pages the address names. */
export const addressedNode = (): string | undefined => NODE.exec(location.hash)?.[1];

export const nodeAddress = (node: string, page: PageName): string => `#/nodes/${node}/${page}`;

/** The address of a page of this service itself. */
export const serviceAddress = (page: PageName): string => `#/${page}`;

/** The address of a page; while a node is open, the page of that node. */
export const pageAddress = (page: PageName): string => {
  const node = addressedNode();
  return node === undefined || isFleetPage(page) ? serviceAddress(page) : nodeAddress(node, page);
};
