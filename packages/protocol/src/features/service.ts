import type { EventDefinitions } from "../kernel/definitions.js";
import { call, describe, extension, optional } from "../kernel/shapes.js";
import { flag, listOf, record, text, type ValueType, valueType } from "../value-types/value-types.js";

const webApplication = record({ name: text, title: text, running: flag, autostart: flag });
export type WebApplication = ReturnType<(typeof webApplication)["read"]>;

export interface OpenRpcDocument {
  readonly openrpc: string;
}

const openRpcDocument: ValueType<OpenRpcDocument> = valueType({
  type: "OpenRPC document",
  wants: "an OpenRPC document",
  schema: { type: "object", required: ["openrpc", "info", "methods"] },
  fits: (value): value is OpenRpcDocument => typeof value === "object" && value !== null,
  write: (document) => {
    const text = writtenDocuments.get(document) ?? JSON.stringify(document);
    writtenDocuments.set(document, text);
    return text;
  },
});

/** It is long, never changes, and may be asked for 50 times in one batch. */
const writtenDocuments = new WeakMap<OpenRpcDocument, string>();

export const RESULTS = {
  "pilothouse.webapps": { applications: { type: listOf(webApplication) } },
} as const;

export const METHODS = {
  Echo: call({
    guard: "token",
    scope: "read",
    description: "Answers what it is sent.",
    params: { Echo: { type: text, description: "Anything." } },
    result: { Result: { type: text, description: "The same." } },
    others: "ignored",
  }),
  "rpc.discover": call({
    guard: "token",
    scope: "read",
    description: "Describes this interface as an OpenRPC document.",
    params: {},
    result: openRpcDocument,
    others: "ignored",
    extension: true,
  }),
  "pilothouse.webapps": extension({
    scope: "read",
    description: "Lists the web applications of the HTTP endpoint; with a name, switches one.",
    params: {
      name: optional(text, "The application to switch.", { scope: "settings", changes: true }),
      running: optional(flag, "Run it now, or stop it.", { scope: "settings" }),
      autostart: optional(flag, "Whether it starts with the service.", { scope: "settings" }),
    },
    result: describe(RESULTS, "pilothouse.webapps", {
      applications: "All applications, as they now are.",
    }),
  }),
} as const;

export const EVENTS = {
  "service.started": {
    severity: "info",
    description: "The service started, version {version}.",
    data: ["version"],
  },
  "service.stopped": { severity: "info", description: "The service stopped." },
  "service.interrupted": {
    severity: "warning",
    description: "The service had ended without being stopped: by a crash, a kill or a power cut.",
  },
} as const satisfies EventDefinitions;

export const AUDIT = ["web application"] as const;
