import type { ComponentType } from "preact";
import { FLEET_PAGES, loadAwayNode, loadNodeNames, loadSaidByHub } from "../features/fleet/feature.js";
import { type PageProps, withPageTexts } from "../loading/with-texts.js";
import { isFleetPage, type PageName } from "../page-names.js";

export type PageCode = ComponentType<PageProps>;

type Load = () => Promise<PageCode>;

/** The code of each page, loaded when the page is first opened. */
const LOAD: Record<PageName, Load> = {
  ...FLEET_PAGES,
  overview: async () => (await import("../features/status/overview.js")).Overview,
  control: async () => withPageTexts((await import("../features/acting/control.js")).Control),
  network: async () => (await import("../features/router-settings/network.js")).Network,
  traffic: async () => withPageTexts((await import("../features/traffic/traffic.js")).Traffic),
  advanced: async () =>
    withPageTexts((await import("../features/router-settings/advanced/advanced.js")).Advanced),
  sessions: async () => withPageTexts((await import("../features/access/sessions.js")).Sessions),
  applications: async () => withPageTexts((await import("../features/service/applications.js")).Applications),
  changes: async () =>
    withPageTexts((await import("../features/router-settings/changes/changes.js")).Changes),
  tunnels: async () => withPageTexts((await import("../features/tunnels/tunnels.js")).Tunnels),
  addressbook: async () =>
    withPageTexts((await import("../features/addressbook/address-book.js")).AddressBook),
  events: async () => withPageTexts((await import("../features/record/events.js")).Events),
  logs: async () => withPageTexts((await import("../features/record/logs.js")).Logs),
  notifications: async () =>
    withPageTexts((await import("../features/notify/notifications.js")).Notifications),
  welcome: async () => withPageTexts((await import("../features/service/welcome.js")).Welcome),
  audit: async () => withPageTexts((await import("../features/access/audit.js")).Audit),
  explorer: async () => withPageTexts((await import("../features/service/explorer.js")).Explorer),
  rates: async () => withPageTexts((await import("../features/history/rates.js")).Rates),
};

const OF_HUB: { readonly [name: string]: Load } = FLEET_PAGES;
const loadOf = (name: PageName, isHub: boolean): Load => (isHub ? OF_HUB[name] : undefined) ?? LOAD[name];

const loaded = new Map<Load, PageCode>();

export const pageCode = (name: PageName, isHub: boolean): PageCode | undefined =>
  loaded.get(loadOf(name, isHub));

export async function loadPage(name: PageName, isHub: boolean): Promise<void> {
  const load = loadOf(name, isHub);
  if (!loaded.has(load)) loaded.set(load, await load());
}

/** Loads a page before the service has said what it is; a page of a hub, only if the service seems to be one. */
export const preloadPage = async (name: PageName, isHub: boolean): Promise<void> => {
  // If that fails, the page itself reports it.
  if (isHub || !isFleetPage(name)) await loadPage(name, isHub).catch(() => {});
};

/** What is shown in place of the pages of a node that cannot be called, or above them. */
export { loadAwayNode, loadNodeNames, loadSaidByHub };
