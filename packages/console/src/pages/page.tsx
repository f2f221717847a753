import type { ComponentType } from "preact";
import { Advanced } from "./advanced.js";
import { Applications } from "./applications.js";
import { Audit } from "./audit.js";
import { Control } from "./control.js";
import { Explorer } from "./explorer.js";
import { Network } from "./network.js";
import { Overview } from "./overview.js";
import type { PageName } from "./page-names.js";
import type { PageProps } from "./page-props.js";
import { Rates } from "./rates.js";
import { Sessions } from "./sessions.js";

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
