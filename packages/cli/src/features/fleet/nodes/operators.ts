import type { Role } from "@pilothouse/protocol";
import type { Context } from "../../../command/context.js";
import { call } from "../../../remote/call.js";
import { cell } from "../../../terminal/output.js";
import { moment } from "../../../terminal/units.js";
import { labelsFrom, labelText } from "../labels.js";

interface Change {
  readonly role?: Role;
  readonly label?: readonly string[];
  readonly password?: true;
  readonly remove?: true;
}

/** Without a name: the accounts. With one: makes, changes or removes it. */
export async function fleetOperators(context: Context, [name]: [string?], change: Change): Promise<void> {
  const { role, label, password, remove } = change;
  const { operators } = await call(context, "fleet.operators", {
    ...(name !== undefined && { name }),
    ...(role && { role }),
    ...(label && { labels: labelsFrom(label.filter((one) => one !== "")) }),
    ...(password && { password: await context.ask.newPassword() }),
    ...(remove && { remove: true }),
  });
  context.out.list(operators, "there are no accounts; the hub's own password opens everything", {
    name: (one) => cell(one.name),
    role: (one) => cell(one.role),
    nodes: ({ labels }) => cell(labelText(labels)) || "all nodes",
    created: ({ created }) => moment(created),
  });
}
