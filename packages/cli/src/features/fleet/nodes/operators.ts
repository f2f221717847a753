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
  const { out } = context;
  out.result(operators, () =>
    out.table(
      operators.map(({ name: one, role: has, labels, created }) => [
        ...[cell(one), cell(has), cell(labelText(labels)) || "all nodes", moment(created)],
      ]),
      ["name", "role", "nodes", "created"],
      "there are no accounts; the hub's own password opens everything",
    ),
  );
}
