import type { ComponentType } from "preact";
import type { PageProps } from "../loading/with-texts.js";
import { withPageTexts } from "../loading/with-texts.js";
import type { PageName } from "../page-names.js";

export type PageCode = ComponentType<PageProps>;

/** The code of each page, loaded when the page is first opened. */
const LOAD: Record<PageName, () => Promise<PageCode>> = {
  fleet: async () => (await import("../features/fleet/nodes/fleet-page.js")).FleetPage,
  rollouts: async () => (await import("../features/fleet/rollouts/rollouts-page.js")).RolloutsPage,
  invitations: async () =>
    (await import("../features/fleet/invitations/invitations-page.js")).InvitationsPage,
  templates: async () => (await import("../features/fleet/templates/templates-page.js")).TemplatesPage,
  operators: async () => (await import("../features/fleet/operators/operators-page.js")).OperatorsPage,
  overview: async () => (await import("../features/status/overview.js")).Overview,
  control: async () => (await import("../features/acting/control.js")).Control,
  network: async () => (await import("../features/router-settings/network.js")).Network,
  traffic: async () => withPageTexts((await import("../features/traffic/traffic.js")).Traffic),
  advanced: async () =>
    withPageTexts((await import("../features/router-settings/advanced/advanced.js")).Advanced),
  sessions: async () => withPageTexts((await import("../features/access/sessions.js")).Sessions),
  applications: async () => withPageTexts((await import("../features/service/applications.js")).Applications),
  changes: async () =>
    withPageTexts((await import("../features/router-settings/changes/changes.js")).Changes),
  events: async () => withPageTexts((await import("../features/record/events.js")).Events),
  logs: async () => withPageTexts((await import("../features/record/logs.js")).Logs),
  notifications: async () =>
    withPageTexts((await import("../features/notify/notifications.js")).Notifications),
  welcome: async () => withPageTexts((await import("../features/service/welcome.js")).Welcome),
  audit: async () => withPageTexts((await import("../features/access/audit.js")).Audit),
  explorer: async () => withPageTexts((await import("../features/service/explorer.js")).Explorer),
  rates: async () => withPageTexts((await import("../features/history/rates.js")).Rates),
};

const loaded = new Map<PageName, PageCode>();

export const pageCode = (name: PageName): PageCode | undefined => loaded.get(name);

export async function loadPage(name: PageName): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, await LOAD[name]());
}
