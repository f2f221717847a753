import type { AuditEntry } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { cell } from "../../terminal/output.js";
import { integersOf } from "../../terminal/units.js";

interface Options {
  readonly limit?: string;
  readonly before?: string;
}

/** Who did what through this service, newest first. An extension: other servers keep no such record. */
export async function audit(context: Context, _args: [], options: Options): Promise<void> {
  const params = integersOf({ limit: options.limit, before: options.before });
  const { out } = context;
  const result = await call(context, "pilothouse.audit", params, { what: "audit" });
  const head = ["id", "at", "from", "session", "name", "action", "outcome", "details"];
  out.result(result, () => out.table(result.entries.map(row), head, "nothing is recorded"));
}

function row({ id, at, address, session, name, action, outcome, details }: AuditEntry): string[] {
  const changes = details.map(
    ({ name, ...value }) => `${name}: ${value.old || "unset"} → ${value.new || "unset"}`,
  );
  const shown = [new Date(at).toISOString(), address, session ?? "", name ?? "", action, outcome];
  return [String(id), ...[...shown, changes.join(", ")].map(cell)];
}
