import type { Page } from "playwright-core";

/** Every page: its address, its title, and content that is there once it has loaded. */
export const PAGES = [
  {
    path: "overview",
    title: "Overview",
    content: (page: Page) => page.getByLabel(/^Bandwidth\. Inbound [\d–]/),
  },
  {
    path: "control",
    title: "Control",
    content: (page: Page) => page.getByRole("button", { name: "Restart gracefully…" }).first(),
  },
  { path: "network", title: "Network settings", content: (page: Page) => page.getByLabel("TCP port") },
  {
    path: "traffic",
    title: "Traffic",
    content: (page: Page) => page.getByLabel("The month begins on day"),
  },
  {
    path: "advanced",
    title: "Advanced settings",
    content: (page: Page) => page.getByLabel("Value of router.sharePercentage"),
  },
  {
    path: "changes",
    title: "Settings history",
    content: (page: Page) => page.getByText("Every change of the router's settings"),
  },
  {
    path: "tunnels",
    title: "Tunnels",
    content: (page: Page) => page.getByText("There are no tunnels yet."),
  },
  {
    path: "addressbook",
    title: "Address book",
    content: (page: Page) => page.getByRole("row", { name: /stats\.i2p/ }),
  },
  {
    path: "events",
    title: "Events",
    content: (page: Page) => page.getByRole("row", { name: /Service started/ }),
  },
  {
    path: "notifications",
    title: "Notifications",
    content: (page: Page) => page.getByRole("row", { name: /keeps crashing/ }),
  },
  { path: "logs", title: "Logs", content: (page: Page) => page.getByLabel("From level") },
  {
    path: "applications",
    title: "Access for other programs",
    content: (page: Page) => page.getByRole("switch", { name: "Enabled" }),
  },
  {
    path: "rates",
    title: "Rates",
    content: (page: Page) => page.getByRole("row", { name: /tunnel\.participatingTunnels \d/ }),
  },
  {
    path: "sessions",
    title: "Password and sessions",
    content: (page: Page) => page.getByRole("row", { name: /this one/ }),
  },
  {
    path: "audit",
    title: "Audit",
    content: (page: Page) => page.getByRole("row", { name: /Sign-in/ }).first(),
  },
  { path: "explorer", title: "API explorer", content: (page: Page) => page.getByLabel("Method") },
] as const;

export type Title = (typeof PAGES)[number]["title"];

export function pageTitled(title: Title) {
  const page = PAGES.find((one) => one.title === title);
  if (page === undefined) throw new Error(`there is no page "${title}"`);
  return page;
}
