import { isObject } from "@pilothouse/protocol";
import type { Context } from "../context.js";
import { Complaint, EXIT } from "../exit.js";
import { cell } from "../output.js";
import { callOwn } from "../own-method.js";
import { withClient } from "../session.js";

interface Options {
  readonly limit?: string;
  readonly before?: string;
}

/** Who did what through this service, newest first. An extension: other servers keep no such record. */
export async function audit(context: Context, _args: [], options: Options): Promise<void> {
  const params = { ...number("limit", options.limit), ...number("before", options.before) };
  const { out } = context;
  const result = await withClient(context, (connection) =>
    callOwn(connection, "audit", "pilothouse.audit", params),
  );
  const entries = Array.isArray(result["entries"]) ? result["entries"].filter(isObject) : [];
  out.result(result, () =>
    entries.length === 0
      ? "nothing is recorded"
      : out.table(entries.map(row), ["id", "at", "from", "session", "name", "action", "outcome", "details"]),
  );
}

function number(name: string, text: string | undefined) {
  if (text === undefined) return {};
  if (/^\d{1,15}$/.test(text)) return { [name]: Number(text) };
  throw new Complaint(`--${name} wants a whole number, got ${JSON.stringify(text)}`, EXIT.usage);
}

/** Tolerant of what is missing: the record grows with the service. */
function row(entry: { readonly [name: string]: unknown }): string[] {
  const { id, at, address, session, name, action, outcome, details } = entry;
  const time = typeof at === "number" && Number.isFinite(at) ? new Date(at).toISOString() : at;
  const changes = Array.isArray(details) ? details.filter(isObject).map(change).join(", ") : details;
  return [id, time, address, session, name, action, outcome, changes].map((value) => cell(inWords(value)));
}

const change = (details: { readonly [name: string]: unknown }): string =>
  `${inWords(details["name"])}: ${inWords(details["old"]) || "unset"} → ${inWords(details["new"]) || "unset"}`;

const inWords = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
