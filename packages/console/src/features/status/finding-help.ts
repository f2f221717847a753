import type { FindingKey } from "@pilothouse/protocol";
import { isPageName, type PageName } from "../../page-names.js";

interface Help {
  /** The pages where something can be done about it. */
  readonly pages?: readonly PageName[];
  /** What to run on the router's machine, because this page cannot do it. */
  readonly command?: string;
}

/** What helps with a finding, besides the action that the service names. */
const HELP: { readonly [K in FindingKey]?: Help } = {
  "sample.old": { command: "uptime" },
  "router.unreachable": { pages: ["logs"], command: "pilothouse doctor" },
  "router.crashed": { pages: ["logs"] },
  "router.crashloop": { pages: ["logs", "changes"] },
  "net.firewalled": { pages: ["network"] },
  "net.symmetric_nat": { pages: ["network"] },
  "net.private_address": { pages: ["network"] },
  "net.port_in_use": { pages: ["network"] },
  "net.no_transport": { pages: ["network"] },
  "net.clock": { command: "sudo timedatectl set-ntp true" },
  "net.i2cp": { pages: ["logs"] },
  "tunnels.failing": { pages: ["network", "logs"] },
  "tunnels.down": { pages: ["tunnels", "logs"] },
  "tunnels.exposed": { command: "pilothouse doctor" },
  "traffic.none": { pages: ["network"] },
  "traffic.full": { pages: ["network"] },
  "limit.in_zero": { pages: ["network"] },
  "limit.out_zero": { pages: ["network"] },
  "budget.near": { pages: ["traffic"] },
  "budget.used": { pages: ["traffic"] },
  "budget.unable": { pages: ["traffic"] },
  "password.factory": { pages: ["sessions"] },
  "disk.low": { command: "df -h" },
  "certificate.expires": { command: "pilothouse doctor" },
  "logins.failed": { pages: ["audit", "sessions"] },
};

/** Where nothing else is named, the page of the same name as the finding's subject, if there is one. */
export function helpFor(key: string): Help {
  if (Object.hasOwn(HELP, key)) return HELP[key as FindingKey] ?? {};
  const [subject = ""] = key.split(".", 1);
  return isPageName(subject) ? { pages: [subject] } : {};
}
