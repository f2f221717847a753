import type { ActionDefinitions, EventDefinitions, FindingDefinitions } from "../kernel/definitions.js";
import { either, flag, text } from "../value-types/value-types.js";

/** The actions of RouterManager that update the router. */
export const UPDATE_ACTIONS = {
  FindUpdates: {
    result: either(flag, text),
    description:
      "Looks for a signed update: whether there is one. False also if that is unknown; a text only for a feed that cannot be trusted.",
    scope: "operate",
    blocking: true,
  },
  Update: {
    result: text,
    description: "Fetches, checks and installs a signed update and answers the final status.",
    scope: "operate",
    blocking: true,
  },
} as const satisfies ActionDefinitions;

export const EVENTS = {
  "update.found": { severity: "info", description: "There is an update of the router[: version {version}]." },
  "update.ready": {
    severity: "info",
    description: "An update[ to {version}] is installed and runs after the next restart of the router.",
    data: ["status"],
    resolves: ["update.failed"],
  },
  "update.installed": {
    severity: "info",
    description: "The router was updated from {was} to {now}.",
    data: ["was", "now"],
    resolves: ["update.found", "update.failed", "update.ready"],
  },
  "update.failed": { severity: "warning", description: "The update failed: {status}", data: ["status"] },
} as const satisfies EventDefinitions;

export const FINDINGS = {
  "update.restart": {
    level: "warning",
    description: "An update of the router is installed.",
    todo: "Restart it gracefully to run the new version[, {version}].",
    action: "RestartGraceful",
  },
  "update.available": {
    level: "note",
    description: "There is an update of the router[: version {version}].",
    todo: "Install it.",
    action: "Update",
    notify: 0,
    once: true,
  },
} as const satisfies FindingDefinitions;
