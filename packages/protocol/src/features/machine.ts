import type { EventDefinitions, FindingDefinitions } from "../kernel/definitions.js";

/** What is seen of the machine that the service runs on. */
export const EVENTS = {
  "address.changed": {
    severity: "info",
    description: "The router's address changed from {was} to {now}.",
    data: ["now", "was"],
  },
  "disk.low": {
    severity: "warning",
    description: "The disk of the data directory is nearly full: {freeMiB} MiB free ({percent}%).",
    data: ["freeMiB", "percent"],
  },
  "disk.enough": {
    severity: "info",
    description: "The disk of the data directory has space again: {freeMiB} MiB free ({percent}%).",
    data: ["freeMiB", "percent"],
    resolves: ["disk.low"],
  },
  "certificate.expiring": {
    severity: "warning",
    description: "The certificate expires on {expires}.",
    data: ["expires"],
  },
  "certificate.renewed": {
    severity: "info",
    description: "The certificate is valid until {expires}.",
    data: ["expires"],
    resolves: ["certificate.expiring"],
  },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "disk.low": {
    level: "warning",
    description: "The disk of the data directory is nearly full: {freeMiB} MiB free ({percent}%).",
    todo: "Make space, or move the data directory.",
    notify: 0,
  },
  "certificate.expires": {
    level: "warning",
    description: "The certificate expires in {days} days.",
    todo: "Put a new certificate in its place and reload the service (SIGHUP).",
    notify: 0,
  },
} as const satisfies FindingDefinitions;
