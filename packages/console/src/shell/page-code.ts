import type { ComponentType } from "preact";
import type { PageName } from "../page-names.js";
import type { PageProps } from "../pages/page-props.js";
import { withPageTexts } from "./with-page-texts.js";

export type PageCode = ComponentType<PageProps>;

/** The code of each page, loaded when the page is first opened. */
const LOAD: Record<PageName, () => Promise<PageCode>> = {
  fleet: async () => (await import("../fleet/nodes/fleet-page.js")).FleetPage,
  rollouts: async () => (await import("../fleet/rollouts/rollouts-page.js")).RolloutsPage,
  invitations: async () => (await import("../fleet/invitations/invitations-page.js")).InvitationsPage,
  templates: async () => (await import("../fleet/templates/templates-page.js")).TemplatesPage,
  operators: async () => (await import("../fleet/operators/operators-page.js")).OperatorsPage,
  overview: async () => (await import("../pages/router/overview.js")).Overview,
  control: async () => (await import("../pages/router/control.js")).Control,
  network: async () => (await import("../pages/router/network.js")).Network,
  traffic: async () => withPageTexts((await import("../pages/router/traffic.js")).Traffic),
  advanced: async () => withPageTexts((await import("../pages/router/advanced.js")).Advanced),
  sessions: async () => withPageTexts((await import("../pages/access/sessions.js")).Sessions),
  applications: async () => withPageTexts((await import("../pages/access/applications.js")).Applications),
  changes: async () => withPageTexts((await import("../pages/router/changes.js")).Changes),
  events: async () => withPageTexts((await import("../pages/insight/events.js")).Events),
  logs: async () => (await import("../pages/insight/logs.js")).Logs,
  notifications: async () => withPageTexts((await import("../pages/insight/notifications.js")).Notifications),
  welcome: async () => withPageTexts((await import("../pages/welcome.js")).Welcome),
  audit: async () => withPageTexts((await import("../pages/insight/audit.js")).Audit),
  explorer: async () => (await import("../pages/developer/explorer.js")).Explorer,
  rates: async () => withPageTexts((await import("../pages/developer/rates.js")).Rates),
};

const loaded = new Map<PageName, PageCode>();

export const pageCode = (name: PageName): PageCode | undefined => loaded.get(name);

export async function loadPage(name: PageName): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, await LOAD[name]());
}
