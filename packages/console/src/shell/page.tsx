import type { ComponentType } from "preact";
import type { PageName } from "../page-names.js";
import { Advanced } from "../pages/advanced.js";
import { Applications } from "../pages/applications.js";
import { Audit } from "../pages/audit.js";
import { Control } from "../pages/control.js";
import { Explorer } from "../pages/explorer.js";
import { Network } from "../pages/network.js";
import { Overview } from "../pages/overview.js";
import type { PageProps } from "../pages/page-props.js";
import { Rates } from "../pages/rates.js";
import { Sessions } from "../pages/sessions.js";

const PAGES: Record<PageName, ComponentType<PageProps>> = {
  overview: Overview,
  control: Control,
  network: Network,
  advanced: Advanced,
  applications: Applications,
  rates: Rates,
  sessions: Sessions,
  audit: Audit,
  explorer: Explorer,
};

export function Page({ name, ...props }: PageProps & { readonly name: PageName }) {
  const Named = PAGES[name];
  return <Named {...props} />;
}
