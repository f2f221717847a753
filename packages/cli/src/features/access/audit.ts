import type { AuditEntry } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { callOwn } from "../../remote/own-method.js";
import { withClient } from "../../remote/session.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";

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
  const { entries } = result;
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

function row({ id, at, address, session, name, action, outcome, details }: AuditEntry): string[] {
  const changes = details.map(
    ({ name, ...value }) => `${name}: ${value.old || "unset"} → ${value.new || "unset"}`,
  );
  const shown = [new Date(at).toISOString(), address, session ?? "", name ?? "", action, outcome];
  return [String(id), ...[...shown, changes.join(", ")].map(cell)];
}
